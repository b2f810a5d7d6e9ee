// CompletionResponse and CompletionChunk: schemas for answers of POST /completions.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum, type Open } from './read-list.ts';

/** The document's finish reasons, and those that services add. Open. */
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

type FinishReason = Open<(typeof FinishReason.known)[number]>;

/** All three counts are required if the object is present. */
export const UsageData = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});

/** Token counts of one request. `total_tokens` is as sent, even if it is not the sum. */
export type UsageData = z.infer<typeof UsageData>;

/**
 * Three arrays that correspond by position. Logprobs are natural logarithms, null where there is none, as for
 * the first token of a prompt.
 */
const LogprobsPart = z.looseObject({
  token_ids: z.optional(z.array(z.number())),
  tokens: z.optional(z.array(z.string())),
  token_logprobs: z.optional(z.array(z.nullable(z.number()))),
});

type LogprobsPart = z.infer<typeof LogprobsPart>;

/** Services send `index`, but the document does not promise it. */
export const CompletionChoice = z.looseObject({
  index: z.optional(z.int()),
  text: z.optional(z.string()),
  seed: z.optional(z.number()),
  finish_reason: z.optional(z.nullable(FinishReason)),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** The prompt returned by `echo`. */
const PromptPart = z.looseObject({
  text: z.optional(z.string()),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** `object` is never validated: services differ in it. */
export const CompletionResponse = z.looseObject({
  id: z.string(),
  choices: z.array(CompletionChoice),
  prompt: z.optional(z.array(PromptPart)),
  usage: z.nullable(UsageData),
  created: z.int(),
  model: z.string(),
  object: openEnum(['text_completion']),
});

/** `created` is in Unix seconds. */
export type CompletionResponse = z.infer<typeof CompletionResponse>;

/** The one token that a chunk brings; all four fields required. `logprob` is a natural logarithm. */
const CompletionToken = z.looseObject({
  id: z.int(),
  text: z.string(),
  logprob: z.number(),
  special: z.boolean(),
});

type CompletionToken = z.infer<typeof CompletionToken>;

/** An element of a chunk's `choices`: which of the n completions grew, and by what text. */
const ChunkChoice = z.looseObject({
  index: z.int(),
  text: z.optional(z.string()),
});

/**
 * Strictly by the document. The embedded service sends exactly this; what the client reads is wider
 * (`view.ts`).
 */
export const CompletionChunk = z.looseObject({
  id: z.string(),
  token: CompletionToken,
  choices: z.array(ChunkChoice),
  usage: z.nullable(UsageData),
  seed: z.optional(z.int()),
  finish_reason: z.nullable(FinishReason),
});

/** Payload of one streamed event; one per generated token. */
export type CompletionChunk = z.infer<typeof CompletionChunk>;
