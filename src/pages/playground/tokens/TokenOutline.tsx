// The line around a token where it stands in the text.
import type { TokenPlace } from './token-place.ts';

/** One box a line of text; it never catches the pointer. */
export function TokenOutline({ rects }: Pick<TokenPlace, 'rects'>) {
  return rects.map((rect) => (
    <span
      key={`${rect.left} ${rect.top}`}
      aria-hidden="true"
      className="pointer-events-none absolute rounded-token outline-2 outline-act"
      style={rect}
    />
  ));
}
