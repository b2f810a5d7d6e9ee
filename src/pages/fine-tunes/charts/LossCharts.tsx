// Charts of loss, learning rate, gradient norm and throughput.
import {
  type ComponentProps,
  Suspense,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { DenseMark } from '#charts/DenseChart.tsx';
import type { DenseLine } from '#charts/dense-line.ts';
import { usePrepared } from '#charts/preparer.ts';
import { createReading } from '#charts/PlotSurface.tsx';
import { plotMargin } from '#charts/plot-scale.ts';
import { lowerBound } from '#lib/bisect.ts';
import { indexExtremes } from '#lib/decimate.ts';
import { formatCounted } from '#lib/format.ts';
import { axisReasons, ChartBar } from './ChartBar.tsx';
import { axisFacts, xOfStep, xOfTime } from './axis-column.ts';
import type { ChartMark, ChartRun, PlannedRates } from './chart-run.ts';
import { slotsOf, tracksOf, type Track } from './track.ts';
import {
  useLiveView,
  axisNames,
  type ChartView,
  type DrawnView,
  type Zoom,
  type XAxis,
} from './chart-view.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { PhoneFold } from '#ui/PhoneFold.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { usePaints, useRested } from '#ui/use-pulse.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { ChartsLoading } from './ChartsLoading.tsx';
import { isFlatWhenLinear } from './axes.ts';
import { openEventOutside } from './read-panel.ts';
import { wishesOf, panelsOf, wholeSpan, type Panel } from './panels.ts';

const PointsTable = lazyPart(() => import('./PointsTable.tsx'), 'PointsTable');
const ExportMenu = lazyPart(() => import('./ExportMenu.tsx'), 'ExportMenu');

/** Why an axis is unavailable, and a remedy, which stays while the axis is drawn. */
export interface AxisHelp {
  /** Undefined once it is available. */
  readonly reason?: string;
  readonly act: ReactNode;
}

/** Arrays and runs keep their identity until they change. */
interface LossChartsProps {
  /** The open run first. */
  readonly runs: readonly ChartRun[];
  /** The curves are on their way. */
  readonly isLoading?: boolean;
  /** Steps of the first run, in any order. */
  readonly marks: readonly ChartMark[];
  /** Of the first run. */
  readonly planned?: PlannedRates | undefined;
  /** What the cost axis needs. */
  readonly costHelp?: AxisHelp | undefined;
  readonly view: ChartView;
  /** `push` for a change to go back from, `replace` for movement. */
  readonly onView: (view: ChartView, how: 'push' | 'replace') => void;
}

/** The loss, then throughput is computed, then a chart at each, then the rest: each takes most of a frame. */
const maxPaints = 5;

/** Milliseconds without a change that end a movement. */
const restMs = 100;

/** Load lazily: it brings the chart library. */
export function LossCharts(props: LossChartsProps) {
  const { runs: newest, isLoading = false, marks, planned, costHelp, view: asked, onView } = props;
  // An answer's other changes come first.
  const runs = useDeferredValue(newest);
  const [view, change] = useLiveView(asked, onView);
  const [shape, setShape] = useState<'chart' | 'table'>('chart');
  const [reading] = useState(createReading);
  const [isFull, setFull] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (isFull && box.current ? coverAll(box.current) : undefined), [isFull]);
  const firstHeight = useFirstHeight(box, isFull);
  useCommands(isFull ? [{ title: 'Exit full window', keys: 'Escape', run: () => setFull(false) }] : []);
  // On phones only.
  const [areOthersOpen, setOthersOpen] = useState(false);
  const othersId = useId();
  const { hidden, baseline, smoothing } = view;
  const reasons = useMemo(() => axisReasons(runs, costHelp?.reason), [runs, costHelp?.reason]);
  const axis = reasons.has(view.x) ? 'step' : view.x;
  const hiddenText = hidden.join('\n');
  const hasCurves = runs.some(({ curves }) => curves.curves.size > 0);
  const [kept, setSlots] = useState(() => slotsOf(runs, new Map()));
  const slots = slotsOf(runs, kept);
  if (slots !== kept) setSlots(slots);
  const paints = usePaints(hasCurves ? maxPaints : 0);
  const isPainted = paints > 0;
  const tracks = useMemo(
    () => tracksOf(runs, { x: axis, hidden: hiddenText.split('\n'), baseline }, !isPainted, slots),
    [runs, axis, hiddenText, baseline, isPainted, slots],
  );
  const isFlat = useMemo(() => isFlatWhenLinear(tracks), [tracks]);
  const isLog = view.isLog ?? isFlat;
  const shown = useMemo((): DrawnView => ({ ...view, x: axis, isLog }), [view, axis, isLog]);
  const panels = useMemo(() => panelsOf(tracks, runs, planned), [tracks, runs, planned]);
  const wishes = useMemo(() => wishesOf(panels, { smoothing, isLog }), [panels, smoothing, isLog]);
  const { version, isBusy } = usePrepared(wishes);
  const placed = useMemo(() => placeMarks(marks, runs[0], tracks, axis), [marks, runs, tracks, axis]);
  const whole = useMemo(() => wholeSpan(tracks, planned, axis, placed), [tracks, planned, axis, placed]);
  const outside = openEventOutside(placed, view.zoom, axis);
  const plan = useMemo(() => plannedLine(planned, runs[0], axis), [planned, runs, axis]);
  const toggle = useCallback(
    ({ key, isHidden }: Track) => {
      const keys = hiddenText.split('\n').filter((each) => each !== '' && each !== key);
      change({ hidden: isHidden ? keys : [...keys, key] }, 'done');
    },
    [hiddenText, change],
  );
  // The small charts update at a movement's end.
  const rested = useRested(shown, restMs);
  const later = rested.x === shown.x ? rested : shown;

  if (isLoading || (whole === null && runs !== newest)) return <ChartsLoading />;
  if (whole === null) {
    return (
      <Empty title="No curves yet">
        <p>Losses appear here when the service reports them or you open a log file of the run.</p>
      </Empty>
    );
  }

  function draw(panel: Panel, index: number, height: number, how: DrawnView) {
    if (whole === null) return null;
    const now = {
      panel,
      height,
      isDrawn: index === 0 || index < paints || paints === maxPaints,
      view: how,
      change,
      whole,
      marks: placed,
      planned: panel.id === 'rate' ? plan : null,
      reading,
      isMoving: !isSameZoom(how.zoom, rested.zoom),
      version,
      onToggle: toggle,
    };
    return index === 0 ? (
      <ChartPanel key={panel.id} {...now} />
    ) : (
      <LaterPanel key={panel.id} now={now} turn={index} />
    );
  }

  const [first, ...others] = panels;
  return (
    <div
      ref={box}
      // A low one has room for the chart alone.
      data-full={isFull ? '' : undefined}
      className={
        isFull
          ? 'fixed inset-0 z-50 grid auto-rows-max content-start gap-3 overflow-auto bg-panel p-4'
          : 'grid min-w-0 gap-3'
      }
      aria-busy={isBusy}
    >
      <ChartBar
        runs={runs}
        reasons={reasons}
        canAskCost={costHelp?.reason !== undefined}
        view={shown}
        change={change}
        shape={shape}
        onShape={setShape}
      >
        <Suspense fallback={<span className="inline-block h-control w-16" />}>
          <ExportMenu panels={panels} view={shown} whole={whole} marks={placed} planned={plan} />
        </Suspense>
        <Button look="quiet" {...(isFull && { keys: 'Escape' })} onClick={() => setFull(!isFull)}>
          {isFull ? 'Exit full window' : 'Full window'}
        </Button>
      </ChartBar>
      {outside !== null && (
        <p role="status" className="text-dense text-muted">
          {outside}
        </p>
      )}
      {(view.x !== axis || (axis === 'cost' && costHelp !== undefined)) && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-dense text-muted">
          {view.x !== axis && `Drawn by step, not by ${axisNames[view.x]}: ${reasons.get(view.x) ?? ''}.`}
          {view.x === 'cost' && costHelp?.act}
        </p>
      )}
      {shape === 'table' ? (
        <PanelBoundary name="The table of points" whileLoading={<Loading rows={14} />}>
          <PointsTable tracks={tracks} span={shown.zoom ?? whole} smoothing={smoothing} />
        </PanelBoundary>
      ) : (
        <>
          {first && draw(first, 0, firstHeight, shown)}
          {others.length > 0 && (
            <>
              <span className="tablet:hidden">
                <PhoneFold
                  label={formatCounted(others.length, 'more chart')}
                  isOpen={areOthersOpen}
                  onOpen={setOthersOpen}
                  controls={othersId}
                />
              </span>
              <div
                id={othersId}
                className={`grid gap-x-4 gap-y-3 tablet:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] ${areOthersOpen ? '' : 'max-tablet:not-print:hidden'}`}
              >
                {others.map((panel, index) => draw(panel, index + 1, 150, later))}
              </div>
            </>
          )}
          <p className="text-label text-faint">
            <span className="max-tablet:hidden">
              Drag to zoom, wheel or Shift+drag to pan, double-click to reset. Keyboard: arrow keys read point
              by point, Shift+arrow pans, + and − zoom, 0 resets.{' '}
            </span>
            Two fingers pan and zoom.
          </p>
        </>
      )}
    </div>
  );
}

