// Availability badge.
import { noValue } from '#lib/format.ts';
import { Status, type Tone } from '#ui/States.tsx';
import { lowCapacity, lowCapacityHelp, offeredWord, type Offer } from './hardware-row.ts';

export function OfferStatus({ offer }: { offer: Offer }) {
  const word = offerWord(offer);
  if (word === undefined) return <span className="text-faint">{noValue}</span>;
  return (
    <span
      title={word === lowCapacity ? lowCapacityHelp : undefined}
      className="flex items-center gap-x-1.5 pointer-coarse:flex-wrap pointer-coarse:leading-tight"
    >
      <Status tone={offerTone(offer)}>{word}</Status>
      {isSimulated(offer) && <SimulatedBadge />}
    </span>
  );
}

export function isSimulated(offer: Offer): boolean {
  return offer.kind === 'offered' && offer.isSimulated === true;
}

export function SimulatedBadge() {
  return (
    <span
      className="rounded-token border border-edge px-1 text-label whitespace-nowrap text-muted"
      title={simulatedHelp}
    >
      simulated
    </span>
  );
}

export const simulatedHelp = 'This server invents the availability of its samples: nothing can be rented.';

/** Undefined if never requested. */
function offerWord(offer: Offer): string | undefined {
  if (offer.kind === 'unasked') return undefined;
  return offer.kind === 'not-offered' ? 'not offered' : offeredWord(offer.status ?? 'not stated');
}

/** For files. */
export function offerText(offer: Offer): string | undefined {
  const word = offerWord(offer);
  return isSimulated(offer) && word !== undefined ? `${word} (simulated)` : word;
}

/** An unknown word has no colour. */
export function offerTone(offer: Offer): Tone {
  return offer.kind === 'offered' ? statusTone(offer.status) : 'none';
}

export function statusTone(status: string | null): Tone {
  if (status === 'available') return 'ok';
  return status === 'insufficient' ? 'partial' : 'none';
}
