// One curve of one run, ready to be drawn over an axis.
import type { LineColour } from '#charts/dense-line.ts';
import { lowerBound } from '#lib/bisect.ts';
import { axisColumn, axisFacts, xOfTime, type AxisColumn } from './axis-column.ts';
import { shortNamesOf, type ChartRun, type Spread } from './chart-run.ts';
import {
  curveLabel,
  hasUnknown,
  lowestPoint,
  namesOf,
  type CurveName,
  type CurveSegment,
  type CurveSet,
} from '#pages/fine-tunes/curves/curve.ts';
import { placedCurves } from '#pages/fine-tunes/curves/merge-curves.ts';
import { curveKey, type ChartView, type XAxis } from './chart-view.ts';

export type TrackName = CurveName | 'throughput';

/** One per restart. */
export interface TrackPart extends AxisColumn {
  readonly segment: CurveSegment;
  /** For a mean of runs. */
  readonly spread: Spread | null;
}

export interface Track {
  /** By `curveKey`. */
  readonly key: string;
  readonly run: ChartRun;
  readonly name: TrackName;
  /** `train` or `train v1`: the curve first, because names are long. */
  readonly label: string;
  readonly colour: LineColour;
  /** After six runs colours repeat, dashed. */
  readonly dash: readonly number[];
  /** Few exact points: unsmoothed, ringed. */
  readonly isSparse: boolean;
  /** All points, with the epochs and times that other curves know. */
  readonly segments: readonly CurveSegment[];
  /** Points that the axis has. */
  readonly parts: readonly TrackPart[];
  /** Rising x of restarts, on an axis of time. */
  readonly breaks: readonly number[];
  /** Points that the axis does not have. */
  readonly missingCount: number;
  readonly isHidden: boolean;
  readonly isBaseline: boolean;
}

/** By run id: a run keeps its colour while others come and go. */
export type Slots = ReadonlyMap<string, number>;

/** New runs get the lowest free ones; the same map where nothing changed. */
export function slotsOf(runs: readonly ChartRun[], before: Slots): Slots {
  const slots = new Map<string, number>();
  for (const { id } of runs) {
    const kept = before.get(id);
    if (kept !== undefined) slots.set(id, kept);
  }
  const taken = new Set(slots.values());
  let free = 0;
  for (const { id } of runs) {
    if (slots.has(id)) continue;
    while (taken.has(free)) free += 1;
    taken.add(free);
    slots.set(id, free);
  }
  return slots.size === before.size && runs.every(({ id }) => before.has(id)) ? before : slots;
}

const noSlots: Slots = new Map();

/**
 * Known curves, in run order.
 * @param isFirst leaves throughput empty until after the first paint
 */
export function tracksOf(
  runs: readonly ChartRun[],
  { x, hidden, baseline }: Pick<ChartView, 'x' | 'hidden' | 'baseline'>,
  isFirst = false,
  slots = slotsOf(runs, noSlots),
): readonly Track[] {
  const labels = runs.map(({ label }) => label);
  // Only a mean says what it is when it is alone.
  const names = runs.some(({ spread }) => spread) ? labels : shortNamesOf(labels);
  const areTokensKnown = throughputUnit(runs) === 'tokens/s';
  return runs.flatMap((run, index) => {
    const isBaseline = run.id === baseline && runs.length > 1;
    const breaks = breaksOf(run, x);
    const slot = slots.get(run.id) ?? index;
    return [...namesOf([run.curves]), 'throughput' as const].flatMap((name): Track[] => {
      const isLater = isFirst && name === 'throughput' && hasThroughput(run.curves);
      const segments = isLater ? [] : segmentsOf(run, name, areTokensKnown ? run.tokensPerStep : null);
      if (segments.length === 0 && !isLater) return [];
      const key = curveKey(run.id, name);
      const parts = partsOf(run, name, segments, x);
      const count = segments.reduce((sum, { steps }) => sum + steps.length, 0);
      return [
        {
          key,
          run,
          name,
          label: [shortNames[name] ?? curveLabel(name), names[index] ?? ''].join(' ').trim(),
          colour: isBaseline ? 'muted' : colourOf(slot, name, runs.length),
          dash: dashOf(slot),
          isSparse: isSparse(name),
          segments,
          parts,
          breaks,
          missingCount: count - parts.reduce((sum, part) => sum + part.x.length, 0),
          isHidden: hidden.includes(key),
          isBaseline,
        },
      ];
    });
  });
}

/** Tokens if known for every run that has a throughput. */
export function throughputUnit(runs: readonly ChartRun[]): 'tokens/s' | 'steps/min' {
  const timed = runs.filter(({ curves }) => hasThroughput(curves));
  return timed.every(({ tokensPerStep }) => tokensPerStep !== null) ? 'tokens/s' : 'steps/min';
}

