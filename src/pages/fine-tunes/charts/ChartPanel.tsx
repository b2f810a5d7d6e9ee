// One chart: title, legend, plot and notes.
import { memo, useDeferredValue, useMemo } from 'react';
import { DenseChart, DensePlace, type DenseMark } from '#charts/DenseChart.tsx';
import type { PlotReader, Reading } from '#charts/PlotSurface.tsx';
import { type DenseLine, gapsIn, type GapKind, type GapSource } from '#charts/dense-line.ts';
import { rounded, type Span } from '#charts/plot-scale.ts';
import { formatCount, formatCounted, formatFourDigits } from '#lib/format.ts';
import { xDenseAxis, yDenseAxis, hiddenText, noLogText, ySpan } from './axes.ts';
import { valueText } from './figure-text.ts';
import { lastAndBest, type Track } from './track.ts';
import type { ChangeView, DrawnView, XAxis, YRange } from './chart-view.ts';
import { ReadingTip, LineSample } from './ReadingTip.tsx';
import { YRangeButton } from './ChartBar.tsx';
import { fittedParts, panelLines, type PanelLines, type Panel } from './panels.ts';
import { nearestX, placeWords, readingWords, readPanel, stepX } from './read-panel.ts';

interface ChartPanelProps {
  panel: Panel;
  height: number;
  /** The loss comes first; the others only take their space. */
  isDrawn: boolean;
  view: DrawnView;
  change: ChangeView;
  whole: Span;
  marks: readonly DenseMark[];
  planned: DenseLine | null;
  reading: Reading;
  isMoving: boolean;
  /** Changes as lines are prepared. */
  version: number;
  onToggle: (track: Track) => void;
}

export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { panel, height, view, change, whole, marks, planned, reading, version } = props;
  const { x: axis, smoothing, zoom } = view;
  const isLog = view.isLog && panel.canBeLog;
  // A poll that leaves these numbers as they are draws no axis.
  const { from, to } = zoom ?? whole;
  const x = useMemo(() => xDenseAxis(axis, { from, to }), [axis, from, to]);
  const { span } = x;

  const { lines, raw, smoothed, edges } = useMemo(() => {
    const found = panelLines(panel, { smoothing, isLog });
    return planned === null ? found : { ...found, lines: [planned, ...found.lines] };
    // oxlint-disable-next-line react/exhaustive-deps -- prepared lines are outside React
  }, [panel, smoothing, isLog, planned, version]);

  const isClipped = view.isClipped && panel.isSmoothed;
  const fitted = useMemo(
    () => [...fittedParts({ raw, edges, smoothed }, isClipped), ...(planned?.parts ?? [])],
    [raw, edges, smoothed, isClipped, planned],
  );
  const range = view.ranges.find(({ chart }) => chart === panel.id) ?? null;
  const { from: low, to: high } = useMemo(
    () => ySpan(fitted, span, { isLog, isClipped, range }),
    [fitted, span, isLog, isClipped, range],
  );
  const y = useMemo(() => yDenseAxis({ from: low, to: high }, isLog), [low, high, isLog]);
  const { span: reach } = y;

  const reader = useMemo((): PlotReader => {
    const shown = panel.tracks.filter((track) => !track.isHidden);
    return {
      whole,
      reading,
      onSpan: (next, phase) => change({ zoom: next === null ? null : rounded(next) }, phase),
      snap: (at) => nearestX(shown, at),
      step: (at, count) => stepX(shown, at, count),
      read(at) {
        const rows = readPanel(panel, at, axis, { smoothing, isLog });
        const place = placeWords(shown, marks, at, axis);
        return {
          points: rows.map(({ track, point }) => ({
            key: track.key,
            x: point.x,
            y: point.value,
            colour: track.colour,
          })),
          renderTip: (room) => <ReadingTip rows={rows} place={place} room={room} />,
          words: readingWords(rows, place),
        };
      },
    };
    // oxlint-disable-next-line react/exhaustive-deps -- version says when prepared lines change
  }, [panel, whole, marks, reading, axis, smoothing, isLog, change, version]);

  const words = usePanelWords({ panel, raw, smoothed, span, reach, isLog, isClipped, range, axis });

  return (
    // In a row of charts, plots begin at one height however many lines the heads take.
    <section aria-label={panel.title} className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-0">
      <header className="flex min-h-6 min-w-0 flex-wrap content-start items-center gap-x-2">
        <h3 className="text-dense font-strong">
          {panel.title}
          {panel.unit && <span className="font-regular text-muted"> {panel.unit}</span>}
        </h3>
        <Legend panel={panel} onToggle={props.onToggle} />
        {planned && (
          <span className="inline-flex items-center gap-1.5 px-1.5 text-dense text-muted">
            <LineSample {...planned.look} hasRing={false} />
            planned
          </span>
        )}
        <YRangeButton
          title={panel.title}
          reach={reach}
          range={range}
          onRange={(next) => {
            const others = view.ranges.filter(({ chart }) => chart !== panel.id);
            change({ ranges: next === null ? others : [...others, { chart: panel.id, ...next }] }, 'done');
          }}
        />
      </header>
      {props.isDrawn ? (
        <DenseChart
          label={`${panel.title} by ${axis}`}
          height={height}
          lines={lines}
          gapSources={raw}
          marks={marks}
          x={x}
          y={y}
          reader={reader}
          isMoving={props.isMoving}
          notes={words.map((text) => (
            <span key={text}>{text}</span>
          ))}
        />
      ) : (
        <DensePlace height={height} />
      )}
    </section>
  );
});

