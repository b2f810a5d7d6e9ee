// CompletionResponse and CompletionChunk: schemas for answers of POST /completions.
import * as z from 'zod/mini';
import './jitless.ts';
import { openEnum, type Open } from './read-list.ts';

/** Open: the document's, and those that services add. */
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

export const UsageData = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});

/** `total_tokens` is as sent, even if it is not the sum. */
export type UsageData = z.infer<typeof UsageData>;

/** Arrays that correspond by position. Natural logarithms; null for the first token of a prompt. */
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

const PromptPart = z.looseObject({
  text: z.optional(z.string()),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** Any `object` passes: services differ. */
export const CompletionResponse = z.looseObject({
  id: z.string(),
  choices: z.array(CompletionChoice),
  prompt: z.optional(z.array(PromptPart)),
  usage: z.nullable(UsageData),
  created: z.int(),
  model: z.string(),
  object: openEnum(['text_completion']),
});

/** `created` in Unix seconds. */
export type CompletionResponse = z.infer<typeof CompletionResponse>;

const CompletionToken = z.looseObject({
  id: z.int(),
  text: z.string(),
  logprob: z.number(),
  special: z.boolean(),
});

type CompletionToken = z.infer<typeof CompletionToken>;

const ChunkChoice = z.looseObject({
  index: z.int(),
  text: z.optional(z.string()),
});

/** By the document, as the embedded service sends it. The client reads more (`read-view.ts`). */
export const CompletionChunk = z.looseObject({
  id: z.string(),
  token: CompletionToken,
  choices: z.array(ChunkChoice),
  usage: z.nullable(UsageData),
  seed: z.optional(z.int()),
  finish_reason: z.nullable(FinishReason),
});

export type CompletionChunk = z.infer<typeof CompletionChunk>;
