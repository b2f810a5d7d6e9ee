// Notices of failed and stale data, with a way to the connections.
import type { ReactNode } from 'react';
import { meansAbsent } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { Button } from '#ui/Button.tsx';
import { Age, Notice } from '#ui/Freshness.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Empty, Failed } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { openConnections } from './store.ts';
import { useClient } from './use-client.ts';

const WhyUnreachable = lazyPart(() => import('./WhyUnreachable.tsx'), 'WhyUnreachable');

interface LoadFailureProps {
  /** Plural noun: `models`. */
  what: string;
  error: Error | null;
  onRetry: () => void;
  act?: ReactNode;
}

export function LoadFailure({ what, error, onRetry, act }: LoadFailureProps) {
  const { baseUrl } = useClient();
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  // The page's own server would have to send the part that looks for the cause.
  const isElsewhere = new URL(baseUrl).origin !== location.origin;
  const acts = (
    <>
      <Button onClick={openConnections}>Open connections</Button>
      {act}
    </>
  );
  if (meansAbsent(error, false))
    return (
      <div role="alert">
        <Empty
          title={`This service does not offer ${what}`}
          act={
            <div className="flex gap-2">
              <Button onClick={onRetry}>Try again</Button>
              {acts}
            </div>
          }
        >
          <p className="wrap-anywhere">{error?.message}</p>
        </Empty>
      </div>
    );
  return (
    <Failed title={`The ${what} could not be loaded.`} onRetry={onRetry} act={acts}>
      {error?.message}
      {isUnreachable && isElsewhere && (
        <PanelBoundary name="The cause" whileLoading={null}>
          <WhyUnreachable baseUrl={baseUrl} />
        </PanelBoundary>
      )}
    </Failed>
  );
}

interface StaleNoticeProps {
  /** Plural noun: `models`. */
  what: string;
  /** Of the last request; null renders nothing. */
  error: Error | null;
  /** Of the last answer, Unix milliseconds. */
  updatedAtMs?: number | null;
  /** Absent where the bar above refreshes. */
  onRetry?: () => void;
  /** An alert where the request was the user's. */
  role?: 'status' | 'alert';
}

/** Above an older answer, while newer ones fail. */
export function StaleNotice({ what, error, updatedAtMs = null, onRetry, role }: StaleNoticeProps) {
  if (error === null) return null;
  return (
    <Notice
      role={role}
      className="text-dense text-muted"
      acts={
        <>
          {onRetry && (
            <Button look="quiet" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button look="quiet" onClick={openConnections}>
            Open connections
          </Button>
        </>
      }
    >
      The {what} are out of date: {error.message}
      {updatedAtMs !== null && (
        <>
          {' '}
          Showing data from the last answer, <Age sinceMs={updatedAtMs} /> old.
        </>
      )}
    </Notice>
  );
}
