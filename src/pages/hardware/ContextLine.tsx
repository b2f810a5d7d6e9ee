// What to know about the list before one reads it: whose it is, and what changed since the last visit.
import { ago } from './age.ts';
import { summary } from './diary/diary-page.ts';
import type { DiaryView } from './diary/use-diary.ts';
import { useEmbedded } from './use-embedded.ts';
import { useNow } from '#ui/use-now.ts';

/** Always one line high, also on a phone, where it says less; so nothing moves when the diary has been read. */
export function ContextLine({ diary, onShow }: { diary: DiaryView; onShow: () => void }) {
  const isEmbedded = useEmbedded();
  return (
    <p className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 border-b border-line px-3 py-1 text-dense text-muted max-tablet:justify-between">
      {isEmbedded && (
        <span>
          <span className="max-tablet:hidden">
            This server’s own list: this machine, and a sample with dated prices that cannot be rented here;
            its availability is simulated.
          </span>
          <span className="tablet:hidden">Own list, sample prices.</span>
        </span>
      )}
      <span>
        <DiaryWords diary={diary} />{' '}
        {diary.changes.length > 0 && (
          <button type="button" onClick={onShow} className="text-act hover:underline">
            Show
          </button>
        )}
      </span>
    </p>
  );
}

function DiaryWords({ diary: { sinceMs, changes, isRead } }: { diary: DiaryView }) {
  const nowMs = useNow(60_000);
  if (!isRead) return 'Reading the diary.';
  if (sinceMs === null) {
    return (
      <>
        First visit: prices are noted
        <span className="max-tablet:hidden"> in this browser, so that changes can be shown</span>.
      </>
    );
  }
  return (
    <>
      Since <span className="max-tablet:hidden">your last visit </span>
      {ago(sinceMs, nowMs)}:{' '}
      {changes.length === 0 ? (
        'nothing changed'
      ) : (
        <>
          <span className="max-tablet:hidden">{summary(changes)}</span>
          <span className="tablet:hidden">
            {changes.length} {changes.length === 1 ? 'change' : 'changes'}
          </span>
        </>
      )}
      .
    </>
  );
}
