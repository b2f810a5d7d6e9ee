// What a scoring lab does: its cost, the button that sends, the one that stops, and how far it has come.
import { useId, useSyncExternalStore } from 'react';
import type { Model } from '#api/schema/model.ts';
import { FailedRuns } from '#pages/playground/labs/runs/FailedRuns.tsx';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { pressOrGoTo, useRunKeys } from '#run/use-run-keys.ts';
import { Button } from '#ui/Button.tsx';
import { type BatchProgress, type ScoreBatch } from './score-batch.ts';
import { scoreRequest, type ScoreTask } from './score-text.ts';

interface ScoreActsProps {
  /** What the button says. */
  label: string;
  /** What it would send now. */
  tasks: readonly ScoreTask[];
  models: readonly Model[];
  batch: Pick<ScoreBatch<unknown>, 'stop' | 'subscribe' | 'progress' | 'runs' | 'again'>;
  isRunning: boolean;
  /** Why it cannot be pressed, with what to do; null where it can. */
  problem: string | null;
  onStart: () => void;
}

/** The keys are those of the playground: Ctrl+Enter sends, or leads to the button that does; Escape stops. */
export function ScoreActs(props: ScoreActsProps) {
  const { label, tasks, models, batch, isRunning, problem, onStart } = props;
  const progress = useSyncExternalStore(batch.subscribe, () => describeProgress(batch.progress()));
  const runs = batch.runs();
  const isReady = problem === null && !isRunning;
  const actId = useId();
  useRunKeys({
    onRun: () => pressOrGoTo(actId, tasks.length),
    onStop: batch.stop,
    canStop: isRunning,
  });
  return (
    <div className="grid gap-2">
      {problem === null ? (
        <RequestsCost requests={tasks.map(scoreRequest)} models={models} />
      ) : (
        <p className="text-dense text-muted">{problem}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button id={actId} look="primary" keys="Mod+Enter" disabled={!isReady} onClick={onStart}>
          {label}
        </Button>
        <Button keys="Escape" disabled={!isRunning} onClick={batch.stop}>
          Stop
        </Button>
        <output aria-label="Progress" className="text-dense text-muted tabular-nums">
          {isRunning && progress}
        </output>
      </div>
      <SilenceNotice runs={runs} onStop={batch.stop} />
      {!isRunning && <FailedRuns runs={runs} models={models} isQuoted={false} onAgain={batch.again} />}
    </div>
  );
}

/** `3 of 8 scored · 2 in line`. */
function describeProgress({ done, queued, all }: BatchProgress): string {
  return `${done} of ${all} scored${queued === 0 ? '' : ` · ${queued} in line`}`;
}
