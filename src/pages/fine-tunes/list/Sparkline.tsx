// Sparkline of the training loss in a table cell.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { decimate, indexExtremes } from '#lib/decimate.ts';
import type { CurveSegment } from '#pages/fine-tunes/curves/curve.ts';
import { curvesFromEvents } from '#pages/fine-tunes/curves/fine-tune-curves.ts';

const [sparkWidth, sparkHeight] = [72, 16];
const paths = new WeakMap<object, string>();

/** Equally wide without losses. */
export function Sparkline({ events }: { events: FineTune['events'] }) {
  return (
    <svg
      width={sparkWidth}
      height={sparkHeight + 2}
      viewBox={`0 -1 ${sparkWidth} ${sparkHeight + 2}`}
      aria-hidden="true"
      className="shrink-0 text-muted"
    >
      <path d={pathOf(events)} fill="none" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />
    </svg>
  );
}

function pathOf(events: FineTune['events']): string {
  if (events === undefined || events.length === 0) return '';
  const known = paths.get(events);
  if (known !== undefined) return known;
  const path = sparkPath(curvesFromEvents(events).curves.get('train loss') ?? [], sparkWidth, sparkHeight);
  paths.set(events, path);
  return path;
}

/** SVG path data; empty without two finite points. */
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
