// The place of the page "jobs": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function JobsPage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Here you will follow jobs" act={act}>
        <p>
          A job by its id: its status, every change of it with the time it took, and the arguments it was
          started with.
        </p>
        <p>The jobs that you watch stay in a list on this device.</p>
        <p>Until then, the playground is where to start.</p>
      </Empty>
    </div>
  );
}
