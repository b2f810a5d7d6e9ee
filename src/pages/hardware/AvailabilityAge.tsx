// How old the answer is that the table shows, a button that asks again, and a box that lets it be asked by itself.
import { IconButton } from '#ui/IconButton.tsx';
import { useNow } from '#ui/use-now.ts';
import { ago } from './age.ts';

interface AvailabilityAgeProps {
  /** What was asked, as `prices` or `availability`. */
  what: string;
  /** Milliseconds since 1970; 0 while there is no answer. */
  atMs: number;
  isAsking: boolean;
  onAsk: () => void;
  /** Whether it is asked again by itself; null where that makes no sense. */
  isPolling: boolean | null;
  onPolling: (isPolling: boolean) => void;
}

/** Its words have room, so that nothing moves while it counts. */
export function AvailabilityAge(props: AvailabilityAgeProps) {
  const { what, atMs, isAsking, onAsk, isPolling, onPolling } = props;
  const nowMs = useNow(5_000);
  const age = isAsking ? 'asking' : atMs === 0 ? 'not answered' : `asked ${ago(atMs, nowMs)}`;
  return (
    <span className="flex items-center gap-2 text-dense text-muted">
      <span className="min-w-36 text-right tabular-nums max-tablet:text-left">
        {what} {age}
      </span>
      <IconButton icon="retry" label={`Ask for ${what} again`} disabled={isAsking} onClick={onAsk} />
      {isPolling !== null && (
        <label className="flex h-control items-center gap-1.5 hover:text-text">
          <input
            type="checkbox"
            checked={isPolling}
            onChange={() => onPolling(!isPolling)}
            className="size-3.5 accent-act"
          />
          every 30 s
        </label>
      )}
    </span>
  );
}
