// Scoring controls: cost, run, stop, progress.
import { useId, useSyncExternalStore } from 'react';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { scoreRequest, type ScoreTask } from './score-text.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { pressOrGoTo, useRunKeys } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { Failed } from '#ui/States.tsx';
import { FailedRuns } from './RunSetActs.tsx';
import type { BatchProgress, ScoreBatch } from './score-batch.ts';
import type { Scoring, LeftOut, Score } from './score.ts';

interface ScoreActsProps {
  label: string;
  tasks: readonly ScoreTask[];
  models: readonly Model[];
  batch: Pick<ScoreBatch<unknown>, 'stop' | 'subscribe' | 'progress' | 'runs' | 'again'>;
  isRunning: boolean;
  /** Why the button is disabled; null if it is not. */
  problem: string | null;
  onStart: () => void;
}

/** Ctrl+Enter focuses the button, then presses it; Escape stops. */
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

/** `3 of 8 scored · 2 queued` */
function describeProgress({ done, queued, all }: BatchProgress): string {
  return `${done} of ${all} scored${queued === 0 ? '' : ` · ${queued} queued`}`;
}

/** A stop is not a failure. */
export function ScoringFailure({ scoring }: { scoring: Extract<Scoring, { ok: false }> }) {
  if (scoring.reason === 'stopped') return <p className="text-muted">{scoring.message}</p>;
  return (
    <Failed title={`${scoring.run.request.model} did not score this text`}>
      <p>{scoring.message}</p>
    </Failed>
  );
}

/** Nothing if every token counts. */
export function LeftOutNote({
  score,
  doubt = null,
}: {
  score: Pick<Score, 'leftOut'>;
  doubt?: string | null;
}) {
  const sentences = [describeLeftOut(score.leftOut), doubt ?? ''].filter((each) => each !== '');
  return sentences.length === 0 ? null : <p className="text-dense text-muted">{sentences.join(' ')}</p>;
}

/** Empty if every token counts. */
function describeLeftOut(leftOut: Score['leftOut']): string {
  const parts = reasons.flatMap(([reason, words]) =>
    leftOut[reason] === 0 ? [] : [`${formatCount(leftOut[reason])} ${words}`],
  );
  return parts.length === 0 ? '' : `Excluded from the sums: ${parts.join(', ')}.`;
}

const reasons: readonly (readonly [LeftOut, string])[] = [
  ['missing', 'without a logprob'],
  ['positive', 'with an invalid logprob above zero'],
  ['impossible', 'reported as −∞ by the service'],
];
