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
