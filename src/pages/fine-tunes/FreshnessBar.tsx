// How old what is shown is, when it is asked for again, and what a person can do about it.
import { formatAge } from '#lib/age.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useNow } from '#ui/use-now.ts';
import type { Freshness } from './use-polled-fine-tunes.ts';

/** One line; the words have room for their longest form. */
export function FreshnessBar({ freshness }: { freshness: Freshness }) {
  const { isPaused, setPaused, isFetching, refresh } = freshness;
  return (
    <div className="flex items-center gap-2">
      <FreshnessWords freshness={freshness} />
      <Button aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${isPaused ? 'invisible' : ''}`}>Pause</span>
          <span className={`col-start-1 row-start-1 ${isPaused ? '' : 'invisible'}`}>Go on</span>
        </span>
      </Button>
      <IconButton icon="retry" label="Refresh now" onClick={refresh} disabled={isFetching} />
    </div>
  );
}

function FreshnessWords({ freshness }: { freshness: Freshness }) {
  const nowMs = useNow();
  const { updatedAtMs, nextAtMs, isFetching, isPaused, error } = freshness;
  const age = updatedAtMs === null ? 'not updated yet' : `updated ${formatAge(nowMs - updatedAtMs)} ago`;
  const next = isFetching
    ? 'asking now'
    : isPaused
      ? 'paused'
      : nextAtMs === null
        ? 'not asked again'
        : `next in ${formatAge(nextAtMs - nowMs + 999)}`;
  return (
    <span
      title={error?.message}
      className="flex min-w-[25ch] items-center justify-end gap-1 text-dense whitespace-nowrap text-muted"
    >
      {error !== null && (
        <>
          <Icon name="warning" className="text-warn" />
          <span className="sr-only">Not up to date:</span>
        </>
      )}
      {age} · {next}
    </span>
  );
}
