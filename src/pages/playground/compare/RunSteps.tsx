// Which of its runs a column shows: a rerun keeps the earlier ones, a few steps back.
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import type { Comparison } from './comparison.ts';

interface RunStepsProps {
  comparison: Comparison;
  id: string;
  name: string;
  /** Nothing else is shown while one receives. */
  isRunning: boolean;
}

/** Nothing for a column with one run or none. */
export function RunSteps({ comparison, id, name, isRunning }: RunStepsProps) {
  const kept = useStore(comparison.kept, (all) => all[id]);
  const shown = useStore(comparison.shown, (all) => all[id]);
  if (kept === undefined || shown === undefined || kept.length < 2) return null;
  const at = kept.findIndex(({ runId }) => runId === shown.runId);
  const step = (by: number) => {
    const target = kept[at + by];
    if (target !== undefined) comparison.show(id, target.runId);
  };
  return (
    <span
      role="group"
      aria-label={`Runs of ${name}`}
      className="flex shrink-0 items-center text-muted tabular-nums"
    >
      <Button look="quiet" aria-label="Earlier run" disabled={isRunning || at <= 0} onClick={() => step(-1)}>
        ‹
      </Button>
      {at + 1} of {kept.length}
      <Button
        look="quiet"
        aria-label="Later run"
        disabled={isRunning || at === kept.length - 1}
        onClick={() => step(1)}
      >
        ›
      </Button>
    </span>
  );
}
