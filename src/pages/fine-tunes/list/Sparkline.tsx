// The training loss in a cell: a shape beside the number that says the same exactly.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { curvesFromEvents } from '#pages/fine-tunes/curves/from-events.ts';
import { sparkPath } from './spark-path.ts';

const [width, height] = [72, 16];
const paths = new WeakMap<object, string>();

/** Empty, but as wide, where the events tell of no loss. */
export function Sparkline({ events }: { events: FineTune['events'] }) {
  return (
    <svg
      width={width}
      height={height + 2}
      viewBox={`0 -1 ${width} ${height + 2}`}
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
  const path = sparkPath(curvesFromEvents(events).curves.get('train loss') ?? [], width, height);
  paths.set(events, path);
  return path;
}
