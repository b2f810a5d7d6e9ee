// Regenerate and "Repeat the request" buttons.
import { useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import { useNextRequest } from '#draft/draft-store.ts';
import { runStore } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { canRunAgain, carrySeam, isSameRequest, repeatRequest } from './run-again.ts';

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
    { title: 'Repeat the request', isOff: !canRun || isSame, run: () => repeatRequest(runStore, client) },
  ]);

  if (!canRun && !(hasFocus && isRunning(run))) return null;
  return (
    <div
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className="flex flex-wrap items-center gap-2"
    >
      <Button
        keys="Alt+Enter"
        disabled={!canRun}
        title="Sends the prompt and parameters as they are now"
        onClick={handleAgain}
      >
        Regenerate
      </Button>
      {!isSame && (
        <Button
          look="quiet"
          disabled={!canRun}
          title="Sends the prompt and parameters of this output again"
          onClick={() => repeatRequest(runStore, client)}
        >
          Repeat the request
        </Button>
      )}
      {seed !== undefined && run.recording.tokenCount > 0 && (
        <p className="text-dense text-muted">
          {isSame ? 'The' : 'Repeat the request: the'} seed is fixed at {seed}, so expect the same text again.
        </p>
      )}
    </div>
  );
}
