// Regenerate and "Repeat exactly" buttons.
import { useState } from 'react';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import { useClient } from '#connection/use-client.ts';
import { useNextRequest } from '#draft/draft-store.ts';
import { nextStep } from '#run/next-step.ts';
import { noteSeam, resumptionOf } from '#run/resumed-runs.ts';
import { runStore, type RunStore } from '#run/run-store.ts';
import { isRunning, type Run, isPlayed } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';

interface AgainActsProps {
  run: Run;
  /** In effect, even if the draft names none. */
  model: string;
  onRun: () => void;
}

export function AgainActs({ run, model, onRun }: AgainActsProps) {
  const client = useClient();
  const next = useNextRequest(model);
  const isSame = next !== null && isSameRequest(next, run.request);
  const { seed } = run.request;
  // The pressed button has the focus, so it stays.
  const [hasFocus, setFocus] = useState(false);
  const canRun = canRunAgain(run);

  function handleAgain() {
    onRun();
    carrySeam(run, runStore.current());
  }
  useCommands([
    { title: 'Regenerate', keys: 'Alt+Enter', isOff: !canRun, run: handleAgain },
    { title: 'Repeat exactly', isOff: !canRun || isSame, run: () => repeatExactly(runStore, client) },
  ]);

  if (!canRun && !(hasFocus && isRunning(run))) return null;
  return (
    <div
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className="flex flex-wrap items-center gap-2"
    >
      <Button keys="Alt+Enter" disabled={!canRun} onClick={handleAgain}>
        Regenerate
      </Button>
      {!isSame && (
        <Button look="quiet" disabled={!canRun} onClick={() => repeatExactly(runStore, client)}>
          Repeat exactly
        </Button>
      )}
      {seed !== undefined && (
        <p className="text-dense text-muted">
          {isSame ? 'The' : 'Repeat exactly: the'} seed is fixed at {seed}, so expect the same text again.
        </p>
      )}
    </div>
  );
}

/** Not without output, where “Send again” knows the wait time and possible charges. */
export function canRunAgain(run: Run): boolean {
  if (run.state.phase !== 'ended' || isPlayed(run)) return false;
  return run.recording.tokenCount > 0 || !nextStep(run).canRepeat;
}

export function isSameRequest(one: CompletionRequest, other: CompletionRequest): boolean {
  return one.prompt === other.prompt && JSON.stringify(one) === JSON.stringify(other);
}

/** The same request object: history makes the answers siblings. */
export function repeatExactly(store: RunStore, client: Client): void {
  const run = store.current();
  if (run !== null && canRunAgain(run) && store.start(client, run.request)) carrySeam(run, store.current());
}

export function carrySeam(before: Run, run: Run | null): void {
  if (run !== null && run.id !== before.id && isSameRequest(run.request, before.request))
    noteSeam(run.id, resumptionOf(before.id)?.atToken);
}
