// Key figures of a fine-tune: step, losses, learning rate, time, price.
import { isEnding, isOver, percentOf, statusKind } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatFourDigits,
  formatSignificant,
  noValue,
} from '#lib/format.ts';
import { dateTimeWords, formatAge } from '#lib/dates.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { smooth } from '#lib/smoothing.ts';
import { areStepsCounted, isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { lowestPoint, type CurveName, type CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import type { TimedSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { aboutWords, estimateEnd, isOverdue, leftWords } from '#pages/fine-tunes/curves/time-left.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { formatTotalPrice, priceUnits } from '#pricing/price-unit.ts';
import type { Phase } from '#timeline/entry.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { useNow } from '#ui/use-now.ts';
import { isCut, type CostMeter } from './CostPart.tsx';
import { stepsTrainedAgain } from './event-phases.ts';
import type { Readings } from './use-readings.ts';

interface FiguresProps {
  open: OpenFineTune;
  readings: Readings;
  /** The open one lasts until now. */
  phases: readonly Phase[];
}

/** A dash's label says why, where it helps. */
export function Figures({ open, readings, phases }: FiguresProps) {
  const loss = lossNow(open.curves);
  const evaluated = newestPoint(open.curves, 'eval loss');
  const lowest = lowestPoint(open.curves.curves.get('eval loss') ?? []);
  const isCounted = areStepsCounted(open.curves);
  const stepWords = (step: number) => (isCounted ? undefined : `step ${formatCount(step)}`);
  const rate = newestPoint(open.curves, 'learning rate');
  const scheduler = open.fineTune.lr_scheduler?.lr_scheduler_type;
  return (
    <div className="-mx-4 border-y border-line">
      <InstrumentStrip label="Figures of the fine-tune">
        <StateFigure open={open} phases={phases} />
        <StepFigure open={open} readings={readings} />
        <Figure
          label={<LossWords trend={loss?.trend ?? null} unit={isCounted ? 'report' : 'step'} />}
          minChars={7}
          tone={loss !== null && !Number.isFinite(loss.value) ? 'bad' : 'text'}
          value={loss === null ? noValue : formatFourDigits(loss.value)}
        />
        <Figure
          label="eval loss (last)"
          minChars={7}
          value={
            evaluated === null ? (
              noValue
            ) : (
              <span title={stepWords(evaluated.step)}>{formatFourDigits(evaluated.value)}</span>
            )
          }
        />
        {lowest !== null && (
          <Figure
            label={['eval loss (best)', stepWords(lowest.step)].filter(Boolean).join(', ')}
            minChars={7}
            value={formatFourDigits(lowest.value)}
          />
        )}
        <Figure
          label={scheduler ? `learning rate, ${scheduler}` : 'learning rate'}
          minChars={8}
          value={rate === null ? noValue : rateText(rate.value)}
        />
        <TimeFigure open={open} readings={readings} phases={phases} />
        <PriceFigure record={open.fineTune} costs={readings.costs} />
      </InstrumentStrip>
    </div>
  );
}

/** `3.85e-5`, `0.001` */
function rateText(rate: number): string {
  const short = Number(rate.toPrecision(3));
  return short !== 0 && Math.abs(short) < 1e-3 ? short.toExponential() : String(short);
}

/** Trend of the smoothed loss: single batches vary. */
function LossWords({ trend, unit }: Pick<LossNow, 'trend'> & { unit: string }) {
  if (trend === null) return 'train loss (last)';
  return (
    <span
      title={`Change of the loss smoothed with ${trendWeight}, which is now ${formatFourDigits(trend.smoothed)}`}
    >
      train loss (last), {changeWords(trend, unit)}
    </span>
  );
}

/** `smoothed ▼ 0.013 in 28 steps`: the last batch alone may have gone the other way. */
export function changeWords({ change, steps }: NonNullable<LossNow['trend']>, unit = 'step'): string {
  const words = `in ${formatCounted(steps, unit)}`;
  if (change === 0) return `smoothed unchanged ${words}`;
  return `smoothed ${change < 0 ? '▼' : '▲'} ${formatSignificant(Math.abs(change), 2)} ${words}`;
}

function StateFigure({ open: { fineTune, clock }, phases }: Omit<FiguresProps, 'readings'>) {
  const nowMs = useNow() + clock.aheadMs;
  const since = statusSince(fineTune, phases);
  const age = since === null ? '' : formatAge(nowMs - since.atMs);
  return (
    <Figure
      label={
        since === null ? (
          'state'
        ) : (
          <span title={dateTimeWords(since.atMs)}>
            {since.kind === 'since' || since.kind === 'restarted'
              ? `for ${age}${since.kind === 'restarted' ? ' since the restart' : ''}`
              : `${since.kind === 'updated' ? 'updated ' : ''}${age} ago`}
          </span>
        )
      }
      minChars={10}
      tone={statusKind(fineTune.status) === 'running' ? 'act' : 'text'}
      value={fineTune.status ?? noValue}
    />
  );
}

/** Of a service that reports no steps, the epoch. Blue while live. */
function StepFigure({
  open: { fineTune, curvesBeside, events },
  readings: { step, total },
}: Omit<FiguresProps, 'phases'>) {
  const { epochs_completed: epoch, n_epochs: epochs } = fineTune;
  const isByEpoch = step === null && !curvesBeside.isLoading && epoch !== undefined && isSet(epochs);
  const [word, done, all] = isByEpoch ? ['epoch', epoch, epochs] : ['step', step, total];
  const isLive = statusKind(fineTune.status) === 'running';
  const again = isLive ? stepsTrainedAgain(events, step) : null;
  const percent = done === null || all === null || all === 0 ? null : percentOf(done, all);
  return (
    <Figure
      label={
        <span className="flex items-center gap-2">
          {again !== null
            ? `training ${formatCount(again.from)} to ${formatCount(again.to)} again`
            : percent === null
              ? word
              : `${word}, ${Math.floor(percent)} %`}
          {percent !== null && (
            <span aria-hidden="true" className="h-1 min-w-12 flex-1 overflow-hidden rounded-token bg-raised">
              <span
                className={`block h-full ${isLive ? 'bg-act' : 'bg-edge'}`}
                style={{ width: `${percent}%` }}
              />
            </span>
          )}
        </span>
      }
      minChars={12}
      value={done === null ? noValue : `${formatCount(done)} / ${all === null ? '?' : formatCount(all)}`}
    />
  );
}

function TimeFigure({
  open: { fineTune, goneSinceMs, knownMs, freshness, clock },
  readings: { times, total },
  phases,
}: FiguresProps) {
  const hereMs = useNow();
  if (statusKind(fineTune.status) === 'queued' && goneSinceMs === null)
    return <QueueFigure ahead={fineTune.queue_depth} />;
  const isDone = isOver(fineTune.status) || isEnding(fineTune.status);
  if (statusKind(fineTune.status) !== 'running' || isDone || goneSinceMs !== null) {
    const tookMs = trainedMs(phases, times);
    const label = isDone ? 'training took' : 'training so far';
    return <Figure label={label} minChars={8} value={tookMs === null ? noValue : formatDuration(tookMs)} />;
  }
  // Only up to the newest answer: later silence is not lateness.
  const readMs = (knownMs ?? hereMs) + clock.minAheadMs;
  const end = estimateEnd(times, total, readMs);
  if (!end.isKnown) {
    const isLast = (times.steps.at(-1) ?? 0) >= (total ?? Infinity);
    const why = isLast ? 'last step done' : 'not known yet';
    return (
      <Figure label={`time left, ${why}`} minChars={16} value={<span title={end.formula}>{noValue}</span>} />
    );
  }
  if (isOverdue(end, readMs))
    return (
      <Figure
        label="time left, next report overdue"
        minChars={14}
        value={<span title={end.formula}>{formatDuration(end.lateMs)} late</span>}
      />
    );
  // Without an answer nobody knows that the training goes on.
  const nowMs = freshness.error === null ? hereMs + clock.minAheadMs : readMs;
  const range = leftWords(end.soonestMs - nowMs, end.latestMs - nowMs);
  const likely = <span title={end.formula}>{aboutWords(end.likelyMs - nowMs)}</span>;
  return (
    <Figure
      label={range.startsWith('about') ? 'time left' : `time left, ${range}`}
      minChars={14}
      value={likely}
    />
  );
}

/** Before a restart, too, but not the wait between. */
export function trainedMs(phases: readonly Phase[], { timesMs }: TimedSteps): number | null {
  const training = phases.filter(({ name }) => name === 'training');
  // Of a job that is no longer listed the end is unknown.
  if (training.length > 0 && !training.some(({ isOpen }) => isOpen))
    return training.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const [first, last] = [timesMs[0], timesMs.at(-1)];
  return first === undefined || last === undefined ? null : last - first;
}

/** @param ahead jobs before it */
function QueueFigure({ ahead }: { ahead: number | undefined }) {
  const where = ahead === undefined ? '' : ahead === 0 ? ', next' : `, ${formatCount(ahead)} ahead`;
  const value = ahead === undefined ? noValue : formatCount(ahead + 1);
  return <Figure label={`place in the queue${where}`} minChars={8} value={value} />;
}

function PriceFigure({ record, costs }: Pick<Readings, 'costs'> & { record: FineTune }) {
  const unit = costs.unit === 'dollars' ? priceUnits[1] : priceUnits[0];
  const { total } = costs;
  // Why there is none is said under Cost.
  if (total.value === null) return null;
  return (
    <Figure
      label={priceLabel(record, costs.unit)}
      minChars={6}
      value={<span title={total.formula}>{formatTotalPrice(total.value, unit)}</span>}
    />
  );
}

/** One that ended early may not have cost that much. */
export function priceLabel(record: FineTune, unit: CostMeter['unit']): string {
  const price = isCut(record) ? 'price of the whole training' : 'price';
  return unit === 'dollars' ? price : `${price} (unit unknown)`;
}

/** NaN and infinities are kept. */
interface NewestPoint {
  readonly step: number;
  readonly value: number;
}

export function newestPoint({ curves }: CurveSet, name: CurveName): NewestPoint | null {
  const segment = curves.get(name)?.at(-1);
  const [step, value] = [segment?.steps.at(-1), segment?.values.at(-1)];
  return step === undefined || value === undefined ? null : { step, value };
}

interface LossNow {
  readonly value: number;
  /** Over the last tenth; null under ten points or for non-finite losses. */
  readonly trend: { readonly smoothed: number; readonly change: number; readonly steps: number } | null;
}

const trendWeight = 0.6;

/** Null without a training loss. */
export function lossNow({ curves }: CurveSet): LossNow | null {
  const segment = curves.get('train loss')?.at(-1);
  const raw = segment?.values.at(-1);
  if (segment === undefined || raw === undefined) return null;
  const count = segment.values.length;
  if (!Number.isFinite(raw) || count < 10) return { value: raw, trend: null };
  // Further back, smoothing weights are negligible.
  const back = Math.max(1, Math.floor(count / 10));
  const at = (end: number) =>
    smooth(segment.values.subarray(Math.max(0, end - 200), end), trendWeight).at(-1);
  const [smoothed, before] = [at(count) ?? Number.NaN, at(count - back) ?? Number.NaN];
  const steps = (segment.steps.at(-1) ?? 0) - (segment.steps.at(-1 - back) ?? 0);
  const isKnown = Number.isFinite(smoothed) && Number.isFinite(before);
  return { value: raw, trend: isKnown ? { smoothed, change: smoothed - before, steps } : null };
}

/**
 * By the service's clock. `restarted`: it had trained before; `ended`: nothing goes on; `updated`: only the last
 * update is known.
 */
interface StatusSince {
  readonly kind: 'since' | 'restarted' | 'ended' | 'updated';
  readonly atMs: number;
}

/** `started_at` is the current stage's; without it the open phase's begin counts. */
export function statusSince(record: FineTune, phases: readonly Phase[]): StatusSince | null {
  const started = readTimeMs(record.started_at);
  const updated = readTimeMs(record.updated_at);
  // Its stages began before its end.
  const endedMs = phases.at(-1)?.endMs ?? updated ?? started;
  if (isOver(record.status)) return endedMs === null ? null : { kind: 'ended', atMs: endedMs };
  const known = started ?? beginOf(record.status, phases);
  const isWaiting = statusKind(record.status) === 'queued';
  const begun = known ?? (isWaiting ? readTimeMs(record.created_at) : null);
  const isAgain = phaseNames[record.status?.toLowerCase() ?? ''] === undefined && hasTrainedBefore(phases);
  if (begun !== null) return { kind: isAgain ? 'restarted' : 'since', atMs: begun };
  return updated === null ? null : { kind: 'updated', atMs: updated };
}

/** By status. A running job covers all between queue or break and end. */
const phaseNames: Readonly<Record<string, string>> = {
  pending: 'queued',
  queued: 'queued',
  model_downloading: 'downloading',
  compressing: 'compressing',
  uploading: 'uploading',
  cancel_requested: 'cancelling',
};

const pauses: ReadonlySet<string> = new Set(['queued', 'interrupted']);

function hasTrainedBefore(phases: readonly Phase[]): boolean {
  const first = phases.findIndex(({ name }) => name === 'training');
  return first !== -1 && phases.slice(first).some(({ name }) => pauses.has(name));
}

function beginOf(status: string | undefined, phases: readonly Phase[]): number | null {
  const word = status?.toLowerCase() ?? '';
  const name = phaseNames[word];
  if (name !== undefined) return phases.findLast((phase) => phase.name === name)?.startMs ?? null;
  if (word !== 'running') return null;
  return phases[phases.findLastIndex(({ name: phase }) => pauses.has(phase)) + 1]?.startMs ?? null;
}
