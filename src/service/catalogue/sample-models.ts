// The sample catalogue of hosted models: true facts of published weights, dated prices, and nothing that runs here.
import { chatModels } from './chat-models.ts';
import { otherModels } from './other-models.ts';
import type { SampleModel } from './sample-model.ts';
import { textModels } from './text-models.ts';

/** Every entry: chat, language and code first, then the types that complete no text. */
export const sampleModels: readonly SampleModel[] = [...chatModels, ...textModels, ...otherModels];

const byId: ReadonlyMap<string, SampleModel> = new Map(sampleModels.map((model) => [model.id, model]));

/** The entry with exactly this id. */
export function findSampleModel(id: string): SampleModel | null {
  return byId.get(id) ?? null;
}
