// The sample catalogue of hosted models: true facts of published weights, dated prices, and nothing that runs here.
import { CHAT_MODELS } from './chat-models.ts';
import { OTHER_MODELS } from './other-models.ts';
import type { SampleModel } from './sample-model.ts';
import { TEXT_MODELS } from './text-models.ts';

/** Every entry: chat, language and code first, then the types that complete no text. */
export const SAMPLE_MODELS: readonly SampleModel[] = [...CHAT_MODELS, ...TEXT_MODELS, ...OTHER_MODELS];

const BY_ID: ReadonlyMap<string, SampleModel> = new Map(SAMPLE_MODELS.map((model) => [model.id, model]));

/** The entry with exactly this id. */
export function findSampleModel(id: string): SampleModel | null {
  return BY_ID.get(id) ?? null;
}
