// Charts: prices, scaling, memory.
import { useMemo, type ReactNode } from 'react';
import type { BarRow } from '#charts/BarRows.tsx';
import type { FrontPoint } from '#charts/FrontPoints.tsx';
import type { ScalingLine } from '#charts/ScalingLines.tsx';
import { formatCompact, formatCount, formatCounted, noValue } from '#lib/format.ts';
import { paretoFront } from '#pricing/dominance.ts';
import { formatAmount } from '#pricing/money.ts';
import { hoursPerMonth, rateUnit, cardKey, rate, totalMemory, formatPriceIn } from '#pricing/rate.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { HardwareRow } from './hardware-row.ts';
import type { Choices } from './search.ts';

const BarRows = lazyPart(() => import('#charts/BarRows.tsx'), 'BarRows');
const ScalingLines = lazyPart(() => import('#charts/ScalingLines.tsx'), 'ScalingLines');
const FrontPoints = lazyPart(() => import('#charts/FrontPoints.tsx'), 'FrontPoints');

function someNames(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return rest <= 0
    ? names.join(', ')
    : `${names.slice(0, maxNames).join(', ')} and ${formatCount(rest)} more`;
}

const maxNames = 24;

interface ChartsPanelProps {
  rows: readonly HardwareRow[];
  choices: Choices;
  onSelect: (id: string) => void;
}

export function ChartsPanel({ rows, choices, onSelect }: ChartsPanelProps) {
  const { unit: unitId, per, replicas } = choices;
  // Opening a row that has a bar must change nothing: focus stays on its bar.
  const byPrice = useMemo(
    () => priceBars(rows, { unit: unitId, per, replicas }),
    [rows, unitId, per, replicas],
  );
  const hasOpen = byPrice.leftOut === 0 || byPrice.bars.some(({ id }) => id === choices.open);
  const openId = hasOpen ? null : choices.open;
  const { bars, leftOut } = useMemo(
    () => (openId === null ? byPrice : priceBars(rows, { unit: unitId, per, replicas }, openId)),
    [byPrice, openId, rows, unitId, per, replicas],
  );
  const { lines, inStep, leftOut: linesLeftOut } = useMemo(() => scaling(rows), [rows]);
  const {
    front,
    others,
    leftOut: pointsLeftOut,
  } = useMemo(() => memoryFront(rows, { unit: unitId, per, replicas }), [rows, unitId, per, replicas]);
  const unit = rateUnit(choices.unit).label;
  const shareWords = { whole: '', gpu: ', for one GPU', gb: ', for one GB' }[per];
  const month = choices.unit === 'month' ? ` (${hoursPerMonth} h)` : '';
  const times = choices.replicas === 1 ? '' : `, ${choices.replicas ?? noValue} replicas`;
  const selected = rows.find(({ hardware }) => hardware.id === choices.open);
  const isWhole = per === 'whole';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
      <Chart title={`Price in ${unit}${month}${shareWords}${isWhole ? times : ''}`} rows={12}>
        {bars.length === 0 ? (
          <p className="text-muted">No configuration has a price above zero.</p>
        ) : (
          <BarRows
            rows={bars}
            label={`Prices in ${unit}${shareWords}, lowest first`}
            selectedId={choices.open}
            onSelect={onSelect}
          />
        )}
        {bars.some(({ isFaint }) => isFaint) && (
          <p className="mt-1 flex items-baseline gap-1.5 text-dense text-muted">
            {/* Not named: the system may have another than gray. */}
            <svg width="16" height="8" aria-hidden="true">
              <rect width="100%" height="100%" rx="2" fill="var(--bar-faint, var(--faint))" />
            </svg>
            Not offered for the model.
          </p>
        )}
        {leftOut > 0 && (
          <p className="mt-1 text-dense text-muted">
            {formatCount(leftOut)} more have no bar: those with the best price for their memory come first,
            then the cheapest.
          </p>
        )}
      </Chart>
      <Chart title={`Price in ${unit}${month}${times} against memory`} rows={10}>
        {front.length + others.length < 2 ? (
          <p className="text-muted">Needs at least two configurations with price and memory.</p>
        ) : (
          <>
            <FrontPoints
              front={front}
              others={others}
              label={`Price in ${unit} against memory; ${formatCounted(front.length, 'configuration is', 'configurations are')} the cheapest way to their memory`}
              xLabel="GB in all"
              yLabel={unit}
              formatX={formatCount}
              formatY={formatCompact}
              selectedId={choices.open}
              onSelect={onSelect}
            />
            <p className="mt-1 text-dense text-muted">
              Filled: the cheapest for its memory. Both axes are logarithmic.
              {pointsLeftOut > 0 &&
                ` ${formatCount(pointsLeftOut)} more are not drawn: the most expensive per GB.`}
            </p>
          </>
        )}
      </Chart>
      <Chart title="Price per GPU by number of GPUs, relative to the smallest" rows={8}>
        {lines.length > 0 && (
          <ScalingLines
            lines={lines}
            selectedId={selected ? cardKey(selected.hardware) : null}
            label={`Price per GPU by number of cards, for ${lines.map(({ name }) => name).join(', ')}; level is linear`}
          />
        )}
        <p className="mt-1 text-dense text-muted">
          {linesLeftOut > 0 && `${formatCount(linesLeftOut)} closer to linear are not drawn. `}
          {inStep.length > 0
            ? `Linear (same price per GPU at any count): ${someNames(inStep)}.`
            : lines.length === 0 && 'No card has prices for several counts.'}
        </p>
      </Chart>
    </div>
  );
}

