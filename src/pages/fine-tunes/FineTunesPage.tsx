// The place of the page "fine-tunes": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function FineTunesPage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Here you will watch fine-tunes" act={act}>
        <p>Every fine-tune with its state, its loss and its cost, the running ones first.</p>
        <p>
          For each, its curves while it trains, its events in order, and its checkpoints, ready to be tried.
        </p>
        <p>Until then, the id of a fine-tuned model can be typed as the model in the playground.</p>
      </Empty>
    </div>
  );
}
