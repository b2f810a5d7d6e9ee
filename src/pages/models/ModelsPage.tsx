// The place of the page "models": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function ModelsPage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Here you will compare models" act={act}>
        <p>
          Every model of the connection in one table: search, filters under the heads, context lengths,
          licences, and prices in a unit that you choose.
        </p>
        <p>What each would cost a month for your own traffic.</p>
        <p>Until then, a model is chosen, or typed, in the playground.</p>
      </Empty>
    </div>
  );
}
