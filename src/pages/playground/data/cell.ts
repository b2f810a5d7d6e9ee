// Cell results, without the recording.
import * as z from 'zod/mini';
import { isKeyRefused } from '#api/errors.ts';
import '#api/schema/jitless.ts';
import { usageDollars, type TokenPrices } from '#pricing/completion-cost.ts';
import { endReason } from '#run/finish-words.ts';
import { readFigures } from '#run/run-figures.ts';
import { isWhole, type Run, wasRefused } from '#run/run.ts';

const amount = z.nullable(z.number());

/** Missing in older builds. */
function orNull<Field extends z.ZodMiniType>(field: Field) {
  return z._default(z.nullable(field), null);
}

/** Null is unknown. */
const CellResult = z.object({
  /** `lost`: sent, but the page closed before the answer. */
  state: z.enum(['complete', 'failed', 'stopped', 'lost']),
  text: z.string(),
  finish: z.nullable(z.string()),
  /** Chosen by the service where none was sent. */
  seed: orNull(z.union([z.number(), z.string()])),
  promptTokens: amount,
  completionTokens: amount,
  /** Also without reported usage, unless pieces may hold several tokens. */
  tokenCount: amount,
  dollars: amount,
  firstTokenMs: amount,
  elapsedMs: amount,
  error: z.nullable(z.string()),
  status: amount,
  code: orNull(z.string()),
  /** Not charged. */
  isRefused: z.boolean(),
});

export type CellResult = Readonly<z.infer<typeof CellResult>>;

export function readResult(run: Run, prices: TokenPrices | null): CellResult {
  const { recording, state } = run;
  const figures = readFigures(run, 0);
  const choice = recording.choices.get(0);
  const endState = state.phase === 'ended' ? state.endState : 'stopped';
  const error = state.phase === 'ended' ? state.error : null;
  const isRefused = wasRefused(run);
  return {
    state: isWhole(endState) ? 'complete' : endState === 'stopped' ? 'stopped' : 'failed',
    text: choice?.text.toString() ?? '',
    finish: choice?.finishReason ?? null,
    seed: recording.seed,
    promptTokens: figures.usage?.prompt_tokens ?? null,
    completionTokens: figures.usage?.completion_tokens ?? null,
    tokenCount: figures.isUncounted ? null : figures.tokenCount,
    dollars: usageDollars(figures.usage, prices),
    ...(isRefused && free),
    firstTokenMs: figures.firstTokenMs,
    elapsedMs: figures.elapsedMs,
    error: isWhole(endState) ? null : endReason({ endState, error }, choice !== undefined),
    status: error?.status ?? null,
    code: error?.code ?? null,
    isRefused,
  };
}

export function unsentResult(message: string): CellResult {
  return { ...nothing, ...free, state: 'failed', error: message, isRefused: true };
}

export function lostResult(): CellResult {
  return {
    ...nothing,
    tokenCount: null,
    state: 'lost',
    error: 'Sent, but the page was closed before the answer arrived. It may have been charged.',
    isRefused: false,
  };
}

const nothing = {
  text: '',
  finish: null,
  seed: null,
  promptTokens: null,
  completionTokens: null,
  tokenCount: 0,
  dollars: null,
  firstTokenMs: null,
  elapsedMs: null,
  status: null,
  code: null,
} as const;

/** Of a refused request. */
const free = { promptTokens: 0, completionTokens: 0, dollars: 0 } as const;

/** As the service counts, else as received. */
export function answerTokens({ completionTokens, tokenCount }: CellResult): number | null {
  return completionTokens ?? tokenCount;
}

/** Refused for a reason other than the cell. */
export function isRefusedUnrun(result: CellResult | undefined): boolean {
  return result?.state === 'failed' && (result.status === 429 || isKeyRefused(result));
}

export function isOpen(result: CellResult | undefined): boolean {
  return result !== undefined && result.state !== 'complete';
}

/**
 * `spent` and `received`: of ended attempts. `sent`: maximum cost of a running one, lost with its page if
 * `result` is null.
 */
export const StoredCell = z.object({
  cell: z.int(),
  sent: z.nullable(z.object({ tokens: amount, dollars: amount })),
  spent: z.object({ tokens: z.number(), dollars: z.number() }),
  /** Absent in older builds: the result's counts. */
  received: z.optional(
    z.object({
      prompt: z.number(),
      completion: z.number(),
      /** Sent without a count of them. */
      unknownPrompts: z._default(z.number(), 0),
      dollars: z.number(),
      unknownCosts: z.number(),
    }),
  ),
  result: z.nullable(CellResult),
});

export type StoredCell = z.infer<typeof StoredCell>;
