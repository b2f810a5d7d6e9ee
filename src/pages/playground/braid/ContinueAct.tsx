// Where the only answer of a run ends: goes on from it by filling the prompt.
import type { Lane } from '#pages/playground/lane.ts';
import type { Run } from '#pages/playground/run.ts';
import { Button } from '#ui/Button.tsx';
import { continueLane } from './continuation.ts';

/** Sends nothing. */
export function ContinueAct({ run, lane }: { run: Run; lane: Lane }) {
  return (
    <Button look="quiet" onClick={() => continueLane(run, lane)}>
      Continue
    </Button>
  );
}
