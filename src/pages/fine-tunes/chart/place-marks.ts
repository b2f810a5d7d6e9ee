// Marks say a step; on other axes their place is that of the first run's point at or after this step.
import type { DenseMark } from '#charts/DenseChart.tsx';
import { lowerBound } from '#lib/decimate.ts';
import { axisFacts, xOfStep } from './axis-column.ts';
import type { ChartMark, ChartRun } from './chart-run.ts';
import type { XAxis } from './chart-view.ts';
import type { Track } from './track.ts';

// An alert is red without its word, a checkpoint has nothing but its word.
const weights: Readonly<Record<ChartMark['kind'], number>> = { checkpoint: 3, alert: 2, event: 1 };

/** Marks that have a place on the axis. */
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
    const x = xOfStep(mark.step, facts) ?? xOfPoint(mark.step, own);
    if (x === null) return [];
    const { id, word, kind } = mark;
    return [{ id, x, word, weight: weights[kind], isAlert: kind === 'alert' }];
  });
}

// The newest restart that reached the step: an older one was given up.
function xOfPoint(step: number, tracks: readonly Track[]): number | null {
  for (const { parts } of tracks) {
    for (const { segment, positions, x } of parts.toReversed()) {
      const position = lowerBound(segment.steps, step);
      if (position >= segment.steps.length) continue;
      const index = positions === null ? position : lowerBound(positions, position);
      const found = x[index];
      if (found !== undefined) return found;
    }
  }
  return null;
}