function breaksOf(run: ChartRun, axis: XAxis): readonly number[] {
  if (axis !== 'elapsed' && axis !== 'wall') return noBreaks;
  const facts = axisFacts(run, axis);
  return (run.restartsMs ?? noBreaks).flatMap((timeMs) => xOfTime(timeMs, facts) ?? []);
}

const noBreaks: readonly number[] = [];

function segmentsOf(
  { curves, restartsMs }: ChartRun,
  name: TrackName,
  tokensPerStep: number | null,
): readonly CurveSegment[] {
  return name === 'throughput'
    ? throughput(curves, tokensPerStep, restartsMs)
    : (placedCurves(curves).curves.get(name) ?? []);
}

function partsOf(
  run: ChartRun,
  name: TrackName,
  segments: readonly CurveSegment[],
  axis: XAxis,
): TrackPart[] {
  const facts = axisFacts(run, axis);
  const spreads = name === 'throughput' ? undefined : run.spread?.get(name);
  return segments.flatMap((segment, index) => {
    const column = axisColumn(segment, facts);
    return column.x.length === 0 ? [] : [{ ...column, segment, spread: spreads?.[index] ?? null }];
  });
}

/** The learning rate has no noise. */
export function isSmoothed({ name, isSparse: isExact }: Track, smoothing: number): boolean {
  return name !== 'learning rate' && !isExact && smoothing > 0;
}

/** Evaluations are few. */
function isSparse(name: TrackName): boolean {
  return name === 'eval loss' || /^metric:(?:eval|valid|val|validation|test)[_/ ]/i.test(name);
}

const shortNames: Readonly<Partial<Record<TrackName, string>>> = {
  'train loss': 'train',
  'eval loss': 'eval',
  'learning rate': 'rate',
  'gradient norm': 'norm',
  throughput: 'speed',
};

