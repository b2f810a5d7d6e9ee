// Curves from events and metrics, cached by both.
import type { FineTuneMetrics } from '#api/metrics.ts';
import { eventTimeMs, type FineTuneEvent, type Checkpoint, type FineTune } from '#api/schema/fine-tune.ts';
import { type MetricColumns, sameRows, sentNaN } from '#api/schema/metric-columns.ts';
import { append } from '#lib/growing-column.ts';
import { oldestFirst } from '#lib/read-time.ts';
import {
  hasKnown,
  noCurves,
  type CurveSet,
  type CurvePoint,
  type CurveName,
  type CurveSegment,
} from './curve.ts';
import { readMessage, type MessageFigures } from './curve-of-key.ts';
import { mergeCurves } from './merge-curves.ts';

const curvesBySource = new WeakMap<readonly FineTuneEvent[], WeakMap<object, CurveSet>>();
const noMetrics = {};

/** Cached by both. Metrics win over events: they are more exact. */
export function curvesOf(events: readonly FineTuneEvent[], metrics?: FineTuneMetrics | null): CurveSet {
  const byMetrics = curvesBySource.get(events) ?? new WeakMap<object, CurveSet>();
  curvesBySource.set(events, byMetrics);
  const known = byMetrics.get(metrics ?? noMetrics);
  if (known !== undefined) return known;
  const fromEvents = metrics ? curvesOf(events) : curvesFromEvents(events);
  const fromMetrics = metrics ? curvesFromMetrics(metrics) : noCurves;
  // Steps that were counted are not those of the metrics.
  const areEventsLeftOut = fromEvents.curves.size === 0 || areStepsCounted(fromEvents);
  const curves =
    fromMetrics.curves.size === 0
      ? fromEvents
      : areEventsLeftOut
        ? fromMetrics
        : mergeCurves([fromEvents, fromMetrics]);
  byMetrics.set(metrics ?? noMetrics, curves);
  return curves;
}

/** Source of events without steps: counted steps match no other source's. */
const counted = 'events, steps counted';

export function areStepsCounted({ sources }: CurveSet): boolean {
  return sources.includes(counted);
}

/** An event's `step` wins over the step in its message. */
export function curvesFromEvents(events: readonly FineTuneEvent[]): CurveSet {
  const read: ReadEvent[] = [];
  for (const [index, event] of events.entries()) {
    const figures = figuresOf(event);
    if (figures !== null) read.push({ ...figures, line: index + 1 });
  }
  const isCounted = read.length > 0 && read.every(({ step }) => step === null);
  return collectCurves(isCounted ? counted : 'events', pointsOfEvents(isCounted ? countSteps(read) : read));
}

interface EventFigures extends MessageFigures {
  readonly timeMs: number | null;
}

interface ReadEvent extends EventFigures {
  readonly line: number;
}

/** Events keep their identity across polls. */
const knownFigures = new WeakMap<FineTuneEvent, EventFigures | null>();

/** Null without figures. */
function figuresOf(event: FineTuneEvent): EventFigures | null {
  const known = knownFigures.get(event);
  if (known !== undefined) return known;
  const { values, epoch, step } = readMessage(event.message ?? '');
  const own = event.step !== undefined && event.step > 0 ? event.step : step;
  const figures = values.length === 0 ? null : { step: own, values, epoch, timeMs: eventTimeMs(event) };
  knownFigures.set(event, figures);
  return figures;
}

/** A training loss starts a step; an evaluation belongs to the step before. */
function countSteps(read: readonly ReadEvent[]): readonly ReadEvent[] {
  let step = 0;
  return read.map(({ values, epoch, timeMs, line }) => {
    if (step === 0 || values.some(({ name }) => name === 'train loss')) step += 1;
    return { step, values, epoch, timeMs, line };
  });
}

function* pointsOfEvents(read: readonly ReadEvent[]): Generator<CurvePoint> {
  for (const { step, values, epoch, timeMs, line } of read) {
    if (step === null) continue;
    for (const { name, value } of values)
      yield { name, step, value, epoch: epoch ?? undefined, timeMs: timeMs ?? undefined, line };
  }
}

const metricCurves = [
  ['train loss', 'trainLosses'],
  ['eval loss', 'evalLosses'],
  ['learning rate', 'learningRates'],
  ['gradient norm', 'gradientNorms'],
] as const;

