// Run set controls: cost, run, stop, progress.
import { useId } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { openConnections } from '#connection/store.ts';
import { useDraft } from '#draft/draft-store.ts';
import { sentParameters } from '#draft/parameter-changes.ts';
import { formatCount } from '#lib/format.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import type { Run } from '#run/run.ts';
import { pressOrGoTo, useRunKeys } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { type RunSetState, hasFailed, isWorthAgain } from './run-set.ts';

interface RunSetActsProps {
  label: string;
  /** Requests, or a sentence why there are none. */
  requests: readonly CompletionRequest[] | string;
  models: readonly Model[];
  state: RunSetState<unknown> | null;
  onStart: (requests: readonly CompletionRequest[]) => void;
  onStop: () => void;
  onAgain: (client: Client) => void;
}

/** Ctrl+Enter focuses the button, then presses it; Escape stops. */
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
        <>
          <RequestsCost requests={requests} models={models} />
          <DraftParameters />
        </>
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

/** What the requests take from the draft. */
function DraftParameters() {
  const draft = useDraft((state) => state.draft);
  const sent = sentParameters(draft);
  return (
    <p className="text-dense wrap-anywhere text-muted">
      Parameters from Write: {sent.length === 0 ? 'all defaults' : sent.join(' · ')}
    </p>
  );
}

function describeProgress({ runs, runningCount }: RunSetState<unknown>): string {
  const queued = runs.filter(({ state }) => state.phase === 'queued').length;
  const done = `${formatCount(runs.length - runningCount)} of ${formatCount(runs.length)} done`;
  return queued === 0 ? done : `${done} · ${formatCount(queued)} queued`;
}

interface FailedRunsProps {
  runs: readonly Run[];
  models: readonly Model[];
  /** Quotes the first error; false if the result does. */
  isQuoted: boolean;
  /** Retries retryable failures; their earlier output is dropped. */
  onAgain: (client: Client) => void;
}

/** Nothing while running or without failures. Stopped runs have not failed. */
export function FailedRuns({ runs, models, isQuoted, onAgain }: FailedRunsProps) {
  const failed = runs.filter(hasFailed);
  const again = runs.filter(isWorthAgain);
  const [first = failed[0]] = again;
  if (first === undefined || runs.some(({ state }) => state.phase !== 'ended')) return null;
  const error = first.state.phase === 'ended' ? first.state.error : null;
  return (
    <div
      role="group"
      aria-label="Failed requests"
      className="grid max-w-prose justify-items-start gap-2 border-l-2 border-bad pl-3"
    >
      <p className="wrap-anywhere">
        {runs.length > 1 && `${formatCount(failed.length)} of ${formatCount(runs.length)} requests failed. `}
        {isQuoted && error?.message}
      </p>
      {again.length > 1 && <RequestsCost requests={again.map(({ request }) => request)} models={models} />}
      <NextActs
        run={first}
        repeatLabel={again.length > 1 ? `Send ${formatCount(again.length)} again` : 'Send again'}
        acts={{ repeat: onAgain, goOn: null, ways: { connections: openConnections } }}
      />
    </div>
  );
}