function Chart({ title, rows, children }: { title: string; rows: number; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 font-medium">{title}</h2>
      <PanelBoundary name="The chart" whileLoading={<Loading rows={rows} label="Loading the chart" />}>
        {children}
      </PanelBoundary>
    </section>
  );
}

type Reading = Pick<Choices, 'unit' | 'per' | 'replicas'>;

/** More are unreadable. */
export const maxBars = 40;

/** Off the Pareto front, which is always drawn. */
export const maxPoints = 400;

export const maxLines = 12;

/**
 * By rising price, without free or unpriced rows. Beyond the limit: offered first, then undominated, then by
 * price; the selected one is included.
 */
export function priceBars(
  rows: readonly HardwareRow[],
  { unit, per, replicas }: Reading,
  selectedId: string | null = null,
): { readonly bars: readonly BarRow[]; readonly leftOut: number } {
  const label = rateUnit(unit).label;
  const priced = rows.flatMap((row) => {
    const { value } = rate(row.hardware, unit, per, replicas);
    return value === null || value === 0 ? [] : [{ row, value, place: placeOf(row, selectedId) }];
  });
  const kept = priced
    .toSorted((one, other) => one.place - other.place || one.value - other.value)
    .slice(0, maxBars)
    .sort((one, other) => one.value - other.value);
  return {
    bars: kept.map(({ row: { hardware, offer }, value }) => {
      const isFaint = offer.kind === 'not-offered';
      const text = `${formatPriceIn(value, label)}${isFaint ? ', not offered' : ''}`;
      return { id: hardware.id, name: hardware.id, value, figure: formatAmount(value), text, isFaint };
    }),
    leftOut: priced.length - kept.length,
  };
}

function placeOf({ hardware, offer, dominator }: HardwareRow, selectedId: string | null): number {
  if (hardware.id === selectedId) return 0;
  return 1 + (offer.kind === 'not-offered' ? 2 : 0) + (dominator === null ? 0 : 1);
}

/**
 * Cards whose price grows faster or slower than their number, furthest from level first, and the names of the
 * others.
 */
export function scaling(rows: readonly HardwareRow[]): {
  readonly lines: readonly ScalingLine[];
  readonly leftOut: number;
  readonly inStep: readonly string[];
} {
  const cards = new Map<string, { key: string; name: string; points: { count: number; times: number }[] }>();
  for (const { hardware, penalty } of rows) {
    const count = hardware.specs?.gpu_count;
    if (count === undefined || penalty.value === null) continue;
    const key = cardKey(hardware);
    if (key === null) continue;
    const card = cards.get(key) ?? { key, name: cardName(hardware), points: [] };
    card.points.push({ count, times: penalty.value });
    cards.set(key, card);
  }
  const several = [...cards.values()].filter(
    ({ points }) => new Set(points.map(({ count }) => count)).size > 1,
  );
  const isInStep = ({ points }: (typeof several)[number]) =>
    points.every(({ times }) => Math.abs(times - 1) < 0.0005);
  const bent = several.filter((card) => !isInStep(card));
  const farthest = ({ points }: (typeof several)[number]) =>
    Math.max(...points.map(({ times }) => Math.abs(times - 1)));
  const drawn =
    bent.length <= maxLines
      ? bent
      : bent.toSorted((one, other) => farthest(other) - farthest(one)).slice(0, maxLines);
  return {
    inStep: several.filter(isInStep).map(({ name }) => name),
    leftOut: bent.length - drawn.length,
    lines: drawn.map(({ key, name, points }) => ({
      id: key,
      name,
      points: points.toSorted((one, other) => one.count - other.count),
    })),
  };
}

/** Pareto front by rising memory, and the other points, at most the cheapest per GB. */
export function memoryFront(
  rows: readonly HardwareRow[],
  { unit, replicas }: Reading,
): {
  readonly front: readonly FrontPoint[];
  readonly others: readonly FrontPoint[];
  readonly leftOut: number;
} {
  const offered = rows.filter(({ offer }) => offer.kind !== 'not-offered').map(({ hardware }) => hardware);
  const onFront = new Set(paretoFront(offered));
  const label = rateUnit(unit).label;
  const points = offered.flatMap((hardware) => {
    const y = rate(hardware, unit, 'whole', replicas).value;
    const x = totalMemory(hardware);
    if (y === null || y === 0 || x === null) return [];
    const text = `${formatCount(x)} GB, ${formatPriceIn(y, label)}`;
    const name = `${hardware.specs?.gpu_count ?? 1}× ${hardware.specs?.gpu_type ?? hardware.id}`;
    return [{ isFront: onFront.has(hardware), point: { id: hardware.id, name, x, y, text } }];
  });
  const front = points.filter(({ isFront }) => isFront).map(({ point }) => point);
  const others = points.filter(({ isFront }) => !isFront).map(({ point }) => point);
  const kept =
    others.length <= maxPoints
      ? others
      : others.toSorted((one, other) => one.y / one.x - other.y / other.x).slice(0, maxPoints);
  return {
    front: front.toSorted((one, other) => one.x - other.x),
    others: kept.toSorted((one, other) => one.x - other.x),
    leftOut: others.length - kept.length,
  };
}

/** `a100 80 GB sxm`; a type may include its memory. */
function cardName({ specs }: HardwareRow['hardware']): string {
  const { gpu_type: type = 'card', gpu_memory: memory, gpu_link: link } = specs ?? {};
  const gb = memory === undefined || type.includes(`${memory}`) ? '' : `${memory} GB`;
  return [type, gb, link].filter(Boolean).join(' ');
}
