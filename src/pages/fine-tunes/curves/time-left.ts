// Time left as a likely value and a range, with backtest.
import { at } from '#lib/at.ts';
import { formatDuration, momentWords } from '#lib/format.ts';
import { quantile } from '#lib/statistics.ts';
import type { StepTime } from './step-times.ts';

/** Unix milliseconds; or why the end is unknown. */
type TimeLeft =
  | {
      readonly isKnown: true;
      readonly soonestMs: number;
      /** By the median speed; within the range. */
      readonly likelyMs: number;
      readonly latestMs: number;
      /** How overdue the next report is, even at slow speed. */
      readonly lateMs: number;
      readonly formula: string;
    }
  | { readonly isKnown: false; readonly formula: string };

/** Parts of the training whose speeds make the range. */
const partCount = 8;

/**
 * Steps left × time per step: quantiles 0.1 and 0.9 of eight parts, widened to hold the overall speed and the
 * last two parts'.
 * @param nowMs by the clock of `times`; an overdue report shifts the range
 */
export function estimateEnd(times: readonly StepTime[], total: number | null, nowMs: number): TimeLeft {
  if (total === null) return { isKnown: false, formula: 'The number of steps is not known.' };
  const last = times.at(-1);
  if (last !== undefined && last.step >= total)
    return {
      isKnown: false,
      formula: 'The last step is done; how long packing and uploading will take is unknown.',
    };
  if (last === undefined || last.step - at(times, 0).step < 2)
    return { isKnown: false, formula: 'Needs at least two steps with times.' };
  const left = total - last.step;
  const speeds = partSpeeds(times);
  const whole = speedOf(at(times, 0), last);
  const recent = quantile(Float64Array.from(speeds.slice(-2)), 0.5) ?? whole;
  const all = Float64Array.from(speeds);
  const fast = Math.min(quantile(all, 0.1) ?? whole, whole, recent);
  const slow = Math.max(quantile(all, 0.9) ?? whole, whole, recent);
  const median = quantile(all, 0.5) ?? whole;
  const due = Math.min(left, usualStride(times));
  const lateMs = Math.max(0, nowMs - last.timeMs - slow * due);
  return {
    isKnown: true,
    soonestMs: last.timeMs + left * fast + lateMs,
    likelyMs: last.timeMs + left * median + lateMs,
    latestMs: last.timeMs + left * slow + lateMs,
    lateMs,
    formula:
      `${left} steps left × ${formatDuration(fast)} to ${formatDuration(slow)} a step` +
      (lateMs > 0 ? `, and the next report is ${formatDuration(lateMs)} late` : ''),
  };
}

export interface PastEstimate {
  /** 0 to 1. */
  readonly share: number;
  readonly step: number;
  readonly soonestMs: number;
  readonly latestMs: number;
  /** Null until the last step is done. */
  readonly endedMs: number | null;
  /** Distance from the range, negative before it. */
  readonly missedByMs: number | null;
}

/** At 25, 50, 75 and 90 %, from what was known by then. */
export function backtest(times: readonly StepTime[], total: number | null): readonly PastEstimate[] {
  const last = times.at(-1);
  if (total === null || last === undefined) return [];
  const endedMs = last.step >= total ? last.timeMs : null;
  return [0.25, 0.5, 0.75, 0.9].flatMap((share): readonly PastEstimate[] => {
    const until = times.findLastIndex(({ step }) => step <= total * share);
    const then = times[until];
    if (then === undefined || last.step < total * share) return [];
    const estimate = estimateEnd(times.slice(0, until + 1), total, then.timeMs);
    if (!estimate.isKnown) return [];
    const { soonestMs, latestMs } = estimate;
    return [
      { share, step: then.step, soonestMs, latestMs, endedMs, missedByMs: missedBy(endedMs, estimate) },
    ];
  });
}

function missedBy(
  endedMs: number | null,
  { soonestMs, latestMs }: { readonly soonestMs: number; readonly latestMs: number },
): number | null {
  if (endedMs === null) return null;
  return Math.min(0, endedMs - soonestMs) + Math.max(0, endedMs - latestMs);
}

/** Milliseconds per step; fewer parts with few reports. */
function partSpeeds(times: readonly StepTime[]): readonly number[] {
  const count = Math.min(partCount, times.length - 1);
  const edge = (part: number) => at(times, Math.round((part * (times.length - 1)) / count));
  return Array.from({ length: count }, (_, part) => speedOf(edge(part), edge(part + 1)));
}

/** Bounded, because this runs every second. */
const newestReports = 200;

/** Median steps between reports. */
function usualStride(times: readonly StepTime[]): number {
  const newest = times.slice(-newestReports);
  const strides = newest.slice(1).map(({ step }, index) => step - at(newest, index).step);
  return quantile(Float64Array.from(strides), 0.5) ?? 1;
}

function speedOf(from: StepTime, to: StepTime): number {
  return (to.timeMs - from.timeMs) / (to.step - from.step);
}

/** "about 45 s"; negative counts as zero. */
export function aboutWords(ms: number): string {
  return `about ${wordsOf(ms)}`;
}

/** "38 to 52 s", "17 s to 1 min 13 s", "about 4 min 00 s"; negative counts as zero. */
export function leftWords(soonestMs: number, latestMs: number): string {
  const [soonest, latest] = [wordsOf(soonestMs), wordsOf(latestMs)];
  if (soonest === latest) return `about ${latest}`;
  if (isSeconds(soonestMs) && isSeconds(latestMs)) return `${soonest.replace(' s', '')} to ${latest}`;
  return `${soonest} to ${latest}`;
}

// Tenths would be false precision.
function wordsOf(ms: number): string {
  return isSeconds(ms) ? `${Math.max(0, Math.round(ms / 1_000))} s` : formatDuration(Math.max(60_000, ms));
}

function isSeconds(ms: number): boolean {
  return ms < 59_500;
}

/** `10:02:14 to 10:03:01`, dated on another day than `nowMs`. */
export function rangeWords(soonestMs: number, latestMs: number, nowMs: number): string {
  const [soonest, latest] = [momentWords(soonestMs, nowMs), momentWords(latestMs, nowMs)];
  return soonest === latest ? soonest : `${soonest} to ${latest}`;
}
