// Why a fine-tune cannot go on, in words for people.

/** The message is a sentence. */
export class FineTuneError extends Error {
  override readonly name = 'FineTuneError';
}

/** What an error says, without the class's name. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'something unknown went wrong';
