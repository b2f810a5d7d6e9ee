// Why a fine-tune cannot go on, in words for people.
import { causeOf } from '#service/engine/cause.ts';

/** The message is a sentence. */
export class FineTuneError extends Error {
  override readonly name = 'FineTuneError';
}

/** What to say of an error that ends a run. */
export const sentenceOf = (error: unknown): string =>
  error instanceof FineTuneError ? error.message : `The training cannot go on: ${causeOf(error)}.`;