interface Made {
  readonly columns: MetricColumns;
  readonly curves: CurveSet;
  /** Null if a row is older than one before it. */
  readonly newestMs: number | null;
}

const lastMade = new WeakMap<object, Made>();

/** Rows may come newest first. Of rows that follow those of the last call, these alone are read. */
export function curvesFromMetrics({ columns, origin }: FineTuneMetrics): CurveSet {
  const made = madeFrom(columns, lastMade.get(origin));
  lastMade.set(origin, made);
  return made.curves;
}

function madeFrom(columns: MetricColumns, before: Made | undefined): Made {
  const { timesMs } = columns;
  const count = before?.columns.timesMs.length ?? 0;
  if (before && before.newestMs !== null && sameRows(before.columns, columns) === count) {
    const newestMs = newestInOrder(timesMs, before.newestMs, count);
    if (newestMs !== null)
      return { columns, curves: appendCurves(before.curves, segmentsOf(columns, null, count)), newestMs };
  }
  const newestMs = newestInOrder(timesMs);
  const order = newestMs === null ? oldestFirst([...timesMs.keys()], (at) => knownMs(timesMs[at])) : null;
  return { columns, curves: { sources: ['metrics'], curves: segmentsOf(columns, order, 0) }, newestMs };
}

// Plain loops: a callback for each of a hundred thousand rows would be felt.

/** The newest time; null if one is older than one before it. */
function newestInOrder(timesMs: Float64Array, beforeMs = -Infinity, from = 0): number | null {
  let newestMs = beforeMs;
  for (let index = from; index < timesMs.length; index += 1) {
    const ms = timesMs[index] ?? Number.NaN;
    if (ms < newestMs) return null;
    if (ms > newestMs) newestMs = ms;
  }
  return newestMs;
}

function knownMs(ms = Number.NaN): number | null {
  return Number.isNaN(ms) ? null : ms;
}

/** @param from rows before it are left out */
function segmentsOf(
  columns: MetricColumns,
  order: readonly number[] | null,
  from: number,
): Map<CurveName, CurveSegment[]> {
  const curves = new Map<CurveName, CurveSegment[]>();
  for (const [name, column] of metricCurves) {
    const places = knownPlaces(columns.steps, columns[column], order, from);
    const segments = risingSegments(columns, columns[column], places);
    for (const { values } of segments) restoreNaN(values);
    if (segments.length > 0) curves.set(name, segments);
  }
  return curves;
}

function restoreNaN(values: Float64Array): void {
  let place = values.indexOf(sentNaN);
  while (place !== -1) {
    values[place] = Number.NaN;
    place = values.indexOf(sentNaN, place + 1);
  }
}

/** Positions of the rows that have a step and a value, in order. */
function knownPlaces(
  steps: Float64Array,
  values: Float64Array,
  order: readonly number[] | null,
  from: number,
): Uint32Array {
  const places = new Uint32Array(values.length - from);
  let count = 0;
  for (let index = from; index < values.length; index += 1) {
    const place = order?.[index] ?? index;
    if (Number.isNaN(steps[place]) || Number.isNaN(values[place])) continue;
    places[count] = place;
    count += 1;
  }
  return places.subarray(0, count);
}

interface Rows {
  readonly steps: Float64Array;
  readonly epochs: Float64Array;
  readonly timesMs: Float64Array;
  /** Absent: positions, from 1. */
  readonly lines?: Uint32Array;
}

/**
 * Splits rows where their steps fall, as after a restart; of equal steps in a row the last counts.
 * @param places rows in order; overwritten
 */
function risingSegments(rows: Rows, values: Float64Array, places: Uint32Array): CurveSegment[] {
  const starts: number[] = [];
  let [length, lastStep] = [0, Infinity];
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const step = rows.steps[place] ?? Number.NaN;
    if (step === lastStep) length -= 1;
    else if (step < lastStep) starts.push(length);
    places[length] = place;
    length += 1;
    lastStep = step;
  }
  return starts.map((start, index) =>
    segmentAt(rows, values, places.subarray(start, starts[index + 1] ?? length)),
  );
}

