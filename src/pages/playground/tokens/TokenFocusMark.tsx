// The token that is looked at: outlined where it stands, and described beside it.
import type { Lane } from '#pages/playground/lane.ts';
import { describeProbability, TokenCard } from './TokenCard.tsx';
import { readToken } from './token-facts.ts';
import { TokenOutline } from './TokenOutline.tsx';
import { cardWidth, type TokenPlace } from './token-place.ts';
import { toVisibleToken } from './visible-text.ts';

interface TokenFocusMarkProps {
  lane: Lane;
  place: TokenPlace;
  /** Off while another card stays. */
  hasCard: boolean;
}

/** Stands inside the positioned element that the place was measured in, and never catches the pointer. */
export function TokenFocusMark({ lane, place, hasCard }: TokenFocusMarkProps) {
  return (
    <>
      <TokenOutline rects={place.rects} />
      {hasCard && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute z-1 grid gap-0.5 rounded-control border border-edge bg-panel px-3 py-2 font-sans whitespace-normal shadow-float"
          style={{ ...place.card, width: cardWidth }}
        >
          <TokenCard lane={lane} token={place.token} />
        </div>
      )}
    </>
  );
}

/** The token in one sentence, to be read aloud. */
export function announce(lane: Lane, token: number): string {
  const facts = readToken(lane, token);
  return `${toVisibleToken(facts.text)}, ${describeProbability(facts)}, token ${token + 1} of ${lane.tokenCount}`;
}

/** That its card stays; the same words however the answer grows, so that they are spoken once. */
export function announcePinned(lane: Lane, token: number): string {
  const facts = readToken(lane, token);
  return `Pinned: ${toVisibleToken(facts.text)}, ${describeProbability(facts)}, token ${token + 1}`;
}
