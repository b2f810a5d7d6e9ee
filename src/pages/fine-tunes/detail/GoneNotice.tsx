// What stays of a fine-tune that the service does not list any more.
import { formatAge } from '#lib/time-words.ts';
import { useNow } from '#ui/use-now.ts';
import { Icon } from '#ui/Icon.tsx';

/** @param sinceMs when it was listed last; null where it still is */
export function GoneNotice({ sinceMs }: { sinceMs: number | null }) {
  if (sinceMs === null) return null;
  return (
    <p role="status" className="flex items-start gap-1.5 text-dense">
      <Icon name="warning" className="mt-px text-warn" />
      <span>
        No longer listed. This is how it was <Ago sinceMs={sinceMs} /> ago; nothing more is asked of it.
      </span>
    </p>
  );
}

// Not read aloud again every second.
function Ago({ sinceMs }: { sinceMs: number }) {
  return <span aria-live="off">{formatAge(useNow() - sinceMs)}</span>;
}
