// The place of the page "fine-tunes": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function FineTunesPage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Not built yet" act={act}>
        <p>Every fine-tune with its state, its loss and what it has cost, the running ones first.</p>
        <p>
          For each one, loss curves as it trains, its events in order, and its checkpoints, ready to be opened
          in the playground.
        </p>
        <p>A checkpoint’s id can already be typed as the model in the playground.</p>
      </Empty>
    </div>
  );
}
