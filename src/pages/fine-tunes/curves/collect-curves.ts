// Makes curves of points in the order in which they came: the last of a repeated step counts, a step back is a restart.
import type { CurveName, CurvePoint, CurveSegment, CurveSet } from './curve.ts';

/** The curves of one source. @param source `events`, `metrics`, or the name of a file */
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

/** The same curves with points that came after all of theirs, as if all had been collected together; what they are is not read again. */
export function appendCurves(before: CurveSet, points: Iterable<CurvePoint>): CurveSet {
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

/** @param replaced points at the end of the first that the second has again */
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
