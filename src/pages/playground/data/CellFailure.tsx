// Why a cell is not complete, in the service's words, and what to do about it besides asking again.
import { openConnections } from '#connection/store.ts';
import { nextStep } from '#pages/playground/recovery/next-step.ts';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import type { CellResult } from './cell.ts';

/** Nothing for a cell that is complete. `recorded`: its run, where its recording is still kept. */
export function CellFailure({ result, recorded }: { result: CellResult; recorded: Run | undefined }) {
  if (result.error === null) return null;
  const step = recorded === undefined ? null : nextStep(recorded);
  const isAboutAccess = step === null ? result.status === 401 : step.ways.includes('connections');
  return (
    <div className="grid justify-items-start gap-2 text-dense">
      <p role="alert" className="wrap-anywhere text-bad">
        {result.error}
      </p>
      {step !== null && step.advice !== null && <p>{step.advice}</p>}
      {isAboutAccess && <Button onClick={openConnections}>Open connections</Button>}
    </div>
  );
}