interface PanelWords {
  panel: Panel;
  raw: PanelLines['raw'];
  smoothed: PanelLines['smoothed'];
  span: Span;
  reach: Span;
  isLog: boolean;
  isClipped: boolean;
  range: YRange | null;
  axis: XAxis;
}

/** What lines do not show. Deferred: counting reads every value. */
function usePanelWords(now: PanelWords): readonly string[] {
  const { raw, smoothed, isLog, isClipped, range } = now;
  const span = useDeferredValue(now.span);
  const reach = useDeferredValue(now.reach);
  const clipped = useMemo(() => {
    if (!isClipped && range === null) return null;
    return hiddenText(raw, span, reach, smoothed, range === null ? 'Clipping' : 'The y range');
  }, [raw, smoothed, span, reach, isClipped, range]);
  const gaps = useMemo(() => gapText(raw, span), [raw, span]);
  const missing = missingText(now.panel.tracks, now.axis);
  const noLog = isLog && range !== null ? noLogText(range) : null;
  return [bandText(now.panel), speedText(now.panel), noLog, clipped, gaps, missing].filter(
    (text) => text !== null,
  );
}

interface LegendProps {
  panel: Panel;
  onToggle: (track: Track) => void;
}

/** More would make the legend taller than its chart. */
const maxFigures = 4;

/** Hidden lines keep their place. */
function Legend({ panel: { id, tracks }, onToggle }: LegendProps) {
  // Of many lines the evaluations tell which run is best.
  const evaluated = tracks.filter(({ name }) => name === 'eval loss');
  const told = [tracks, evaluated].find(({ length }) => length <= maxFigures) ?? [];
  return (
    <div role="group" aria-label="Lines" className="flex min-w-0 flex-wrap gap-x-1">
      {tracks.map((track) => (
        <button
          key={track.key}
          type="button"
          data-printed=""
          aria-pressed={!track.isHidden}
          title={track.run.label}
          onClick={() => onToggle(track)}
          className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-control px-1.5 text-dense transition-colors hover:bg-raised pointer-coarse:h-control ${track.isHidden ? 'text-faint line-through' : ''}`}
        >
          <LineSample colour={track.colour} dash={track.dash} hasRing={track.isSparse} />
          <span className="max-w-88 truncate">{track.label}</span>
          {id === 'loss' && told.includes(track) && (
            // Not in the button's name, which would always change.
            <span aria-hidden="true" className="shrink-0 text-faint tabular-nums">
              {lossWords(track)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function lossWords(track: Track): string {
  const { last, best } = lastAndBest(track);
  if (last === null) return '';
  const words = `${lossText(last)}${fewerRuns(track)}`;
  return best === null || best === last ? words : `${words}, min ${lossText(best)}`;
}

/** ` of 2 runs` where a mean goes on without the others. */
function fewerRuns({ run, segments }: Track): string {
  const counts = segments.at(-1)?.lines;
  const last = counts?.at(-1);
  if (run.spread === undefined || last === undefined || !counts?.some((count) => count > last)) return '';
  return ` of ${formatCounted(last, 'run')}`;
}

/** Digits as everywhere on the page: 3.210. */
function lossText(value: number): string {
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e7 ? formatFourDigits(value) : valueText(Number(value.toPrecision(4)));
}

const lacks: Readonly<Record<XAxis, string>> = {
  step: 'step',
  epoch: 'epoch',
  tokens: 'count of tokens',
  elapsed: 'time',
  wall: 'time',
  cost: 'cost',
};

function bandText({ tracks }: Panel): string | null {
  const isDrawn = tracks.some(({ run, isHidden }) => run.spread !== undefined && !isHidden);
  return isDrawn ? 'Line: mean of a group; band: its lowest to highest run.' : null;
}

function speedText({ unit }: Panel): string | null {
  return unit === 'tokens/s'
    ? 'Each step counts the mean tokens of a step: a shorter last batch of an epoch looks faster.'
    : null;
}

/** `12 points of baseline v1 not drawn: no epoch.`, or null. */
function missingText(tracks: readonly Track[], axis: XAxis): string | null {
  const byRun = new Map<string, number>();
  for (const { run, missingCount, isHidden } of tracks) {
    if (isHidden || missingCount === 0) continue;
    byRun.set(run.label, (byRun.get(run.label) ?? 0) + missingCount);
  }
  if (byRun.size === 0) return null;
  const parts = [...byRun].map(([label, count]) => `${formatCounted(count, 'point')} of ${label}`);
  return `${parts.join(', ')} not drawn: no ${lacks[axis]}.`;
}

const gapWords: Readonly<Record<GapKind, (count: string) => string>> = {
  nan: (count) => `${count} NaN (×)`,
  infinite: (count) => `${count} infinite (△)`,
  below: (count) => `${count} negative infinite (▽)`,
  'not-positive': (count) => `${count} zero or negative, which a log scale cannot show (▽)`,
};

const kinds: readonly GapKind[] = ['nan', 'infinite', 'below', 'not-positive'];

/** `Marked at the edge: 3 NaN (×).`, or null. */
function gapText(sources: readonly GapSource[], window: Span): string | null {
  const { counts } = gapsIn(sources, window, 1);
  const found = kinds.filter((kind) => counts[kind] > 0);
  if (found.length === 0) return null;
  return `Marked at the edge: ${found.map((kind) => gapWords[kind](formatCount(counts[kind]))).join(', ')}.`;
}
