// Asks for another answer to the same request.
import { useClient } from '#connection/use-client.ts';
import { runStore, useRun } from '#pages/playground/use-run.ts';
import { Button } from '#ui/Button.tsx';
import { canRunAgain, runAgain } from './run-again.ts';

/** Under an answer that has ended. The answer before stays in history, one undo away. */
export function AgainButton() {
  const client = useClient();
  const run = useRun();
  if (run === null || !canRunAgain(run)) return null;
  return (
    <div className="mt-3 font-sans text-base">
      <Button keys="Alt+Enter" onClick={() => runAgain(runStore, client)}>
        Regenerate
      </Button>
    </div>
  );
}
