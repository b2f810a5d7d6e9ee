// What is kept of a cell once it has ended: its text and figures, without the recording.
import * as z from 'zod/mini';
import type { ApiError } from '#api/errors.ts';
import '#api/schema/jitless.ts';
import { usageDollars, type TokenPrices } from '#pricing/completion-cost.ts';
import { readFigures } from '#run/run-figures.ts';
import { endWords, isWhole, type Run } from '#run/run.ts';

/** How a cell can have ended. `lost`: it was sent, and the page was closed before its answer came. */
type CellEnd = 'complete' | 'failed' | 'stopped' | 'lost';

/** The result of a cell; null is "not known". */
export interface CellResult {
  readonly state: CellEnd;
  readonly text: string;
  readonly finish: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Tokens that arrived, also where the service reported no usage. */
  readonly tokenCount: number;
  readonly dollars: number | null;
  readonly firstTokenMs: number | null;
  readonly elapsedMs: number;
  /** Why it is not complete, in the service's words where it had any. */
  readonly error: string | null;
  readonly status: number | null;
  /** The service refused before it began: nothing was charged. */
  readonly isRefused: boolean;
}

/** Reads a run that has ended. */
export function readResult(run: Run, prices: TokenPrices | null): CellResult {
  const { recording, state } = run;
  const figures = readFigures(run, 0);
  const lane = recording.lanes.get(0);
  const endState = state.phase === 'ended' ? state.endState : 'stopped';
  const error = state.phase === 'ended' ? state.error : null;
  const words = error === null ? (endWords[endState].sentence ?? endWords[endState].label) : error.message;
  return {
    state: isWhole(endState) ? 'complete' : endState === 'stopped' ? 'stopped' : 'failed',
    text: lane?.text.toString() ?? '',
    finish: lane?.finishReason ?? null,
    promptTokens: figures.usage?.prompt_tokens ?? null,
    completionTokens: figures.usage?.completion_tokens ?? null,
    tokenCount: figures.tokenCount,
    dollars: usageDollars(figures.usage, prices),
    firstTokenMs: figures.firstTokenMs,
    elapsedMs: figures.elapsedMs,
    error: isWhole(endState) ? null : words,
    status: error?.status ?? null,
    isRefused: isRefused(error),
  };
}

/** A cell that was never sent, because its request does not hold. */
export function unsentResult(message: string): CellResult {
  return { ...nothing, state: 'failed', error: message, isRefused: true };
}

/** A cell that was sent before the page was closed; its answer is lost, its cost is not known. */
export function lostResult(): CellResult {
  return {
    ...nothing,
    state: 'lost',
    error: 'Sent, but the page was closed before the answer arrived. It may have been charged.',
    isRefused: false,
  };
}

const nothing = {
  text: '',
  finish: null,
  promptTokens: null,
  completionTokens: null,
  tokenCount: 0,
  dollars: null,
  firstTokenMs: null,
  elapsedMs: 0,
  status: null,
} as const;

/** After a time-out or a lost answer nobody knows whether it ran; an answer that says no before any text is a refusal. */
function isRefused(error: ApiError | null): boolean {
  if (error?.code === 'not_sent') return true;
  if (error?.kind !== 'http' || error.status === null) return false;
  const { status } = error;
  return (status >= 400 && status < 500 && status !== 408) || status === 503 || status === 529;
}

/** Refused for a reason that was not the cell's own. */
export function isTurnedAway(result: CellResult | undefined): boolean {
  return result?.state === 'failed' && (result.status === 429 || result.status === 401);
}

/** Ended, and not complete. */
export function isOpen(result: CellResult | undefined): boolean {
  return result !== undefined && result.state !== 'complete';
}

const amount = z.nullable(z.number());

const Result = z.object({
  state: z.enum(['complete', 'failed', 'stopped', 'lost']),
  text: z.string(),
  finish: z.nullable(z.string()),
  promptTokens: amount,
  completionTokens: amount,
  tokenCount: z.number(),
  dollars: amount,
  firstTokenMs: amount,
  elapsedMs: z.number(),
  error: z.nullable(z.string()),
  status: amount,
  isRefused: z.boolean(),
});

/**
 * `spent` is what all ended attempts cost. `sent` is the most that one under way can cost; a cell that was sent and has
 * no result was lost with its page.
 */
export const KeptCell = z.object({
  cell: z.int(),
  sent: z.nullable(z.object({ tokens: amount, dollars: amount })),
  spent: z.object({ tokens: z.number(), dollars: z.number() }),
  result: z.nullable(Result),
});

/** A cell as it is kept. */
export type KeptCell = z.infer<typeof KeptCell>;
