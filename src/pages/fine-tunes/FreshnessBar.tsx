// Freshness line: age of the data, next poll, pause and refresh.
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { openConnections } from '#connection/store.ts';
import { formatAge } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PollButtons, pollWords } from '#ui/PollButtons.tsx';
import { useNow } from '#ui/use-now.ts';
import type { Beside } from './use-fine-tune.ts';
import type { Freshness } from './use-polled-fine-tunes.ts';

export function FreshnessBar({ freshness }: { freshness: Freshness }) {
  const { isPaused, setPaused, isFetching, refresh } = freshness;
  return (
    <div className="flex items-center gap-2">
      <FreshnessWords freshness={freshness} />
      <PollButtons isPaused={isPaused} onPaused={setPaused} onRefresh={refresh} isFetching={isFetching} />
    </div>
  );
}

function FreshnessWords({ freshness }: { freshness: Freshness }) {
  const nowMs = useNow();
  const { error } = freshness;
  return (
    <span
      title={error?.message}
      className="flex min-w-[25ch] items-center justify-end gap-1 max-tablet:justify-start text-dense whitespace-nowrap text-muted"
    >
      {error !== null && (
        <>
          <Icon name="warning" className="text-warn" />
          <span className="sr-only">Out of date:</span>
        </>
      )}
      {pollWords(freshness, nowMs)}
    </span>
  );
}

export function StaleNotice({ freshness: { error, updatedAtMs } }: { freshness: Freshness }) {
  if (error === null || updatedAtMs === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dense text-muted">
      <p role="status" className="flex min-w-0 items-start gap-1.5">
        <Icon name="warning" className="mt-px text-warn" />
        <span className="min-w-0 wrap-anywhere">
          {error.message} Showing data from the last answer, <Age sinceMs={updatedAtMs} /> old.
        </span>
      </p>
      <Button look="quiet" onClick={openConnections}>
        Open connections
      </Button>
    </div>
  );
}

// Silent: screen readers would repeat it.
function Age({ sinceMs }: { sinceMs: number }) {
  return <span aria-live="off">{formatAge(useNow() - sinceMs)}</span>;
}

interface BesideNoticeProps {
  beside: Beside;
  /** Plural noun: `events`. */
  what: string;
  isEmpty: boolean;
}

export function BesideNotice({ beside: { error, refresh }, what, isEmpty }: BesideNoticeProps) {
  if (error === null) return null;
  if (isEmpty) {
    return <LoadFailure what={what} error={error} onRetry={refresh} />;
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dense text-muted">
      <p className="flex min-w-0 items-start gap-1.5">
        <Icon name="warning" className="mt-px text-warn" />
        <span className="min-w-0 wrap-anywhere">
          The {what} are out of date: {error.message}
        </span>
      </p>
      <Button onClick={refresh}>Try again</Button>
    </div>
  );
}
