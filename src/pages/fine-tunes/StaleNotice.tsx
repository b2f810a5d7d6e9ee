// Said when the last request failed while older data is on screen: what failed, and that what is shown is kept.
import { formatAge } from '#lib/time-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { useNow } from '#ui/use-now.ts';
import type { Freshness } from './use-polled-fine-tunes.ts';

/** Nothing while all is well. */
export function StaleNotice({ freshness: { error, updatedAtMs } }: { freshness: Freshness }) {
  if (error === null || updatedAtMs === null) return null;
  return (
    <p role="status" className="flex items-start gap-1.5 text-dense text-muted">
      <Icon name="warning" className="mt-px text-warn" />
      <span className="min-w-0 wrap-anywhere">
        {error.message} What is shown is <Age sinceMs={updatedAtMs} /> old.
      </span>
    </p>
  );
}

// Not read aloud again every second.
function Age({ sinceMs }: { sinceMs: number }) {
  return <span aria-live="off">{formatAge(useNow() - sinceMs)}</span>;
}
