// A curve as the path of a small picture: every spike of it is in there, however small the picture.
import { decimate, indexExtremes } from '#lib/decimate.ts';
import type { CurveSegment } from '#pages/fine-tunes/curves/curve.ts';

/** The `d` of an SVG path within `width` × `height`; empty where there are no two finite points. */
export function sparkPath(segments: readonly CurveSegment[], width: number, height: number): string {
  const last = segments.at(-1);
  if (last === undefined) return '';
  const { steps, values } = last;
  const [from, to] = [steps[0] ?? 0, steps.at(-1) ?? 0];
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(to > from) || low > high) return '';
  const drawn = decimate({ x: steps, y: indexExtremes(values) }, from, to, width);
  const tall = high - low || 1;
  let path = '';
  let isBroken = true;
  for (const [index, y] of drawn.y.entries()) {
    if (!Number.isFinite(y)) {
      isBroken = true;
      continue;
    }
    const across = (((drawn.x[index] ?? from) - from) / (to - from)) * width;
    const down = high === low ? height / 2 : ((high - y) / tall) * height;
    path += `${isBroken ? 'M' : 'L'}${short(across)} ${short(down)}`;
    isBroken = false;
  }
  return path;
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
