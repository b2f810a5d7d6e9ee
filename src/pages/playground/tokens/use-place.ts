// Where a token stands in its text, for as long as it is marked there.
import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import { drawnToken } from './blocks.ts';
import { cardWidth, placeOf, type TokenPlace } from './token-place.ts';

/**
 * Measured again whenever the text has another size: blocks that were far away get their true height once they are near.
 * @param token null for none
 * @param width of the card, CSS pixels
 */
export function usePlace(
  lane: Lane,
  token: number | null,
  text: RefObject<HTMLElement | null>,
  width = cardWidth,
): TokenPlace | null {
  const [place, setPlace] = useState<TokenPlace | null>(null);
  useLayoutEffect(() => {
    const root = text.current;
    if (root === null || token === null) return undefined;
    const measure = () => {
      const drawn = drawnToken(root, lane, token);
      const found = drawn && placeOf(root, drawn, Math.min(width, root.clientWidth));
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    return () => observer.disconnect();
  }, [lane, token, text, width]);
  return place?.token === token ? place : null;
}
