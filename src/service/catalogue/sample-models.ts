// Sample catalogue of hosted models: published facts, dated prices, not running here.
import { chatModels } from './chat-models.ts';
import { otherModels } from './other-models.ts';
import type { SampleModel } from './sample-model.ts';
import { textModels } from './text-models.ts';

/** Chat, language and code first, then the types that do not complete text. */
export const sampleModels: readonly SampleModel[] = [...chatModels, ...textModels, ...otherModels];

const byId: ReadonlyMap<string, SampleModel> = new Map(sampleModels.map((model) => [model.id, model]));

export function findSampleModel(id: string): SampleModel | null {
  return byId.get(id) ?? null;
}
