// Said of what is asked for beside the list: that it could not be loaded, or that what is shown of it is older.
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Beside } from './use-fine-tune.ts';

interface BesideNoticeProps {
  beside: Beside;
  /** What it is, in the plural: `events`. */
  what: string;
  /** Nothing of it is shown. */
  isEmpty: boolean;
}

/** Nothing while all is well. The reason is in the service's own words. */
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
          The {what} are not up to date: {error.message}
        </span>
      </p>
      <Button onClick={refresh}>Try again</Button>
    </div>
  );
}