/** Keeps the focus in what fills the window. @returns its end */
function coverAll(box: HTMLElement): () => void {
  const behind: HTMLElement[] = [];
  for (let at = box; at.parentElement !== null && at !== document.body; at = at.parentElement)
    for (const other of at.parentElement.children)
      if (other !== at && other instanceof HTMLElement && !other.inert) behind.push(other);
  for (const each of behind) each.inert = true;
  return () => {
    for (const each of behind) each.inert = false;
  };
}

/** After the loss, each in a task of its own: together they would take most of a frame. */
function LaterPanel({ now, turn }: { now: ComponentProps<typeof ChartPanel>; turn: number }) {
  const rested = useRested(now, turn * 20);
  return <ChartPanel {...(now.isDrawn === rested.isDrawn ? rested : now)} />;
}

/** For controls and small charts, where there is room for them. */
const fullRestPx = 360;

/** Of the first chart, in CSS pixels: its axis stays in view in the full window, however low that is. */
function useFirstHeight(box: RefObject<HTMLDivElement | null>, isFull: boolean): number {
  const [fullPx, setFullPx] = useState(320);
  useLayoutEffect(() => {
    const all = box.current;
    if (!isFull || all === null) return undefined;
    const watch = new ResizeObserver(() => {
      const plot = all.querySelector('[data-keys="chart"]');
      if (plot === null) return;
      const above = plot.getBoundingClientRect().top + all.scrollTop - plotMargin.top;
      const wanted = Math.max(320, window.innerHeight - fullRestPx);
      setFullPx(Math.max(160, Math.min(wanted, window.innerHeight - above)));
    });
    watch.observe(all);
    return () => watch.disconnect();
  }, [box, isFull]);
  return isFull ? fullPx : 320;
}

