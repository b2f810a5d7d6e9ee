// What to know about the list before one reads it: whose it is, and what changed since the last visit.
import { ago } from './age.ts';
import { summary } from './diary/diary-page.ts';
import type { DiaryView } from './diary/use-diary.ts';
import { useEmbedded } from './use-embedded.ts';
import { useNow } from '#ui/use-now.ts';

/** Always one line high on a wide window, so that nothing moves when the diary has been read. */
export function ContextLine({ diary, onShow }: { diary: DiaryView; onShow: () => void }) {
  const isEmbedded = useEmbedded();
  const nowMs = useNow(60_000);
  const { sinceMs, changes, isRead } = diary;
  return (
    <p className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 border-b border-line px-3 py-1 text-dense text-muted">
      {isEmbedded && (
        <span>
          This server’s own list: this machine, and a sample with dated prices that cannot be rented here.
        </span>
      )}
      <span>
        {!isRead
          ? 'Reading the diary.'
          : sinceMs === null
            ? 'First visit: prices are noted in this browser, so that changes can be shown.'
            : `Since your last visit ${ago(sinceMs, nowMs)}: ${summary(changes) || 'nothing changed'}.`}{' '}
        {changes.length > 0 && (
          <button type="button" onClick={onShow} className="text-act hover:underline">
            Show
          </button>
        )}
      </span>
    </p>
  );
}
