// Points of a curve as the rows of a table.
import type { Span } from '#charts/plot-scale.ts';
import { lowerBound, upperBound } from '#lib/bisect.ts';
import { axisFacts, elapsedAt } from './axis-column.ts';
import { pointSource } from './read-panel.ts';
import type { Track } from './track.ts';

/** Part after part. */
interface PointRows {
  readonly count: number;
  /** @throws RangeError outside 0 to count - 1 */
  readonly row: (index: number) => PointRow;
}

export interface PointRow {
  readonly part: number;
  readonly step: number;
  /** NaN where unknown. */
  readonly epoch: number;
  /** Unix milliseconds; NaN where unknown. */
  readonly timeMs: number;
  /** Milliseconds since the start of the run; NaN where unknown. */
  readonly elapsedMs: number;
  readonly value: number;
  readonly smoothed: number | null;
  readonly source: string;
}

/** @param smoothed values by part */
export function pointRows(track: Track, span: Span, smoothed: readonly Float64Array[] | null): PointRows {
  const ranges = track.parts.map(({ x }) => [lowerBound(x, span.from), upperBound(x, span.to)] as const);
  const { startMs } = axisFacts(track.run, 'elapsed');
  const count = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  return {
    count,
    row(index) {
      let left = index;
      for (const [number, part] of track.parts.entries()) {
        const [start, end] = ranges[number] ?? [0, 0];
        if (left >= end - start) {
          left -= end - start;
          continue;
        }
        const at = start + left;
        const position = part.positions?.[at] ?? at;
        const { segment } = part;
        const timeMs = segment.timesMs[position] ?? Number.NaN;
        return {
          part: number + 1,
          step: segment.steps[position] ?? Number.NaN,
          epoch: segment.epochs[position] ?? Number.NaN,
          timeMs,
          elapsedMs: elapsedAt(segment, position, startMs),
          value: part.values[at] ?? Number.NaN,
          smoothed: smoothed?.[number]?.[at] ?? null,
          source: pointSource(track, segment, position),
        };
      }
      throw new RangeError(`no row ${index} of ${count}`);
    },
  };
}
