// Where the token stands that is looked at somewhere else than in the text: it is brought into view.
import { useEffect, useState, type RefObject } from 'react';
import type { Lane } from '#pages/playground/lane.ts';
import { drawnToken } from './blocks.ts';
import { useFocusedToken } from './focused-token.ts';
import { placeOf, reveal, type TokenPlace } from './token-place.ts';

/** The place of the token that is looked at in the table; null while none of this lane is. */
export function useSharedPlace(lane: Lane, root: RefObject<HTMLElement | null>): TokenPlace | null {
  const [place, setPlace] = useState<TokenPlace | null>(null);
  const token = useFocusedToken(({ focused }) =>
    focused?.lane === lane && focused.by === 'table' ? focused.token : null,
  );
  useEffect(() => {
    if (token === null) return undefined;
    const show = () => {
      const drawn = root.current && drawnToken(root.current, lane, token);
      if (root.current === null || drawn === null) return;
      const found = placeOf(root.current, drawn);
      setPlace(found);
      reveal(root.current, found);
    };
    show();
    // Blocks that were far away get their true height once they are near: measured again when they have it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [lane, root, token]);
  return place?.token === token ? place : null;
}
