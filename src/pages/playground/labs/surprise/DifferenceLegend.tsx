// The two directions of a difference in words.
import { differenceLook } from './difference-look.ts';

/** Shown at the end of the strip. */
export function DifferenceLegend() {
  return (
    <span className="grid justify-items-end gap-1 text-label text-faint">
      <span>
        <span className="rounded-token px-1 text-text" style={differenceLook(3)}>
          heat
        </span>{' '}
        B more surprised
      </span>
      <span>
        <span className="px-1 text-text" style={differenceLook(-3)}>
          line
        </span>{' '}
        A more surprised
      </span>
    </span>
  );
}
