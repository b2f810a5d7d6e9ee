// CompletionRequest: the body of POST /completions, held to its limits before it is sent and before it is run.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum } from './open-enum.ts';

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

/** Keys that change an object's prototype or shadow what every object has; never accepted from outside. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** CompletionRequest of the interface document, strict in the fields that it knows. Unknown fields pass. */
export const CompletionRequest = z.looseObject({
  prompt: z.string(),
  model: z.string().check(z.minLength(1)),
  max_tokens: limited(completionLimits.max_tokens),
  stop: z.optional(z.array(z.string().check(z.minLength(1))).check(z.maxLength(maxStopSequences))),
  temperature: limited(completionLimits.temperature),
  top_p: limited(completionLimits.top_p),
  top_k: limited(completionLimits.top_k),
  repetition_penalty: limited(completionLimits.repetition_penalty),
  stream: z.optional(z.boolean()),
  logprobs: limited(completionLimits.logprobs),
  echo: z.optional(z.boolean()),
  n: limited(completionLimits.n),
  safety_model: z.optional(openEnum([])),
  min_p: limited(completionLimits.min_p),
  presence_penalty: limited(completionLimits.presence_penalty),
  frequency_penalty: limited(completionLimits.frequency_penalty),
  logit_bias: z.optional(z.record(z.string().check(z.minLength(1)), z.number())),
  seed: limited(completionLimits.seed),
});

/** The body of POST /completions. A field that is absent takes the service's default. */
export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** A request that holds, or the field that does not (null: the body as a whole) and a sentence that says why. */
type ReadCompletionRequest =
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly param: string | null; readonly message: string };

/**
 * Reads a request body. Never throws. An optional field that is null counts as absent; `logit_bias` comes back as an
 * object without a prototype. The sentence names the field and never its value.
 */
export function readCompletionRequest(value: unknown): ReadCompletionRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(null, 'The request body must be a JSON object.');
  }
  const sent: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) return refuse(key, 'The request body has a field whose name is not allowed.');
    if (field !== null) sent[key] = field;
  }
  const bias = sent['logit_bias'];
  if (typeof bias === 'object' && bias !== null && Object.keys(bias).some((key) => forbiddenKeys.has(key))) {
    return refuse('logit_bias', 'logit_bias has a key that is not a token identifier.');
  }
  const parsed = CompletionRequest.safeParse(sent);
  if (!parsed.success) {
    const param = String(parsed.error.issues[0]?.path[0] ?? '');
    const missing = sent[param] === undefined;
    return refuse(param, missing ? `${param} is required.` : `${param} must be ${rules[param] ?? 'valid'}.`);
  }
  const request = parsed.data;
  if (request.logit_bias) Object.setPrototypeOf(request.logit_bias, null);
  return { ok: true, request };
}

/** What each known field must be, to complete the sentence "x must be …". */
const rules: Readonly<Record<string, string>> = {
  prompt: 'a string',
  model: 'a string that is not empty',
  stop: `a list of at most ${maxStopSequences} strings, none of them empty`,
  stream: 'true or false',
  echo: 'true or false',
  safety_model: 'a string',
  logit_bias: 'an object from token identifiers to numbers',
  ...Object.fromEntries(Object.entries(completionLimits).map(([name, limit]) => [name, describe(limit)])),
};

function limited(limit: NumberLimit) {
  const number = limit.isInteger ? z.int() : z.number();
  const bounds = [
    ...(limit.min === undefined ? [] : [z.minimum(limit.min)]),
    ...(limit.above === undefined ? [] : [z.gt(limit.above)]),
    ...(limit.max === undefined ? [] : [z.maximum(limit.max)]),
  ];
  return z.optional(number.check(...bounds));
}

function describe({ min, above, max, isInteger }: NumberLimit): string {
  const kind = isInteger ? 'a whole number' : 'a number';
  const from = min === undefined ? '' : ` from ${min}`;
  return `${kind}${above === undefined ? from : ` above ${above}`}${max === undefined ? '' : ` to ${max}`}`;
}

function refuse(param: string | null, message: string): ReadCompletionRequest {
  return { ok: false, param, message };
}
