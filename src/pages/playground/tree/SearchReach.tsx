// Says how far a search of history reached: what is still being read, and what only beginnings are kept of.
import { formatCount } from '#lib/format.ts';
import type { SearchResult } from './search-states.ts';

/** Empty where everything was searched. */
export function SearchReach({ search }: { search: SearchResult | null }) {
  const { readCount, count, unreadCount } = search ?? { readCount: 0, count: 0, unreadCount: 0 };
  const isReading = readCount + unreadCount < count;
  return (
    <p role="status" aria-label="Reach of the search" className="text-label text-faint empty:-mt-2">
      {isReading && `Reading long outputs, ${formatCount(readCount + unreadCount)} of ${formatCount(count)}.`}
      {!isReading && unreadCount > 0 && beginnings(unreadCount)}
    </p>
  );
}

function beginnings(count: number): string {
  return count === 1
    ? 'One run is searched in the beginning of its output only: its recording is not kept.'
    : `${formatCount(count)} runs are searched in the beginnings of their outputs only: their recordings are not kept.`;
}
