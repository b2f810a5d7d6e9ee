// How old what is shown is, when it is asked for again, and what a person can do about it.
import { Icon } from '#ui/Icon.tsx';
import { PollButtons, pollWords } from '#ui/PollButtons.tsx';
import { useNow } from '#ui/use-now.ts';
import type { Freshness } from './use-polled-fine-tunes.ts';

/** One line; the words have room for their longest form. */
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
          <span className="sr-only">Not up to date:</span>
        </>
      )}
      {pollWords(freshness, nowMs)}
    </span>
  );
}
