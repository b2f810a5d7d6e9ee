// Cells of the list of fine-tunes.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { TrendLine } from '#charts/Sparkline.tsx';
import { formatDuration, formatFourDigits, noValue } from '#lib/format.ts';
import { momentWords } from '#lib/dates.ts';
import { curvesOf } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { aboutWords, isOverdue, leftWords } from '#pages/fine-tunes/curves/time-left.ts';
import { CutId } from '#ui/CutId.tsx';
import { useNow } from '#ui/use-now.ts';
import type { FineTuneRow, TimeLeftNow } from './fine-tune-row.ts';

/** Of a cut name stay the user's suffix and the code, in which runs differ. */
export function shownName(name: string) {
  return <CutId id={name} endLength={26} />;
}

/** One account's models have one owner. */
export function withoutOwner(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

export const noEvents: NonNullable<FineTune['events']> = [];
const noValues = new Float64Array();

/** Of the training loss since the last restart. */
export function LossLine({ events }: { events: NonNullable<FineTune['events']> }) {
  const { steps = noValues, values = noValues } = curvesOf(events).curves.get('train loss')?.at(-1) ?? {};
  return <TrendLine x={steps} y={values} colour="var(--muted)" className="h-4 w-18 min-w-0" />;
}

/** A training whose events state no loss may still report it in metrics, which only its page reads. */
export function noLossText({ loss, progress }: FineTuneRow) {
  const isElsewhere = loss === null && (progress ?? 0) > 0;
  return <span className="text-faint">{isElsewhere ? 'not in events' : noValue}</span>;
}

/** A dash would say that a training of which the list brings no events has nothing wrong. */
export function noAlertText({ progress, record }: FineTuneRow): string {
  return (record.events ?? noEvents).length === 0 && (progress ?? 0) > 0 ? 'no events' : noValue;
}

/** NaN and infinities are red. */
export function lossText(loss: number) {
  if (Number.isFinite(loss)) return formatFourDigits(loss);
  return <span className="font-medium text-bad">{String(loss)}</span>;
}

export function LeftCell({ left }: { left: TimeLeftNow | null }) {
  const nowMs = useNow();
  return left === null ? <span className="text-faint">{noValue}</span> : leftText(left, nowMs);
}

/**
 * `about 45 s`, or `12 min 00 s late`, if a report is due.
 * @param nowMs by this browser's clock
 */
export function leftText(left: TimeLeftNow, nowMs: number): string {
  const { likelyMs, lateMs, read } = left;
  if (isOverdue(left, read.atMs)) return `${formatDuration(lateMs)} late`;
  const serviceMs = read.isLast ? read.atMs : nowMs + read.aheadMs;
  return aboutWords(likelyMs - serviceMs);
}

/** `38 to 52 s`, as of the newest answer. */
export function rangeText({ soonestMs, latestMs, read }: TimeLeftNow): string {
  return leftWords(soonestMs - read.atMs, latestMs - read.atMs);
}

/** The time alone today. */
export function momentText(atMs: number | null) {
  return atMs === null ? <span className="text-faint">{noValue}</span> : momentWords(atMs, Date.now());
}

export function percent(value: number): string {
  return `${Math.floor(value)} %`;
}

/** Blue while live. */
export function ProgressCell({ row: { progress, kind } }: { row: FineTuneRow }) {
  if (progress === null) return <span className="text-faint">{noValue}</span>;
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1.5 w-8 overflow-hidden rounded-token bg-raised">
        <span
          className={`block h-full ${kind === 'running' ? 'bg-act' : 'bg-edge'}`}
          style={{ width: `${progress}%` }}
        />
      </span>
      <span className="min-w-[5ch]">{percent(progress)}</span>
    </span>
  );
}
