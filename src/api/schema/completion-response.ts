// CompletionResponse: the JSON answer of POST /completions.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum, type Open } from './open-enum.ts';

/** FinishReason of the interface document, and what services send besides. Open. */
const FinishReason = openEnum([
  'stop',
  'eos',
  'length',
  'tool_calls',
  'function_call',
  'error',
  'content_filter',
  'abort',
]);

/** Why a choice ended, as the service said it. */
type FinishReason = Open<(typeof FinishReason.known)[number]>;

/** UsageData of the interface document: three token counts, all required when the object is there. */
export const UsageData = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});

/** Token counts of one request. `total_tokens` is as the service sent it, even where it is not the sum. */
export type UsageData = z.infer<typeof UsageData>;

/**
 * LogprobsPart of the interface document: three arrays that correspond position by position.
 * A logprob is in natural logarithm; null stands where there is none, as for the first token of a prompt.
 */
const LogprobsPart = z.looseObject({
  token_ids: z.optional(z.array(z.number())),
  tokens: z.optional(z.array(z.string())),
  token_logprobs: z.optional(z.array(z.nullable(z.number()))),
});

/** LogprobsPart of the interface document. */
type LogprobsPart = z.infer<typeof LogprobsPart>;

/** CompletionChoice of the interface document; `index` is sent by services and not promised by the document. */
export const CompletionChoice = z.looseObject({
  index: z.optional(z.int()),
  text: z.optional(z.string()),
  seed: z.optional(z.number()),
  finish_reason: z.optional(z.nullable(FinishReason)),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** PromptPart of the interface document: the prompt given back by `echo`. */
const PromptPart = z.looseObject({
  text: z.optional(z.string()),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** CompletionResponse of the interface document. `object` is never validated: services differ in it. */
export const CompletionResponse = z.looseObject({
  id: z.string(),
  choices: z.array(CompletionChoice),
  prompt: z.optional(z.array(PromptPart)),
  usage: z.nullable(UsageData),
  created: z.int(),
  model: z.string(),
  object: openEnum(['text_completion']),
});

/** The JSON answer of POST /completions. `created` is in Unix seconds. */
export type CompletionResponse = z.infer<typeof CompletionResponse>;

/** CompletionToken of the interface document: the one token that a chunk brings; all four fields required. */
const CompletionToken = z.looseObject({
  id: z.int(),
  text: z.string(),
  logprob: z.number(),
  special: z.boolean(),
});

/** CompletionToken of the interface document. `logprob` is a natural logarithm. */
type CompletionToken = z.infer<typeof CompletionToken>;

/** An element of a chunk's `choices`: which of the n completions grew, and by what text. */
const ChunkChoice = z.looseObject({
  index: z.int(),
  text: z.optional(z.string()),
});

/**
 * CompletionChunk of the interface document, strictly as it stands there. The embedded service sends exactly this;
 * what the client reads from a wire is wider (`view.ts`).
 */
export const CompletionChunk = z.looseObject({
  id: z.string(),
  token: CompletionToken,
  choices: z.array(ChunkChoice),
  usage: z.nullable(UsageData),
  seed: z.optional(z.int()),
  finish_reason: z.nullable(FinishReason),
});

/** One streamed event's payload, one for each generated token. */
export type CompletionChunk = z.infer<typeof CompletionChunk>;
