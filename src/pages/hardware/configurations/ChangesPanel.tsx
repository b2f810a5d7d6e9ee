// Changes since the last visit.
import { useMemo } from 'react';
import { formatCount, formatCounted } from '#lib/format.ts';
import { pastWords } from '#lib/dates.ts';
import { useEmbedded } from '#connection/use-client.ts';
import { maxSnapshots } from '#pricing/price-history.ts';
import { Empty, Loading } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { changesIn, differenceWords, summary, type PriceHistoryView } from './use-price-history.ts';

interface ChangesPanelProps {
  priceHistory: PriceHistoryView;
  onOpen: (id: string) => void;
}

const maxShown = 60;

export function ChangesPanel({ priceHistory, onOpen }: ChangesPanelProps) {
  const nowMs = useNow(60_000);
  const { snapshots, sinceMs, changes, isRead, isStored } = priceHistory;
  const earlier = useMemo(() => changesIn(snapshots), [snapshots]);
  if (!isRead) {
    return (
      <div className="p-4">
        <Loading rows={6} label="Loading the price history" />
      </div>
    );
  }

  const line = (key: string, id: string, words: string, when: string) => (
    <li key={key} className="py-1.5">
      <button
        type="button"
        data-printed=""
        onClick={() => onOpen(id)}
        className="font-mono text-dense hover:text-act"
      >
        {id}
      </button>
      <p className="text-dense wrap-anywhere text-muted">
        {words} {when !== '' && <span className="text-faint">· {when}</span>}
      </p>
    </li>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
      {sinceMs === null && earlier.length === 0 && (
        <Empty title="No changes yet">
          <p>On your next visit, changes in prices and availability are listed here.</p>
        </Empty>
      )}
      {sinceMs !== null && (
        <section>
          <h2 className="font-medium">Since your last visit, {pastWords(sinceMs, nowMs)}</h2>
          <p className="text-muted">{summary(changes) || 'Nothing changed.'}</p>
          <ul className="mt-1 divide-y divide-line">
            {changes
              .slice(0, maxShown)
              .map((each) => line(`${each.id} ${differenceWords(each)}`, each.id, differenceWords(each), ''))}
          </ul>
          {changes.length > maxShown && (
            <p className="text-dense text-faint">
              {formatCount(changes.length - maxShown)} more changes not shown.
            </p>
          )}
        </section>
      )}
      {earlier.length > 0 && (
        <section>
          <h2 className="font-medium">All recorded changes</h2>
          <ul className="mt-1 divide-y divide-line">
            {earlier
              .slice(0, maxShown)
              .map(({ atMs, difference }) =>
                line(
                  `${atMs} ${difference.id} ${differenceWords(difference)}`,
                  difference.id,
                  differenceWords(difference),
                  pastWords(atMs, nowMs),
                ),
              )}
          </ul>
          {earlier.length > maxShown && (
            <p className="text-dense text-faint">{earlier.length - maxShown} earlier changes not shown.</p>
          )}
        </section>
      )}
      <p className="border-t border-line pt-3 text-dense text-faint">
        {isStored
          ? `The price history is stored only in this browser (${formatCounted(snapshots.length, 'snapshot')}). It keeps every change for up to a year: at most ${maxSnapshots} price lists and ${maxSnapshots} availability answers, fewer of long lists.`
          : 'This browser does not store data for this page, so the price history ends with the tab.'}
      </p>
    </div>
  );
}

interface ContextLineProps {
  priceHistory: PriceHistoryView;
  /** On a phone the model's answer replaces this line. */
  isForModel: boolean;
  onShow: () => void;
}

/** One line high: no layout shift after loading. */
export function ContextLine({ priceHistory, isForModel, onShow }: ContextLineProps) {
  const isEmbedded = useEmbedded();
  return (
    <p
      className={`${isForModel ? 'max-tablet:hidden' : ''} flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 border-b border-line px-3 py-1 text-dense text-muted max-tablet:justify-between`}
    >
      {isEmbedded && (
        <span>
          <span className="max-tablet:hidden">
            This server’s own list: this machine, and samples with dated prices that cannot be rented; their
            availability is simulated.
          </span>
          <span className="tablet:hidden">Own list, sample prices.</span>
        </span>
      )}
      <span>
        <PriceHistoryWords priceHistory={priceHistory} />{' '}
        {priceHistory.changes.length > 0 && (
          <button type="button" onClick={onShow} className="text-act hover:underline">
            Show
          </button>
        )}
      </span>
    </p>
  );
}

function PriceHistoryWords({
  priceHistory: { sinceMs, changes, isRead, isStored },
}: {
  priceHistory: PriceHistoryView;
}) {
  const nowMs = useNow(60_000);
  if (!isRead) return 'Loading the price history.';
  if (sinceMs === null && changes.length === 0) {
    return !isStored ? (
      <>
        The price history<span className="max-tablet:hidden"> is not stored by this browser and</span> ends
        with the tab.
      </>
    ) : (
      <>
        First visit: prices are recorded
        <span className="max-tablet:hidden"> in this browser to show changes later</span>.
      </>
    );
  }
  return (
    <>
      {sinceMs === null ? (
        'During this first visit'
      ) : (
        <>
          Since <span className="max-tablet:hidden">your last visit </span>
          {pastWords(sinceMs, nowMs)}
        </>
      )}
      :{' '}
      {changes.length === 0 ? (
        'nothing changed'
      ) : (
        <>
          <span className="max-tablet:hidden">{summary(changes)}</span>
          <span className="tablet:hidden">{formatCounted(changes.length, 'change')}</span>
        </>
      )}
      .
    </>
  );
}
