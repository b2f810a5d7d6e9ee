// Run figures: throughput, latency, perplexity.
import { quantile } from '#lib/statistics.ts';
import { isWhole, readElapsed, type Run } from './run.ts';

/** Null is unknown, never zero. */
export interface RunFigures {
  readonly elapsedMs: number;
  readonly firstTokenMs: number | null;
  /** First token to newest; null before the second. */
  readonly tokensPerSecond: number | null;
  /** Between tokens of the first choice, or its events; median and 99th percentile; null if all came at once. */
  readonly gapMs: { readonly p50: number; readonly p99: number; readonly unit: 'token' | 'event' } | null;
  /** Without an echoed prompt. */
  readonly tokenCount: number;
  /** The count and the speed are the least: pieces that may hold several tokens. */
  readonly isUncounted: boolean;
  /** exp of the mean −logprob over answer tokens with a finite logprob ≤ 0. */
  readonly perplexity: number | null;
  /** Null unless complete. */
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
}

/** @param nowMs performance.now() */
export function readFigures(run: Run, nowMs: number): RunFigures {
  const { recording, state } = run;
  const { firstTokenMs, lastTokenMs, tokenCount } = recording;
  const seconds = firstTokenMs === null || lastTokenMs === null ? 0 : (lastTokenMs - firstTokenMs) / 1000;
  const isComplete = state.phase === 'ended' && isWhole(state.endState);
  return {
    elapsedMs: readElapsed(run, nowMs),
    // Of an answer in one piece it would be the time of the whole.
    firstTokenMs: run.request.stream ? firstTokenMs : null,
    tokensPerSecond: seconds > 0 ? (tokenCount - 1) / seconds : null,
    gapMs: seconds > 0 ? readGaps(run) : null,
    tokenCount,
    isUncounted: recording.isUncounted,
    perplexity: readPerplexity(run),
    usage: isComplete ? recording.usage : null,
  };
}

function readGaps(run: Run): RunFigures['gapMs'] {
  const choice = run.recording.choices.values().next().value;
  if (choice === undefined || choice.answerTokenCount < 2) return null;
  const arrivals = choice.arrivals.view().subarray(choice.promptTokenCount);
  const gaps = new Float64Array(arrivals.length - 1);
  for (let index = 0; index < gaps.length; index += 1) {
    gaps[index] = (arrivals[index + 1] ?? 0) - (arrivals[index] ?? 0);
  }
  const p50 = quantile(gaps, 0.5);
  const p99 = quantile(gaps, 0.99);
  return p50 === null || p99 === null ? null : { p50, p99, unit: choice.unit };
}

function readPerplexity(run: Run): number | null {
  let sum = 0;
  let count = 0;
  for (const choice of run.recording.choices.values()) {
    sum += choice.surprise.sum;
    count += choice.surprise.count;
  }
  return count === 0 ? null : Math.exp(sum / count);
}
