// The charts beside the table: prices, scaling, and price against memory; what is chosen in one is chosen in the table.
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { hoursPerMonth, rateUnits } from '#pricing/rate.ts';
import { formatCount } from '#lib/format.ts';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { cardKey } from '#pricing/scaling-penalty.ts';
import { memoryFront, priceBars, scaling } from './chart-data.ts';
import type { HardwareRow } from './hardware-row.ts';
import type { Choices } from './search.ts';

const BarRows = lazy(async () => ({ default: (await chunk(() => import('#charts/BarRows.tsx'))).BarRows }));
const ScalingLines = lazy(async () => ({
  default: (await chunk(() => import('#charts/ScalingLines.tsx'))).ScalingLines,
}));
const FrontPoints = lazy(async () => ({
  default: (await chunk(() => import('#charts/FrontPoints.tsx'))).FrontPoints,
}));

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

function compactText(value: number): string {
  return compact.format(value);
}

/** The first names of many, and how many more there are. */
function someNames(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return rest <= 0
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} and ${formatCount(rest)} more`;
}

const mostNames = 24;

interface ChartsPanelProps {
  rows: readonly HardwareRow[];
  choices: Choices;
  onSelect: (id: string) => void;
}

/** The table beside them holds the same figures. */
export function ChartsPanel({ rows, choices, onSelect }: ChartsPanelProps) {
  const { unit: unitId, share, replicas } = choices;
  // An open row that has a bar already changes nothing in them, and the focus stays on its bar.
  const usual = useMemo(
    () => priceBars(rows, { unit: unitId, share, replicas }),
    [rows, unitId, share, replicas],
  );
  const hasOpen = usual.leftOut === 0 || usual.bars.some(({ id }) => id === choices.open);
  const openId = hasOpen ? null : choices.open;
  const { bars, leftOut } = useMemo(
    () => (openId === null ? usual : priceBars(rows, { unit: unitId, share, replicas }, openId)),
    [usual, openId, rows, unitId, share, replicas],
  );
  const { lines, inStep, leftOut: linesLeftOut } = useMemo(() => scaling(rows), [rows]);
  const {
    front,
    others,
    leftOut: pointsLeftOut,
  } = useMemo(() => memoryFront(rows, { unit: unitId, share, replicas }), [rows, unitId, share, replicas]);
  const unit = rateUnits.find(({ id }) => id === choices.unit)?.label ?? '';
  const per = { whole: '', gpu: ', for one GPU', gb: ', for one GB' }[choices.share];
  const month = choices.unit === 'month' ? ` (${hoursPerMonth} h)` : '';
  const times = choices.replicas === 1 ? '' : `, ${choices.replicas ?? '—'} replicas`;
  const selected = rows.find(({ hardware }) => hardware.id === choices.open);
  const isWhole = choices.share === 'whole';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
      <Chart title={`Price in ${unit}${month}${per}${isWhole ? times : ''}`} rows={12}>
        {bars.length === 0 ? (
          <p className="text-muted">No configuration states a price above zero.</p>
        ) : (
          <BarRows
            rows={bars}
            label={`Prices in ${unit}${per}, by rising price`}
            selectedId={choices.open}
            onSelect={onSelect}
          />
        )}
        {leftOut > 0 && (
          <p className="mt-1 text-dense text-muted">
            {formatCount(leftOut)} more have no bar: first come those that nothing beats in price and memory,
            then the cheapest.
          </p>
        )}
      </Chart>
      <Chart title={`Price in ${unit}${month}${times} against memory`} rows={10}>
        {front.length < 2 ? (
          <p className="text-muted">At least two configurations with price and memory make a front.</p>
        ) : (
          <FrontPoints
            front={front}
            others={others}
            label={`Price in ${unit} against memory; ${front.length} configurations are the cheapest way to their memory`}
            xLabel="GB in all"
            yLabel={unit}
            formatX={formatCount}
            formatY={compactText}
            selectedId={choices.open}
            onSelect={onSelect}
          />
        )}
        <p className="mt-1 text-dense text-muted">
          On the line: the cheapest way to that memory. Both axes double at equal steps.
          {pointsLeftOut > 0 &&
            ` ${formatCount(pointsLeftOut)} more are not drawn: the dearest by the GB of memory.`}
        </p>
      </Chart>
      <Chart title="Price per GPU as cards are added, against the smallest" rows={8}>
        {lines.length > 0 && (
          <ScalingLines
            lines={lines}
            selectedId={selected ? cardKey(selected.hardware) : null}
            label={`Price per GPU by number of cards, for ${lines.map(({ name }) => name).join(', ')}; level is linear`}
          />
        )}
        <p className="mt-1 text-dense text-muted">
          {linesLeftOut > 0 && `${formatCount(linesLeftOut)} cards nearer to level are not drawn. `}
          {inStep.length > 0
            ? `Linear, one GPU costs the same at any count: ${someNames(inStep)}.`
            : lines.length === 0 && 'No card comes in several counts with a price.'}
        </p>
      </Chart>
    </div>
  );
}

function Chart({ title, rows, children }: { title: string; rows: number; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 font-medium">{title}</h2>
      <PanelBoundary name="The chart">
        <Suspense fallback={<Loading rows={rows} label="Loading the chart" />}>{children}</Suspense>
      </PanelBoundary>
    </section>
  );
}
