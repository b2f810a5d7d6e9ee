// Availability badge for the chosen model: icon, word and colour.
import { Status, type Tone } from '#ui/Status.tsx';
import type { Offer } from './hardware-row.ts';

/** A dash if it was never requested. */
export function OfferStatus({ offer }: { offer: Offer }) {
  const word = offerWord(offer);
  if (word === undefined) return <span className="text-faint">—</span>;
  return (
    <span className="flex items-baseline gap-1.5">
      <Status tone={offerTone(offer)}>{word}</Status>
      {offer.kind === 'offered' && offer.isSimulated === true && (
        <span className="text-dense text-faint">simulated</span>
      )}
    </span>
  );
}

/** The service's own word, "not offered" or "not stated"; undefined if never requested. */
export function offerWord(offer: Offer): string | undefined {
  if (offer.kind === 'unasked') return undefined;
  return offer.kind === 'not-offered' ? 'not offered' : (offer.status ?? 'not stated');
}

/** An unknown word has no colour. */
export function offerTone(offer: Offer): Tone {
  return offer.kind === 'offered' ? statusTone(offer.status) : 'none';
}

export function statusTone(status: string | null): Tone {
  if (status === 'available') return 'ok';
  return status === 'insufficient' ? 'partial' : 'none';
}
