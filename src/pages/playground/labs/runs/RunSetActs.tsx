// What an experiment of several requests does: its cost, the button that sends them, the one that stops, how far it is.
import { useId } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { pressOrGoTo, useRunKeys } from '#run/use-run-keys.ts';
import { Button } from '#ui/Button.tsx';
import { FailedRuns } from './FailedRuns.tsx';
import type { RunSetState } from './run-set.ts';

interface RunSetActsProps {
  /** What the button says. */
  label: string;
  /** What it would send now; a sentence with what to do where it cannot. */
  requests: readonly CompletionRequest[] | string;
  models: readonly Model[];
  state: RunSetState<unknown> | null;
  onStart: (requests: readonly CompletionRequest[]) => void;
  onStop: () => void;
  /** Asks again what failed. */
  onAgain: (client: Client) => void;
}

/** The keys are those of the playground: Ctrl+Enter sends, or leads to the button that does; Escape stops. */
export function RunSetActs(props: RunSetActsProps) {
  const { label, requests, models, state, onStart, onStop, onAgain } = props;
  const isRunning = state !== null && state.runningCount > 0;
  const canStart = typeof requests !== 'string' && !isRunning;
  const handleStart = () => {
    if (typeof requests !== 'string') onStart(requests);
  };
  const actId = useId();
  useRunKeys({ onRun: () => pressOrGoTo(actId, requests.length), onStop, canStop: isRunning });
  return (
    <div className="grid gap-2">
      {typeof requests === 'string' ? (
        <p className="text-dense text-muted">{requests}</p>
      ) : (
        <RequestsCost requests={requests} models={models} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button id={actId} look="primary" keys="Mod+Enter" disabled={!canStart} onClick={handleStart}>
          {label}
        </Button>
        <Button keys="Escape" disabled={!isRunning} onClick={onStop}>
          Stop
        </Button>
        <output aria-label="Progress" className="text-dense text-muted tabular-nums">
          {state !== null && isRunning && describeProgress(state)}
        </output>
      </div>
      {state !== null && (
        <>
          <SilenceNotice runs={state.runs} onStop={onStop} />
          <FailedRuns runs={state.runs} models={models} isQuoted onAgain={onAgain} />
        </>
      )}
    </div>
  );
}

function describeProgress({ runs, runningCount }: RunSetState<unknown>): string {
  const queued = runs.filter(({ state }) => state.phase === 'queued').length;
  const done = `${formatCount(runs.length - runningCount)} of ${formatCount(runs.length)} ended`;
  return queued === 0 ? done : `${done} · ${formatCount(queued)} in line`;
}
