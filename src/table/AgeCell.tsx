// How long ago a time was, kept current while it is in sight; the exact time stands under the pointer.
import { formatAge } from '#lib/time-words.ts';
import { useNow } from '#ui/use-now.ts';

/** @param atMs Unix milliseconds; @param exact the same as ISO 8601 */
export function AgeCell({ atMs, exact }: { atMs: number; exact: string }) {
  const nowMs = useNow(5_000);
  return (
    <time dateTime={exact} title={exact}>
      {formatAge(nowMs - atMs)}
    </time>
  );
}
