// Chart toolbar: smoothing, axes, clipping, baseline, export.
import { type ReactNode, useId, useState } from 'react';
import {
  axisNames,
  xAxes,
  type DrawnView,
  type XAxis,
  type ChangeView,
  isYRange,
  maxSmoothing,
  type YRange,
} from './chart-view.ts';
import { Button } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { NumberInput, Slider, useScrollGuard } from '#ui/NumberInput.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { whyNoAxis } from './axis-column.ts';
import { shortNamesOf, type ChartRun } from './chart-run.ts';
import type { Span } from '#charts/plot-scale.ts';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { Popover } from '#ui/Popover.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { tipText } from './figure-text.ts';

interface ChartBarProps {
  runs: readonly ChartRun[];
  /** Why axes are unavailable. */
  reasons: ReadonlyMap<XAxis, string>;
  /** The cost axis can be chosen, and explains what it lacks. */
  canAskCost: boolean;
  view: DrawnView;
  change: ChangeView;
  shape: 'chart' | 'table';
  onShape: (shape: 'chart' | 'table') => void;
  children: ReactNode;
}

export function ChartBar(props: ChartBarProps) {
  const { runs, reasons, canAskCost, view, change, shape, onShape, children } = props;
  // On phones only.
  const [isOpen, setOpen] = useState(false);
  const controlsId = useId();
  const guard = useScrollGuard(view.smoothing, (smoothing) => change({ smoothing }, 'done'));
  const shortNames = shortNamesOf(runs.map(({ label }) => label));
  return (
    <div role="group" aria-label="Charts" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <PhoneFold label="Smoothing and axes" isOpen={isOpen} onOpen={setOpen} controls={controlsId} />
      <div
        id={controlsId}
        className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 in-data-full:low:hidden ${isOpen ? '' : 'max-tablet:hidden'}`}
      >
        <span className="flex items-center gap-2 text-dense text-muted">
          smoothing
          <span className="w-24" {...guard}>
            <Slider
              aria-label="Smoothing"
              value={view.smoothing}
              min={0}
              max={maxSmoothing}
              step={0.001}
              onValue={(smoothing) => change({ smoothing }, 'moving')}
            />
          </span>
          <output className="w-9 text-text">{view.smoothing}</output>
        </span>
        <Select
          aria-label="Horizontal axis"
          value={view.x}
          onValue={(x) => change({ x, zoom: null }, 'done')}
          options={xAxes.map((axis) => ({
            value: axis,
            label: reasons.has(axis) ? `${axisNames[axis]} (${reasons.get(axis)})` : axisNames[axis],
            isDisabled: reasons.has(axis) && !(axis === 'cost' && canAskCost),
          }))}
          className="max-w-40"
        />
        <Segmented
          aria-label="Vertical axis"
          options={scales}
          value={view.isLog ? 'log' : 'linear'}
          onValue={(scale) => change({ isLog: scale === 'log' }, 'done')}
        />
        <label className="inline-flex h-control items-center gap-1.5 text-dense text-muted">
          <input
            type="checkbox"
            checked={view.isClipped}
            className="accent-(--act-fill)"
            onChange={(event) => change({ isClipped: event.currentTarget.checked }, 'done')}
          />
          clip outliers
        </label>
        {runs.length > 1 && (
          <Select
            aria-label="Baseline"
            value={runs.some(({ id }) => id === view.baseline) ? (view.baseline ?? '') : ''}
            onValue={(id) => change({ baseline: id || null }, 'done')}
            options={[
              { value: '', label: 'compare to: none' },
              ...runs.map(({ id }, index) => ({
                value: id,
                label: `compare to: ${shortNames[index] ?? ''}`,
              })),
            ]}
            className="max-w-56"
          />
        )}
      </div>
      <span className="ml-auto flex flex-wrap items-center gap-1.5">
        <Button look="quiet" disabled={view.zoom === null} onClick={() => change({ zoom: null }, 'done')}>
          Show all
        </Button>
        {children}
        <Segmented aria-label="Shown as" options={shapes} value={shape} onValue={onShape} />
      </span>
    </div>
  );
}

/**
 * Of axes that no run has. Reads columns: memoize it.
 * @param ofCost a better reason for cost
 */
export function axisReasons(runs: readonly ChartRun[], ofCost?: string): ReadonlyMap<XAxis, string> {
  return new Map(
    xAxes.flatMap((axis) => {
      const reason = whyNoAxis(runs, axis);
      return reason === null ? [] : [[axis, (axis === 'cost' ? ofCost : undefined) ?? reason] as const];
    }),
  );
}

const scales = [
  { value: 'linear', label: 'linear' },
  { value: 'log', label: 'log' },
] as const;
const shapes = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

type Bounds = Omit<YRange, 'chart'>;

interface YRangeButtonProps {
  title: string;
  /** Current range. */
  reach: Span;
  range: YRange | null;
  /** Null is automatic. */
  onRange: (range: Bounds | null) => void;
}

export function YRangeButton({ title, reach, range, onRange }: YRangeButtonProps) {
  const id = useId();
  const words = range === null ? 'auto' : `${limitText(range.from)} to ${limitText(range.to)}`;
  return (
    <span className="ml-auto">
      <Button
        look="quiet"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={`y: ${words}, range of ${title}`}
      >
        y: {words}
      </Button>
      <Popover id={id} label={`Y range of ${title}`}>
        {(close) => (
          <RangeForm
            reach={reach}
            range={range}
            onRange={(next) => {
              onRange(next);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}

function limitText(bound: number | null): string {
  return bound === null ? 'auto' : tipText(bound);
}

function RangeForm({ reach, range, onRange }: Pick<YRangeButtonProps, 'reach' | 'range' | 'onRange'>) {
  const [texts, setTexts] = useState({ from: String(range?.from ?? ''), to: String(range?.to ?? '') });
  const [from, to] = [parseNumber(texts.from), parseNumber(texts.to)];
  const bounds = from === undefined || to === undefined ? null : { from, to };
  const isEmpty = from === null && to === null;
  const isWrong = bounds === null || (!isEmpty && !isYRange(bounds));
  const handleApply = () => {
    if (!isWrong) onRange(isEmpty ? null : bounds);
  };
  return (
    <form
      className="grid gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        handleApply();
      }}
    >
      <Field label="From" layout="row">
        <NumberInput
          text={texts.from}
          onText={(text) => setTexts({ ...texts, from: text })}
          emptyText={tipText(reach.from)}
        />
      </Field>
      <Field label="To" layout="row" error={isWrong ? 'Two numbers, the lower one first.' : undefined}>
        <NumberInput
          text={texts.to}
          onText={(text) => setTexts({ ...texts, to: text })}
          emptyText={tipText(reach.to)}
        />
      </Field>
      <p className="text-dense text-muted">An empty field is automatic. The zoom of the x axis stays.</p>
      <span className="flex justify-end gap-2">
        <Button type="button" disabled={range === null} onClick={() => onRange(null)}>
          Reset
        </Button>
        <Button type="submit" disabled={isWrong}>
          Apply
        </Button>
      </span>
    </form>
  );
}
