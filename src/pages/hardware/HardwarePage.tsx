// The place of the page "hardware": it says what will be here.
import type { ReactNode } from 'react';
import { Empty } from '#ui/States.tsx';

/** `act` is the one next act, a link that the router makes. */
export function HardwarePage({ act }: { act: ReactNode }) {
  return (
    <div className="p-6">
      <Empty title="Here you will choose hardware" act={act}>
        <p>
          Every configuration of the connection with its price and whether it is free now: whole, per GPU and
          per GB, by the minute or the month.
        </p>
        <p>From which load on a dedicated machine is cheaper than paying by the token.</p>
        <p>Until then, the playground measures how fast a model answers.</p>
      </Empty>
    </div>
  );
}
