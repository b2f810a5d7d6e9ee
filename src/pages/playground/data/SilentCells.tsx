// Over the run's notice: that requests under way bring nothing any more.
import { SilenceNotice } from '#pages/playground/resume/SilenceNotice.tsx';
import type { DataRun } from './data-run.ts';
import { useRunFact } from './use-run-version.ts';

/** Nothing while every request under way brings something in time. */
export function SilentCells({ run }: { run: DataRun }) {
  useRunFact(run, ({ underWay }) => underWay.map(({ id, state }) => `${id} ${state.phase}`).join());
  return (
    <div className="shrink-0 border-t border-line bg-panel px-4 py-2 empty:hidden">
      <SilenceNotice runs={run.underWay} onStop={() => run.stop()} />
    </div>
  );
}
