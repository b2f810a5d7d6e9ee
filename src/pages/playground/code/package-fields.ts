// Which fields of a request the official packages know by name; all others need the packages' way for extra fields.

/** Parameters of `completions.create` that `openai` has types for. */
export const openaiFields: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'best_of',
  'echo',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_tokens',
  'n',
  'presence_penalty',
  'seed',
  'stop',
  'stream',
  'stream_options',
  'suffix',
  'temperature',
  'top_p',
  'user',
]);

/** Parameters of `completions.create` that `together-ai` and, under the same names, `together` have types for. */
export const togetherFields: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'echo',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_tokens',
  'min_p',
  'n',
  'presence_penalty',
  'repetition_penalty',
  'safety_model',
  'seed',
  'stop',
  'stream',
  'temperature',
  'top_k',
  'top_p',
]);

/** A body in two: what the package knows, and the rest. */
export function splitBody(body: Readonly<Record<string, unknown>>, known: ReadonlySet<string>) {
  const entries = Object.entries(body);
  return {
    known: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    extra: Object.fromEntries(entries.filter(([name]) => !known.has(name))),
  };
}
