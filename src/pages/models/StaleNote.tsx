// Above a list that could not be renewed: from when it is, what went wrong, and another try.
import { BareButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface StaleNoteProps {
  /** When the list came, milliseconds since 1970. */
  atMs: number;
  isRetrying: boolean;
  /** The service's own words. */
  message: string;
  onRetry: () => void;
}

/** The old list stays in sight below. */
export function StaleNote({ atMs, isRetrying, message, onRetry }: StaleNoteProps) {
  return (
    <div
      role="alert"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-3 text-dense"
    >
      <Icon name="warning" className="text-warn" />
      <span className="min-w-0 wrap-anywhere">
        The list is of {new Date(atMs).toLocaleTimeString('en-GB')} and could not be renewed: {message}
      </span>
      <BareButton
        disabled={isRetrying}
        onClick={onRetry}
        className="h-control text-act hover:underline aria-disabled:text-faint aria-disabled:no-underline"
      >
        Try again
      </BareButton>
    </div>
  );
}
