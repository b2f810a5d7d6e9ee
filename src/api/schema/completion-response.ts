// CompletionResponse: the JSON answer of POST /completions.
import * as z from 'zod/mini';
import { FinishReason } from './finish-reason.ts';
import './jitless.ts';
import { openEnum } from './open-enum.ts';
import { UsageData } from './usage.ts';

/**
 * LogprobsPart of the interface document: three arrays that correspond position by position.
 * A logprob is in natural logarithm; null stands where there is none, as for the first token of a prompt.
 */
export const LogprobsPart = z.looseObject({
  token_ids: z.optional(z.array(z.number())),
  tokens: z.optional(z.array(z.string())),
  token_logprobs: z.optional(z.array(z.nullable(z.number()))),
});

/** LogprobsPart of the interface document. */
export type LogprobsPart = z.infer<typeof LogprobsPart>;

/** CompletionChoice of the interface document; `index` is sent by services and not promised by the document. */
export const CompletionChoice = z.looseObject({
  index: z.optional(z.int()),
  text: z.optional(z.string()),
  seed: z.optional(z.number()),
  finish_reason: z.optional(z.nullable(FinishReason)),
  logprobs: z.optional(z.nullable(LogprobsPart)),
});

/** PromptPart of the interface document: the prompt given back by `echo`. */
export const PromptPart = z.looseObject({
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
