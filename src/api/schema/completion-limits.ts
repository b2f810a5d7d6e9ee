// The limits of CompletionRequest's numbers, for the form that offers them and the validator that holds them.

/** A range: `min` and `max` belong to it, `above` does not. A bound that is absent is not limited. */
export interface NumberLimit {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly isInteger: boolean;
}

/**
 * Ranges of the numeric fields. `n`, `logprobs`, `min_p` and the penalties are the document's own. Decided here, since the
 * document leaves them open: `temperature` goes to 2, as on the services that speak this interface (0 is greedy);
 * `top_k` 0 and -1 both mean "no limit"; `seed` stays within the integers that JSON carries exactly.
 */
export const completionLimits = {
  max_tokens: { min: 1, max: 2 ** 31 - 1, isInteger: true },
  temperature: { min: 0, max: 2, isInteger: false },
  top_p: { min: 0, max: 1, isInteger: false },
  top_k: { min: -1, max: 2 ** 31 - 1, isInteger: true },
  min_p: { min: 0, max: 1, isInteger: false },
  repetition_penalty: { above: 0, isInteger: false },
  presence_penalty: { min: -2, max: 2, isInteger: false },
  frequency_penalty: { min: -2, max: 2, isInteger: false },
  logprobs: { min: 0, max: 1, isInteger: true },
  n: { min: 1, max: 128, isInteger: true },
  seed: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, isInteger: true },
} as const satisfies Record<string, NumberLimit>;

/** At most this many stop sequences; the document sets no number. */
export const maxStopSequences = 64;
