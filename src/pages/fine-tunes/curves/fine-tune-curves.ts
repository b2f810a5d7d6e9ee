// Curves from events and metrics, cached by both.
import {
  eventTimeMs,
  type FineTuneEvent,
  type FineTuneMetric,
  type Checkpoint,
  type FineTune,
} from '#api/schema/fine-tune.ts';
import { readTimeMs, oldestFirst } from '#lib/read-time.ts';
import type { CurveSet, CurvePoint, CurveName, CurveSegment } from './curve.ts';
import { readMessage, type MessageFigures } from './curve-of-key.ts';
import { mergeCurves } from './merge-curves.ts';

const curvesBySource = new WeakMap<readonly FineTuneEvent[], WeakMap<readonly FineTuneMetric[], CurveSet>>();
const noRows: readonly FineTuneMetric[] = [];

/** Cached by both arrays. Metrics win over events: they are more exact. */
export function curvesOf(
  events: readonly FineTuneEvent[],
  rows: readonly FineTuneMetric[] = noRows,
): CurveSet {
  const byRows = curvesBySource.get(events) ?? new WeakMap<readonly FineTuneMetric[], CurveSet>();
  curvesBySource.set(events, byRows);
  const known = byRows.get(rows);
  if (known !== undefined) return known;
  const fromEvents = curvesFromEvents(events);
  const fromMetrics = curvesFromMetrics(rows);
  const areEventsLeftOut = fromEvents.curves.size === 0 || areStepsCounted(fromEvents);
  const curves =
    fromMetrics.curves.size === 0
      ? fromEvents
      : areEventsLeftOut
        ? fromMetrics
        : mergeCurves([fromEvents, fromMetrics]);
  byRows.set(rows, curves);
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

const curveKeys = [
  ['train/loss', 'train loss'],
  ['eval/loss', 'eval loss'],
  ['train/learning_rate', 'learning rate'],
  ['train/grad_norm', 'gradient norm'],
] as const;

interface Made {
  readonly rows: readonly FineTuneMetric[];
  readonly curves: CurveSet;
  /** Null where the rows are not in order of time. */
  readonly newestMs: number | null;
}

/** By first row, which a growing list keeps. */
const lastMade = new WeakMap<FineTuneMetric, Made>();

/**
 * Rows may come newest first; those without a step are left out. Reads only what was added since the last
 * call.
 */
export function curvesFromMetrics(rows: readonly FineTuneMetric[]): CurveSet {
  const [first] = rows;
  if (first === undefined) return collectCurves('metrics', []);
  const made = grown(lastMade.get(first), rows) ?? makeAll(rows);
  lastMade.set(first, made);
  return made.curves;
}

/** Null where `rows` does not continue the earlier ones in time. */
function grown(made: Made | undefined, rows: readonly FineTuneMetric[]): Made | null {
  if (made === undefined || made.newestMs === null || rows.length < made.rows.length) return null;
  if (made.rows.some((row, index) => row !== rows[index])) return null;
  const timed = timedRows(rows, made.rows.length);
  const newestMs = risesTo(timed, made.newestMs);
  return newestMs === null ? null : { rows, newestMs, curves: appendCurves(made.curves, pointsOf(timed)) };
}

function makeAll(rows: readonly FineTuneMetric[]): Made {
  const timed = timedRows(rows, 0);
  const ordered = oldestFirst(timed, ({ timeMs }) => timeMs);
  const newestMs = ordered === timed ? risesTo(timed, -Infinity) : null;
  return { rows, newestMs, curves: collectCurves('metrics', pointsOf(ordered)) };
}

interface TimedRow {
  readonly row: FineTuneMetric;
  readonly timeMs: number | null;
  /** From 1. */
  readonly line: number;
}

function timedRows(rows: readonly FineTuneMetric[], from: number): readonly TimedRow[] {
  return rows
    .slice(from)
    .map((row, index) => ({ row, timeMs: timeMsOf(row.timestamp), line: from + index + 1 }));
}

/** Null where the times do not rise. */
function risesTo(rows: readonly TimedRow[], fromMs: number): number | null {
  let newestMs = fromMs;
  for (const { timeMs } of rows) {
    if (timeMs === null) continue;
    if (timeMs < newestMs) return null;
    newestMs = timeMs;
  }
  return newestMs;
}

function* pointsOf(rows: Iterable<TimedRow>): Generator<CurvePoint> {
  for (const { row, timeMs, line } of rows) {
    const step = row['train/global_step'];
    if (step === undefined) continue;
    for (const [key, name] of curveKeys) {
      const value = row[key];
      if (value !== undefined)
        yield { name, step, value, epoch: row['train/epoch'], timeMs: timeMs ?? undefined, line };
    }
  }
}

/** Services send dates or numbers in s, ms, µs or ns, even beyond 2^53. */
function timeMsOf(timestamp: number | string | undefined): number | null {
  return readTimeMs(timestamp === undefined ? '' : String(timestamp));
}

/** @param source `events`, `metrics`, or a file's name */
export function collectCurves(source: string, points: Iterable<CurvePoint>): CurveSet {
  const drafts = new Map<CurveName, CurvePoint[][]>();
  for (const point of points) {
    const segments = drafts.get(point.name) ?? [];
    drafts.set(point.name, segments);
    const last = segments.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || point.step < before.step) segments.push([point]);
    else if (point.step === before.step) last[last.length - 1] = point;
    else last.push(point);
  }
  return {
    sources: [source],
    curves: new Map(
      [...drafts].map(([name, segments]) => [name, segments.map((segment) => toSegment(segment))]),
    ),
  };
}

/** As if collected together, without reading old points again. */
function appendCurves(before: CurveSet, points: Iterable<CurvePoint>): CurveSet {
  const curves = new Map(before.curves);
  for (const [name, added] of collectCurves('', points).curves) {
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
  const count = end + other.steps.length;
  const joinInto = <Column extends Float64Array | Uint16Array | Uint32Array>(
    into: Column,
    pick: (from: CurveSegment) => Column,
  ): Column => {
    into.set(pick(one).subarray(0, end));
    into.set(pick(other), end);
    return into;
  };
  return {
    steps: joinInto(new Float64Array(count), ({ steps }) => steps),
    values: joinInto(new Float64Array(count), ({ values }) => values),
    epochs: joinInto(new Float64Array(count), ({ epochs }) => epochs),
    timesMs: joinInto(new Float64Array(count), ({ timesMs }) => timesMs),
    sources: joinInto(new Uint16Array(count), ({ sources }) => sources),
    lines: joinInto(new Uint32Array(count), ({ lines }) => lines),
  };
}

function toSegment(points: readonly CurvePoint[]): CurveSegment {
  return {
    steps: Float64Array.from(points, ({ step }) => step),
    values: Float64Array.from(points, ({ value }) => value),
    epochs: Float64Array.from(points, ({ epoch }) => epoch ?? Number.NaN),
    timesMs: Float64Array.from(points, ({ timeMs }) => timeMs ?? Number.NaN),
    sources: new Uint16Array(points.length),
    lines: Uint32Array.from(points, ({ line }) => line),
  };
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
