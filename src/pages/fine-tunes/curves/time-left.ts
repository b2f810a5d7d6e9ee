// Time left as a likely value and a range, with backtest.
import { at } from '#lib/at.ts';
import { upperBound } from '#lib/bisect.ts';
import { formatCounted, formatDuration } from '#lib/format.ts';
import { momentWords } from '#lib/dates.ts';
import { quantile } from '#lib/statistics.ts';
import type { TimedSteps } from './step-times.ts';

/** Unix milliseconds by the clock of the steps. */
export interface KnownEnd {
  readonly isKnown: true;
  readonly soonestMs: number;
  /** By the median speed; within the range. */
  readonly likelyMs: number;
  readonly latestMs: number;
  /** How overdue the next report is, even at slow speed. */
  readonly lateMs: number;
  readonly formula: string;
}

/** Or why the end is unknown. */
type TimeLeft = KnownEnd | { readonly isKnown: false; readonly formula: string };

/** Parts of the training whose speeds make the range. */
const partCount = 8;

/**
 * Steps left × time per step: quantiles 0.1 and 0.9 of eight parts, widened to hold the overall speed and the
 * last two parts'.
 * @param nowMs by the clock of `times`; an overdue report shifts the range
 */
export function estimateEnd(times: TimedSteps, total: number | null, nowMs: number): TimeLeft {
  if (total === null) return { isKnown: false, formula: 'The number of steps is not known.' };
  const { steps, timesMs } = times;
  const [first, last, lastMs] = [steps[0], steps.at(-1), timesMs.at(-1)];
  if (last !== undefined && last >= total)
    return {
      isKnown: false,
      formula: 'The last step is done; how long packing and uploading will take is unknown.',
    };
  if (first === undefined || last === undefined || lastMs === undefined || last - first < 2)
    return { isKnown: false, formula: 'Needs at least two steps with times.' };
  const left = total - last;
  const speeds = partSpeeds(times);
  const whole = speedOf(times, 0, steps.length - 1);
  const recent = quantile(speeds.slice(-2), 0.5) ?? whole;
  const fast = Math.min(quantile(speeds, 0.1) ?? whole, whole, recent);
  const slow = Math.max(quantile(speeds, 0.9) ?? whole, whole, recent);
  const median = quantile(speeds, 0.5) ?? whole;
  const due = Math.min(left, usualStride(steps));
  const lateMs = Math.max(0, nowMs - lastMs - slow * due);
  const [shortest, longest] = [formatDuration(fast), formatDuration(slow)];
  return {
    isKnown: true,
    soonestMs: lastMs + left * fast + lateMs,
    likelyMs: lastMs + left * median + lateMs,
    latestMs: lastMs + left * slow + lateMs,
    lateMs,
    formula:
      `${formatCounted(left, 'step')} left × ${shortest === longest ? '' : `${shortest} to `}${longest} a step` +
      (lateMs > 0 ? `, and the next report is ${formatDuration(lateMs)} late` : ''),
  };
}

/**
 * Whether the next report is so late that nobody knows the end.
 * @param readMs when the estimate was made
 */
export function isOverdue(
  { latestMs, lateMs }: { readonly latestMs: number; readonly lateMs: number },
  readMs: number,
): boolean {
  return lateMs > Math.max(60_000, latestMs - readMs);
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
export function backtest(times: TimedSteps, total: number | null): readonly PastEstimate[] {
  const last = times.steps.at(-1);
  if (total === null || last === undefined) return [];
  const endedMs = last >= total ? (times.timesMs.at(-1) ?? null) : null;
  return [0.25, 0.5, 0.75, 0.9].flatMap((share): readonly PastEstimate[] => {
    const known = upperBound(times.steps, total * share);
    const [steps, timesMs] = [times.steps.subarray(0, known), times.timesMs.subarray(0, known)];
    const [step, thenMs] = [steps.at(-1), timesMs.at(-1)];
    if (step === undefined || thenMs === undefined || last < total * share) return [];
    const estimate = estimateEnd({ steps, timesMs }, total, thenMs);
    if (!estimate.isKnown) return [];
    const { soonestMs, latestMs } = estimate;
    return [{ share, step, soonestMs, latestMs, endedMs, missedByMs: missedBy(endedMs, estimate) }];
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
function partSpeeds(times: TimedSteps): Float64Array {
  const end = times.steps.length - 1;
  const count = Math.min(partCount, end);
  const edge = (part: number) => Math.round((part * end) / count);
  return Float64Array.from({ length: count }, (_, part) => speedOf(times, edge(part), edge(part + 1)));
}

/** Bounded, because this runs every second. */
const newestReports = 200;

/** Median steps between reports. */
function usualStride(steps: Float64Array): number {
  const newest = steps.subarray(-newestReports);
  return (
    quantile(
      newest.subarray(1).map((step, index) => step - (newest[index] ?? 0)),
      0.5,
    ) ?? 1
  );
}

function speedOf({ steps, timesMs }: TimedSteps, from: number, to: number): number {
  return (at(timesMs, to) - at(timesMs, from)) / (at(steps, to) - at(steps, from));
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
