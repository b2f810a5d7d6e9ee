// CompletionChunk: the payload of one streamed event of POST /completions.
import * as z from 'zod/mini';
import { FinishReason } from './finish-reason.ts';
import './jitless.ts';
import { UsageData } from './usage.ts';

/** CompletionToken of the interface document: the one token that a chunk brings; all four fields required. */
export const CompletionToken = z.looseObject({
  id: z.int(),
  text: z.string(),
  logprob: z.number(),
  special: z.boolean(),
});

/** CompletionToken of the interface document. `logprob` is a natural logarithm. */
export type CompletionToken = z.infer<typeof CompletionToken>;

/** An element of a chunk's `choices`: which of the n completions grew, and by what text. */
export const ChunkChoice = z.looseObject({
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
