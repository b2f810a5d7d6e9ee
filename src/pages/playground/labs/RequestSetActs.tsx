// Request set controls: run, stop, send again.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { readDraft } from '#draft/draft.ts';
import { sentParameters } from '#draft/parameter-changes.ts';
import { formatCount } from '#lib/format.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { nextStep } from '#run/next-step.ts';
import { scoreParameterWords } from '#run/echo-score.ts';
import type { RequestSet, RequestSetState } from '#run/request-set.ts';
import { useRunButton } from '#run/run-button.ts';
import { useRunKeys } from '#run/run-store.ts';
import { isWhole, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { failureReasons } from './failure-reasons.ts';

interface RequestSetActsProps {
  label: string;
  /** Or a sentence why there are none. */
  requests: readonly CompletionRequest[] | string;
  models: readonly Model[];
  set: Pick<RequestSet<unknown>, 'stop' | 'again'>;
  state: RequestSetState<unknown> | null;
  /** No parameters from the draft; the result quotes the errors. */
  isScoring?: boolean;
  onStart: (requests: readonly CompletionRequest[]) => void;
}

/** Ctrl+Enter focuses the button, then presses it; Escape stops. */
export function RequestSetActs(props: RequestSetActsProps) {
  const { label, requests, models, set, state, isScoring = false, onStart } = props;
  const isRunning = state !== null && state.runningCount > 0;
  const stopped = state?.runs.filter(wasStopped) ?? [];
  const client = useClient();
  const canStart = typeof requests !== 'string' && !isRunning;
  const handleStart = () => {
    if (typeof requests !== 'string') onStart(requests);
  };
  const { press, runButton } = useRunButton(requests.length);
  useRunKeys({ title: label, onRun: press, onStop: set.stop, canStop: isRunning });
  return (
    <div className="grid gap-2">
      {typeof requests === 'string' ? (
        <p className="text-dense text-muted">{requests}</p>
      ) : (
        <>
          <RequestsCost requests={requests} models={models} />
          {isScoring ? <Parameters words={scoreParameterWords} /> : <DraftParameters requests={requests} />}
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button {...runButton} look="primary" keys="Mod+Enter" disabled={!canStart} onClick={handleStart}>
          {label}
        </Button>
        <Button keys="Escape" disabled={!isRunning} onClick={set.stop}>
          Stop
        </Button>
        {!isRunning && stopped.length > 0 && stopped.length < (state?.runs.length ?? 0) && (
          <Button onClick={() => set.again(client, wasStopped)}>
            Run remaining {formatCount(stopped.length)}
          </Button>
        )}
        <Progress runs={state?.runs ?? []} />
      </div>
      {state !== null && (
        <>
          <SilenceNotice runs={state.runs} onStop={set.stop} />
          {state.isUnstored && (
            <p role="status" className="text-dense text-warn">
              This result is not stored: it is lost when the page is closed.
            </p>
          )}
          <FailedRuns
            runs={state.runs}
            models={models}
            isQuoted={!isScoring}
            onAgain={() => set.again(client)}
          />
          {!isScoring && !isRunning && haveChanged(requests, state.runs) && (
            <p className="text-dense text-muted">
              The prompt or the settings have changed; the result below is of the earlier ones.
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** False while there is nothing to send. */
function haveChanged(requests: readonly CompletionRequest[] | string, runs: readonly Run[]): boolean {
  if (typeof requests === 'string') return false;
  return JSON.stringify(requests) !== JSON.stringify(runs.map(({ request }) => request));
}

/** Without those that the lab sets itself. */
function DraftParameters({ requests }: { requests: readonly CompletionRequest[] }) {
  const draft = useDraft((state) => state.draft);
  const own = readDraft({ ...draft, model: requests[0]?.model ?? '' });
  const sent = sentParameters(draft, (name) => {
    const text = own.ok && JSON.stringify(own.request[name]);
    return requests.every((request) => JSON.stringify(request[name]) === text);
  });
  return <Parameters source=" from Write" words={sent.length === 0 ? ['all defaults'] : sent} />;
}

function Parameters({ source = '', words }: { source?: string; words: readonly string[] }) {
  return (
    <p className="text-dense wrap-anywhere text-muted">
      Parameters{source}: {words.join(' · ')}
    </p>
  );
}

/** The result shows the end; a screen reader is told, and a phone, where the result is below. */
export function Progress({ runs }: { runs: readonly Run[] }) {
  const endedCount = runs.filter(({ state }) => state.phase === 'ended').length;
  const queuedCount = runs.filter(({ state }) => state.phase === 'queued').length;
  const failedCount = runs.filter(hasFailed).length;
  const stoppedCount = runs.filter(wasStopped).length;
  const isEnded = endedCount === runs.length;
  const words = [
    runs.length > 0 && `${formatCount(endedCount - stoppedCount)} of ${formatCount(runs.length)} done`,
    queuedCount > 0 && `${formatCount(queuedCount)} queued`,
    isEnded && failedCount > 0 && `${formatCount(failedCount)} failed`,
    isEnded && stoppedCount > 0 && `${formatCount(stoppedCount)} stopped`,
  ];
  return (
    <output aria-label="Progress" className="text-dense text-muted tabular-nums">
      <span className={isEnded ? 'tablet:sr-only' : ''}>{words.filter(Boolean).join(' · ')}</span>
    </output>
  );
}

interface FailedRunsProps {
  runs: readonly Run[];
  models: readonly Model[];
  /** False if the result quotes the first error; reasons that differ are counted. */
  isQuoted: boolean;
  /** Drops their output. */
  onAgain: () => void;
}

/** Empty while running; stopped runs have not failed. */
function FailedRuns({ runs, models, isQuoted, onAgain }: FailedRunsProps) {
  const failed = runs.filter(hasFailed);
  const again = failed.filter((run) => nextStep(run).canRepeat);
  const [first = failed[0]] = again;
  if (first === undefined || runs.some(({ state }) => state.phase !== 'ended')) return null;
  const reasons = isQuoted ? failureReasons(failed) : [];
  return (
    <div
      role="group"
      aria-label="Failed requests"
      className="grid max-w-prose justify-items-start gap-2 border-l-2 border-bad pl-3"
    >
      <p className="wrap-anywhere">
        {runs.length > 1 && `${formatCount(failed.length)} of ${formatCount(runs.length)} requests failed. `}
        {reasons.length === 1 && reasons[0]?.words}
      </p>
      {reasons.length > 1 && (
        <ul className="text-dense wrap-anywhere">
          {reasons.map(({ words, count }) => (
            <li key={words}>
              {formatCount(count)} × {words}
            </li>
          ))}
        </ul>
      )}
      {again.length > 1 && <RequestsCost requests={again.map(({ request }) => request)} models={models} />}
      <NextActs
        run={first}
        repeatLabel={again.length > 1 ? `Send ${formatCount(again.length)} again` : 'Send again'}
        acts={{ repeat: onAgain, resume: null, ways: { connections: openConnections } }}
      />
    </div>
  );
}

/** Ended incomplete, but not stopped. */
function hasFailed(run: Run): boolean {
  return run.state.phase === 'ended' && !isWhole(run.state.endState) && !wasStopped(run);
}

function wasStopped({ state }: Run): boolean {
  return state.phase === 'ended' && state.endState === 'stopped';
}
