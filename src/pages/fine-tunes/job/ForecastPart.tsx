// Estimated end of training, earlier estimates, planned learning rate.
import { useMemo } from 'react';
import { isEnding, isOver, statusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { formatDuration } from '#lib/format.ts';
import { momentWords } from '#lib/dates.ts';
import { readTimeMs } from '#lib/read-time.ts';
import type { TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import {
  rangeWords,
  backtest,
  estimateEnd,
  isOverdue,
  type PastEstimate,
} from '#pages/fine-tunes/curves/time-left.ts';
import type { ServiceClock } from '#pages/fine-tunes/use-polled-fine-tunes.ts';
import { useNow } from '#ui/use-now.ts';
import { planRates } from './planned-rate.ts';

interface ForecastPartProps {
  record: FineTune;
  times: TimedSteps;
  total: number | null;
  /** Time of the newest answer: later silence is not lateness. */
  readMs: number;
  isGone?: boolean;
  clock?: ServiceClock;
}

/** A file has its own browser's times. */
const agreed: ServiceClock = { aheadMs: 0, minAheadMs: 0 };

/** Each estimate states its basis. */
export function ForecastPart({
  record,
  times,
  total,
  readMs,
  isGone = false,
  clock = agreed,
}: ForecastPartProps) {
  const nowMs = useNow() + clock.minAheadMs;
  const past = useMemo(() => backtest(times, total), [times, total]);
  const plan = useMemo(() => planRates(record, total), [record, total]);
  const service = serviceEstimate(record);
  const difference = clockDifference(clock.aheadMs);
  return (
    <dl className="grid content-start gap-x-4 gap-y-2 tablet:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted">{isOver(record.status) ? 'Training ended' : 'Training ends'}</dt>
      <dd>
        <End {...{ record, times, total, isGone, nowMs }} readMs={readMs + clock.minAheadMs} />
      </dd>
      <dt className="text-muted">Service estimate</dt>
      <dd>
        {service.atMs !== null && <span className="tabular-nums">{momentWords(service.atMs, nowMs)} · </span>}
        <span className="text-muted">{service.words}</span>
      </dd>
      <dt className="text-muted">Earlier estimates</dt>
      <dd>
        <span className="text-muted">{noEstimateWords(past, times.steps.at(-1) ?? 0, total)}</span>
        {past.length > 0 && (
          <ul aria-label="Earlier estimates">
            {past.map((each) => (
              <li key={each.share} className="tabular-nums">
                {estimateWords(each, nowMs)}
              </li>
            ))}
          </ul>
        )}
      </dd>
      <dt className="text-muted">Planned learning rate</dt>
      <dd className="wrap-anywhere">{plan.formula}</dd>
      {difference !== null && (
        <>
          <dt className="text-muted">Clock</dt>
          <dd>{difference}</dd>
        </>
      )}
    </dl>
  );
}

function End({ record, times, total, readMs, isGone, nowMs }: ForecastPartProps & { nowMs: number }) {
  const lastMs = times.timesMs.at(-1);
  if (isOver(record.status))
    return (
      <span className="tabular-nums">{lastMs === undefined ? 'not known' : momentWords(lastMs, nowMs)}</span>
    );
  if (isGone) return <span className="text-muted">Not known: it is no longer listed.</span>;
  if (statusKind(record.status) === 'queued')
    return <span className="text-muted">Not known while it waits.</span>;
  if (isEnding(record.status)) return <span className="text-muted">No further step is expected.</span>;
  const end = estimateEnd(times, total, readMs);
  if (!end.isKnown) return <span className="text-muted">Not known. {end.formula}</span>;
  if (isOverdue(end, readMs)) return <span className="text-muted">Not known. {end.formula}.</span>;
  return (
    <>
      <span className="font-strong tabular-nums">{rangeWords(end.soonestMs, end.latestMs, nowMs)}</span>,{' '}
      <span className="text-muted">
        {soonestWords(end.soonestMs - nowMs)}. {end.formula}.
      </span>
    </>
  );
}

/** Null while nobody would notice. */
export function clockDifference(aheadMs: number): string | null {
  if (Math.abs(aheadMs) < 60_000) return null;
  const words = `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  return `The times on this page are the service’s, whose clock is ${words} this computer’s.`;
}

export function soonestWords(leftMs: number): string {
  return leftMs < 1_000 ? 'at any moment' : `in ${formatDuration(leftMs)} at the earliest`;
}

/**
 * Why some are missing.
 * @param step the last one
 */
export function noEstimateWords(
  [first]: readonly PastEstimate[],
  step: number,
  total: number | null,
): string | null {
  if (total === null) return 'None: the number of steps is unknown.';
  if (first !== undefined) return first.share > 0.25 ? 'Only times since the last restart count.' : null;
  return step < total / 4 ? 'None: the first is taken at 25 %.' : 'None since the last restart.';
}

/** `At 50 % it said 12:02:10 to 12:10:00; it was 12:07:03, in range.` */
export function estimateWords(
  { share, step, soonestMs, latestMs, endedMs, missedByMs }: PastEstimate,
  nowMs: number,
): string {
  const words = `At ${share * 100} % (step ${step}) it said ${rangeWords(soonestMs, latestMs, nowMs)}`;
  if (endedMs === null || missedByMs === null) return `${words}.`;
  const verdict =
    clockSecond(soonestMs) <= clockSecond(endedMs) && clockSecond(endedMs) <= clockSecond(latestMs)
      ? 'in range'
      : `${formatDuration(Math.abs(missedByMs))} ${missedByMs < 0 ? 'earlier' : 'later'}`;
  return `${words}; it was ${momentWords(endedMs, nowMs)}, ${verdict}.`;
}

/** As shown clocks have it. */
function clockSecond(ms: number): number {
  return Math.floor(ms / 1_000);
}

/** Expected time of the next status in Unix milliseconds; null with the reason. */
export function serviceEstimate(record: FineTune): { readonly atMs: number | null; readonly words: string } {
  if (isOver(record.status)) return { atMs: null, words: 'The job is over.' };
  const { estimate_available: isThere, seconds_remaining: seconds } = record.progress ?? {};
  if (seconds === undefined) return { atMs: null, words: 'The service sends no estimate.' };
  if (isThere === false || !(seconds >= 0)) return { atMs: null, words: 'The service has no estimate now.' };
  const fromMs = readTimeMs(record.updated_at);
  const lead = `The service says ${formatDuration(seconds * 1_000)} until its next status`;
  if (fromMs === null) return { atMs: null, words: `${lead}, but not since when.` };
  return { atMs: fromMs + seconds * 1_000, words: `${lead}, counted from its last update.` };
}
