// Leads from picked fine-tunes to their curves, drawn over each other.
import { Link } from '@tanstack/react-router';
import { linkLook } from '#ui/TextInput.tsx';

/** Nothing until two are picked. The first is the page's own, the others lie over it. */
export function OverlayLink({ ids }: { ids: readonly string[] }) {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return null;
  return (
    <Link
      to="/fine-tunes/$id"
      params={{ id: first }}
      search={{ with: others.join(',') }}
      className={linkLook}
    >
      Draw {ids.length} curves together
    </Link>
  );
}