const colours: readonly LineColour[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

// A single run's curves differ by colour; several runs do, and rings mark eval.
function colourOf(slot: number, name: TrackName, count: number): LineColour {
  if (count === 1) return name === 'eval loss' ? 'series-2' : 'series-1';
  return colours[slot % colours.length] ?? 'series-1';
}

function dashOf(slot: number): readonly number[] {
  const round = Math.floor(slot / colours.length);
  return round === 0 ? [] : round === 1 ? [7, 3] : [2, 3];
}

/**
 * From the curve with the most timed points; empty without two different times. Evaluations and the time in
 * which the job was interrupted are no step's.
 */
export function throughput(
  curves: CurveSet,
  tokensPerStep: number | null,
  restartsMs = noBreaks,
): readonly CurveSegment[] {
  const known = keptByCurves.get(curves);
  if (known?.tokensPerStep === tokensPerStep && known.restartsMs === restartsMs) return known.segments;
  const all = [...curves.curves.values()];
  // Counting reads every time.
  const [only] = all.length === 1 ? all : [];
  const best = only ?? all.toSorted((one, other) => timedCount(other) - timedCount(one))[0] ?? [];
  const factor = tokensPerStep === null ? 60_000 : tokensPerStep * 1000;
  const evaluations = curves.curves.get('eval loss') ?? [];
  const pauses = {
    restartsMs: restartsMs.toSorted((one, other) => one - other),
    ...evaluationsInTime(evaluations === best ? [] : evaluations),
  };
  const segments = best
    .map((segment) => ratesOf(segment, factor, pauses))
    .filter(({ steps }) => steps.length > 0);
  keptByCurves.set(curves, { tokensPerStep, restartsMs, segments });
  return segments;
}

interface Pauses {
  /** Rising. */
  readonly restartsMs: readonly number[];
  /** Ends of evaluations, rising. */
  readonly evaluatedMs: Float64Array;
  /** After which they ran. */
  readonly evaluatedSteps: Float64Array;
}

function evaluationsInTime(evaluations: readonly CurveSegment[]): Omit<Pauses, 'restartsMs'> {
  const count = evaluations.reduce((sum, { steps }) => sum + steps.length, 0);
  const evaluatedMs = new Float64Array(count);
  const evaluatedSteps = new Float64Array(count);
  let end = 0;
  for (const { steps, timesMs } of evaluations) {
    for (let index = 0; index < steps.length; index += 1) {
      const time = timesMs[index] ?? Number.NaN;
      // A file may hold the restarts of a job in any order.
      if (!(time >= (evaluatedMs[end - 1] ?? -Infinity))) continue;
      evaluatedMs[end] = time;
      evaluatedSteps[end] = steps[index] ?? Number.NaN;
      end += 1;
    }
  }
  return { evaluatedMs: evaluatedMs.subarray(0, end), evaluatedSteps: evaluatedSteps.subarray(0, end) };
}

/** Reads only the ends. */
function hasThroughput({ curves }: CurveSet): boolean {
  return [...curves.values()].flat().some(({ timesMs }) => {
    const first = timesMs.find(isTime);
    return first !== undefined && timesMs.findLast(isTime) !== first;
  });
}

function isTime(time: number): boolean {
  return !Number.isNaN(time);
}

const keptByCurves = new WeakMap<
  CurveSet,
  {
    readonly tokensPerStep: number | null;
    readonly restartsMs: readonly number[];
    readonly segments: readonly CurveSegment[];
  }
>();

/** No plot is wider. */
const maxStretches = 20_000;

// Index loops: until it is compiled, an iterator over a hundred thousand values takes a frame.

function timedCount(segments: readonly CurveSegment[]): number {
  let count = 0;
  for (const { timesMs } of segments) {
    if (!hasUnknown(timesMs)) count += timesMs.length;
    else
      for (let index = 0; index < timesMs.length; index += 1) if (!Number.isNaN(timesMs[index])) count += 1;
  }
  return count;
}

/**
 * Points only where time advanced.
 * @param factor from steps per millisecond to the shown unit
 */
function ratesOf(segment: CurveSegment, factor: number, pauses: Pauses): CurveSegment {
  const { restartsMs, evaluatedMs, evaluatedSteps } = pauses;
  const { steps, timesMs, joins = [] } = segment;
  const least = Math.ceil(steps.length / maxStretches);
  const room = Math.ceil(steps.length / least);
  const positions = new Uint32Array(room);
  const rates = new Float64Array(room);
  let count = 0;
  let before = -1;
  let [join, restart, evaluation] = [0, 0, 0];
  let index = 0;
  while (index < steps.length) {
    const time = timesMs[index] ?? Number.NaN;
    const timeBefore = before < 0 ? -Infinity : (timesMs[before] ?? 0);
    // No time, or the same moment.
    if (!(time > timeBefore)) {
      index += 1;
      continue;
    }
    const stepBefore = steps[before] ?? 0;
    // What was not spent on evaluations, which began after a step of this stretch.
    let freeMs = time - timeBefore;
    let idleTo = timeBefore;
    for (; (evaluatedMs[evaluation] ?? Infinity) < time; evaluation += 1) {
      const [step, endMs] = [evaluatedSteps[evaluation] ?? 0, evaluatedMs[evaluation] ?? 0];
      const place = lowerBound(steps, step, Math.max(0, before), index);
      const beganMs = steps[place] === step ? Math.max(idleTo, timesMs[place] ?? 0) : Infinity;
      if (endMs > beganMs) [freeMs, idleTo] = [freeMs - (endMs - beganMs), endMs];
    }
    const joined = join;
    const restarted = restart;
    while ((joins[join] ?? Infinity) <= index) join += 1;
    while ((restartsMs[restart] ?? Infinity) <= time) restart += 1;
    // The time between two jobs is not a step's.
    if (before >= 0 && join === joined && restart === restarted) {
      positions[count] = index;
      rates[count] = (((steps[index] ?? 0) - stepBefore) / freeMs) * factor;
      count += 1;
    }
    before = index;
    index += least;
  }
  const found = positions.subarray(0, count);
  return {
    steps: pick(steps, found, new Float64Array(count)),
    values: rates.slice(0, count),
    epochs: pick(segment.epochs, found, new Float64Array(count)),
    timesMs: pick(timesMs, found, new Float64Array(count)),
    sources: pick(segment.sources, found, new Uint16Array(count)),
    lines: pick(segment.lines, found, new Uint32Array(count)),
  };
}

/** Callbacks for many thousand positions would be slow. */
function pick<Column extends Float64Array | Uint16Array | Uint32Array>(
  from: ArrayLike<number>,
  positions: Uint32Array,
  to: Column,
): Column {
  for (let index = 0; index < positions.length; index += 1) to[index] = from[positions[index] ?? 0] ?? 0;
  return to;
}

const figures = new WeakMap<
  readonly CurveSegment[],
  { readonly last: number | null; readonly best: number | null }
>();

/** `best` is the lowest finite value. Cached. */
export function lastAndBest({ segments }: Pick<Track, 'segments'>): {
  readonly last: number | null;
  readonly best: number | null;
} {
  const known = figures.get(segments);
  if (known !== undefined) return known;
  const last = segments.at(-1)?.values.at(-1) ?? null;
  const found = { last, best: lowestPoint(segments)?.value ?? null };
  figures.set(segments, found);
  return found;
}
