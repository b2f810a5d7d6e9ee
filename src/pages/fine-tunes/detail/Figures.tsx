// The instrument strip of a fine-tune: step, losses, learning rate, time and price.
import { formatAge } from '#lib/age.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { estimateEnd } from '#pages/fine-tunes/insight/time-left.ts';
import { formatPrice } from '#pages/fine-tunes/list/columns.tsx';
import { leftWords } from '#pages/fine-tunes/left-words.ts';
import { isOver, statusKind } from '#pages/fine-tunes/status.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { useNow } from '#ui/use-now.ts';
import { priceUnits } from '#pages/fine-tunes/insight/price-unit.ts';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { lossNow, newestPoint } from './newest-point.ts';
import type { Readings } from './use-readings.ts';

/** What is not known is a dash, and its label says why where that helps. */
export function Figures({ open, readings }: { open: OpenFineTune; readings: Readings }) {
  const { step, total } = readings;
  const loss = lossNow(open.curves);
  const evaluated = newestPoint(open.curves, 'eval loss');
  const rate = newestPoint(open.curves, 'learning rate');
  const scheduler = open.fineTune.lr_scheduler?.lr_scheduler_type;
  return (
    <div className="-mx-4 border-y border-line">
      <InstrumentStrip label="Figures of the fine-tune">
        <StateFigure open={open} />
        <Figure
          label="step"
          signs={9}
          value={step === null ? '—' : `${formatCount(step)} / ${total === null ? '?' : formatCount(total)}`}
        />
        <Figure
          label={changeWords(loss?.change ?? null)}
          signs={7}
          tone={loss !== null && !Number.isFinite(loss.value) ? 'bad' : 'text'}
          value={loss === null ? '—' : fourDigits.format(loss.value)}
        />
        <Figure
          label={
            evaluated === null ? 'eval loss, none yet' : `eval loss, step ${formatCount(evaluated.step)}`
          }
          signs={7}
          value={evaluated === null ? '—' : fourDigits.format(evaluated.value)}
        />
        <Figure
          label={scheduler ? `learning rate, ${scheduler}` : 'learning rate'}
          signs={8}
          value={rate === null ? '—' : rateText(rate.value)}
        />
        <TimeFigure open={open} readings={readings} />
        <PriceFigure readings={readings} />
      </InstrumentStrip>
    </div>
  );
}

const twoDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** `3.85e-5`, `0.001`: as configurations spell it. */
function rateText(rate: number): string {
  const short = Number(rate.toPrecision(3));
  return short !== 0 && Math.abs(short) < 1e-3 ? short.toExponential() : String(short);
}

/** Against the smoothed loss a tenth of the steps ago. */
function changeWords(change: number | null): string {
  if (change === null) return 'train loss, smoothed';
  const sign = change < 0 ? '▼' : change > 0 ? '▲' : '·';
  return `train loss, ${sign} ${twoDigits.format(Math.abs(change))} lately`;
}

function StateFigure({ open: { fineTune } }: { open: OpenFineTune }) {
  const nowMs = useNow();
  const sinceMs = readTimeMs(fineTune.started_at) ?? readTimeMs(fineTune.updated_at);
  const age = sinceMs === null ? null : formatAge(nowMs - sinceMs);
  const label = age === null ? 'state' : isOver(fineTune.status) ? `for ${age}` : `heard of ${age} ago`;
  return (
    <Figure
      label={label}
      signs={10}
      tone={statusKind(fineTune.status) === 'running' ? 'act' : 'text'}
      value={fineTune.status ?? '—'}
    />
  );
}

function TimeFigure({
  open: { fineTune, goneSinceMs, freshness },
  readings: { times, total },
}: {
  open: OpenFineTune;
  readings: Readings;
}) {
  const nowMs = useNow();
  const [first, last] = [times[0], times.at(-1)];
  if (statusKind(fineTune.status) !== 'running' || goneSinceMs !== null) {
    const tookMs = first === undefined || last === undefined ? null : last.timeMs - first.timeMs;
    return <Figure label="training took" signs={8} value={tookMs === null ? '—' : formatDuration(tookMs)} />;
  }
  // Up to the newest answer: what has not been asked for since is not late.
  const end = estimateEnd(times, total, freshness.updatedAtMs ?? nowMs);
  if (!end.isKnown) return <Figure label="time left, not known yet" signs={16} value="—" />;
  const words = leftWords(end.soonestMs - nowMs, end.latestMs - nowMs);
  return <Figure label="time left" signs={16} value={<span title={end.formula}>{words}</span>} />;
}

function PriceFigure({ readings: { costs } }: { readings: Readings }) {
  const unit = costs.unit === 'dollars' ? priceUnits[1] : priceUnits[0];
  const { total } = costs;
  return (
    <Figure
      label={
        total.value === null
          ? 'price, not stated'
          : costs.unit === 'dollars'
            ? 'price'
            : 'price, unit not stated'
      }
      signs={6}
      value={<span title={total.formula}>{total.value === null ? '—' : formatPrice(total.value, unit)}</span>}
    />
  );
}
