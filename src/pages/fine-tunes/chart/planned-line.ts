// The planned learning rate as a line: muted and dashed, below the one that was followed.
import type { DenseLine } from '#charts/dense-line.ts';
import { indexExtremes } from '#lib/decimate.ts';
import { axisFacts, xOfStep } from './axis-column.ts';
import type { ChartRun, PlannedRates } from './chart-run.ts';
import type { XAxis } from './chart-view.ts';

/** Null on axes that need measured points: a plan has none. */
export function plannedLine(
  planned: PlannedRates | undefined,
  run: ChartRun | undefined,
  axis: XAxis,
): DenseLine | null {
  if (planned === undefined || run === undefined || planned.steps.length === 0) return null;
  const unit = xOfStep(1, axisFacts(run, axis));
  if (unit === null) return null;
  return {
    key: 'planned',
    look: { colour: 'muted', width: 2, opacity: 1, dash: [4, 3], hasRings: false },
    isDerived: true,
    parts: [{ x: planned.steps.map((step) => step * unit), y: indexExtremes(planned.rates) }],
  };
}