function segmentAt(rows: Rows, values: Float64Array, places: Uint32Array): CurveSegment {
  const lines = new Uint32Array(places.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    lines[index] = rows.lines?.[place] ?? place + 1;
  }
  return {
    steps: pick(rows.steps, places),
    values: pick(values, places),
    epochs: pickKnown(rows.epochs, places),
    timesMs: pickKnown(rows.timesMs, places),
    sources: new Uint16Array(places.length),
    lines,
  };
}

const none = new Float64Array();

function pickKnown(column: Float64Array, places: Uint32Array): Float64Array {
  const picked = pick(column, places);
  return hasKnown(picked) ? picked : none;
}

function pick(column: Float64Array, places: Uint32Array): Float64Array {
  const picked = new Float64Array(places.length);
  for (let index = 0; index < places.length; index += 1)
    picked[index] = column[places[index] ?? 0] ?? Number.NaN;
  return picked;
}

/** @param source `events`, `metrics`, or a file's name */
export function collectCurves(source: string, points: Iterable<CurvePoint>): CurveSet {
  const byName = new Map<CurveName, CurvePoint[]>();
  for (const point of points) {
    const own = byName.get(point.name) ?? [];
    byName.set(point.name, own);
    own.push(point);
  }
  const curves = new Map([...byName].map(([name, own]) => [name, segmentsOfPoints(own)]));
  return { sources: [source], curves };
}

function segmentsOfPoints(points: readonly CurvePoint[]): CurveSegment[] {
  const rows = {
    steps: Float64Array.from(points, ({ step }) => step),
    epochs: Float64Array.from(points, ({ epoch }) => epoch ?? Number.NaN),
    timesMs: Float64Array.from(points, ({ timeMs }) => timeMs ?? Number.NaN),
    lines: Uint32Array.from(points, ({ line }) => line),
  };
  const values = Float64Array.from(points, ({ value }) => value);
  return risingSegments(rows, values, Uint32Array.from(points.keys()));
}

/** With points that came after all of these, as if all had been collected together. */
function appendCurves(before: CurveSet, later: CurveSet['curves']): CurveSet {
  const curves = new Map(before.curves);
  for (const [name, added] of later) {
    const known = curves.get(name) ?? [];
    const [last, first] = [known.at(-1), added[0]];
    const from = first?.steps[0] ?? Number.NaN;
    const to = last?.steps.at(-1) ?? Number.NaN;
    if (last === undefined || first === undefined || from < to) curves.set(name, [...known, ...added]);
    else curves.set(name, [...known.slice(0, -1), join(last, first, from === to ? 1 : 0), ...added.slice(1)]);
  }
  return { sources: before.sources, curves };
}

/** @param replaced points at the end of `one` that `other` repeats */
function join(one: CurveSegment, other: CurveSegment, replaced: number): CurveSegment {
  const end = one.steps.length - replaced;
  const grown = (columnOf: (from: CurveSegment) => Float64Array) => {
    const [before, after] = [columnOf(one), columnOf(other)];
    if (before.length + after.length === 0) return none;
    return append(filled(before, one).subarray(0, end), filled(after, other));
  };
  const lines = new Uint32Array(end + other.lines.length);
  lines.set(one.lines.subarray(0, end));
  lines.set(other.lines, end);
  return {
    steps: grown(({ steps }) => steps),
    values: grown(({ values }) => values),
    epochs: grown(({ epochs }) => epochs),
    timesMs: grown(({ timesMs }) => timesMs),
    // All of the one source.
    sources: new Uint16Array(lines.length),
    lines,
  };
}

/** As long as the steps, where it was left empty. */
function filled(column: Float64Array, { steps }: CurveSegment): Float64Array {
  return column.length === steps.length ? column : new Float64Array(steps.length).fill(Number.NaN);
}

export interface FineTuneFacts {
  readonly record: FineTune;
  /** In the order received. */
  readonly events: readonly FineTuneEvent[];
  readonly curves: CurveSet;
  /** Null until read. */
  readonly checkpoints: readonly Checkpoint[] | null;
}

/** 0 often means "not set". */
export function isSet(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}

/** By its field, else by a message with figures: others may name a step to come. */
export function reportedStep(event: FineTuneEvent): number | undefined {
  return event.step || figuresOf(event)?.step || undefined;
}