function isSameZoom(one: Zoom | null, other: Zoom | null): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

// An alert is red without its word; a checkpoint is only its word.
const weights: Readonly<Record<ChartMark['kind'], number>> = { best: 4, checkpoint: 3, alert: 2, event: 1 };

export function placeMarks(
  marks: readonly ChartMark[],
  run: ChartRun | undefined,
  tracks: readonly Track[],
  axis: XAxis,
): readonly DenseMark[] {
  if (run === undefined) return [];
  const facts = axisFacts(run, axis);
  const own = tracks.filter((track) => track.run === run);
  return marks.flatMap((mark) => {
    const { id, step, word, kind, timeMs = null } = mark;
    const at = xOfTime(timeMs, facts);
    const point = xOfPoint(step, own, timeMs ?? Infinity);
    // Steps that are done again after a restart may have no points.
    const isAgain = at !== null && own[0]?.breaks.some((restart) => restart > (point ?? at) && restart <= at);
    const isByTime = kind === 'event' || (kind !== 'alert' && isAgain === true);
    const x = xOfStep(step, facts) ?? (isByTime ? at : null) ?? point;
    if (x === null) return [];
    return [{ id, x, word, weight: weights[kind], isAlert: kind === 'alert' }];
  });
}

// The newest restart until `timeMs` that reached the step: earlier ones were discarded.
function xOfPoint(step: number, tracks: readonly Track[], timeMs: number): number | null {
  for (const { parts } of tracks) {
    for (const { segment, positions, x } of parts.toReversed()) {
      const position = lowerBound(segment.steps, step);
      const isBefore = step < (segment.steps[0] ?? Infinity) && segment !== parts[0]?.segment;
      const isLater = (segment.timesMs[0] ?? Number.NaN) > timeMs;
      if (position >= segment.steps.length || isBefore || isLater) continue;
      const index = positions === null ? position : lowerBound(positions, position);
      const found = x[index];
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Null on axes that need measured points. */
function plannedLine(
  planned: PlannedRates | undefined,
  run: ChartRun | undefined,
  axis: XAxis,
): DenseLine | null {
  if (planned === undefined || run === undefined || planned.steps.length === 0) return null;
  const unit = xOfStep(1, axisFacts(run, axis));
  if (unit === null) return null;
  return {
    key: 'planned',
    look: { colour: 'muted', width: 2, opacity: 1, dash: [4, 3], hasRings: false },
    isDerived: true,
    parts: [{ x: planned.steps.map((step) => step * unit), y: indexExtremes(planned.rates) }],
  };
}
