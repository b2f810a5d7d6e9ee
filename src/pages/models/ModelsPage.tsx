// The place of the page "models": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function ModelsPage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Not built yet" act={act}>
        <p>Every model that the connection offers, as one table</p>
        <p> search, filters under the heads, prices in a unit that you choose, context lengths, licences.</p>
        <p>
          What a model would cost a month for your own traffic, and which models run on this machine.:A model
          can already be chosen, or typed, in the playground.
        </p>
      </Empty>
    </div>
  );
}
