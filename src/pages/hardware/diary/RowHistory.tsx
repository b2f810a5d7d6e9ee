// What the diary knows of one configuration: its price as a small line, and what changed, newest first.
import { useMemo } from 'react';
import { historyOf, type Snapshot } from '#pricing/diary/snapshot.ts';
import { ago } from '#pages/hardware/age.ts';
import { useNow } from '#ui/use-now.ts';
import { changesIn, differenceWords } from './diary-page.ts';
import { Sparkline } from './Sparkline.tsx';

const shownAtMost = 8;

/** Nothing is invented: the line begins where the diary begins. */
export function RowHistory({ id, pages }: { id: string; pages: readonly Snapshot[] }) {
  const nowMs = useNow(60_000);
  const prices = historyOf(pages, id, 'cents_per_minute').flatMap(({ atMs, value }) =>
    typeof value === 'number' ? [{ atMs, value }] : [],
  );
  const changes = useMemo(() => changesIn(pages, id), [pages, id]);
  const first = prices[0];
  const last = prices.at(-1);
  return (
    <section className="mt-4 border-t border-line pt-2">
      <h3 className="font-medium">As seen from this browser</h3>
      {first && last ? (
        <>
          <Sparkline
            points={prices}
            untilMs={Math.max(nowMs, last.atMs)}
            label={`Price from ${first.value} to ${last.value} ¢/min in ${prices.length} pages of the diary`}
          />
          <p className="text-dense text-muted tabular-nums">
            {first !== last && `${first.value.toFixed(2)} ¢/min ${ago(first.atMs, nowMs)}, `}
            {last.value.toFixed(2)} ¢/min {ago(last.atMs, nowMs)}
          </p>
        </>
      ) : (
        <p className="text-muted">The diary has no price of it.</p>
      )}
      <ul className="mt-1 text-dense">
        {changes.slice(0, shownAtMost).map(({ atMs, difference }) => (
          <li key={`${atMs} ${differenceWords(difference)}`} className="wrap-anywhere">
            <span className="text-faint">{ago(atMs, nowMs)}</span> {differenceWords(difference)}
          </li>
        ))}
      </ul>
      {changes.length > shownAtMost && (
        <p className="text-dense text-faint">{changes.length - shownAtMost} earlier changes are not shown.</p>
      )}
    </section>
  );
}
