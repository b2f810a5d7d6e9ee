// Notices of failed and stale data, with a way to the connections.
import type { ReactNode } from 'react';
import { meansAbsent } from '#api/client.ts';
import { Button } from '#ui/Button.tsx';
import { Age, Notice } from '#ui/Freshness.tsx';
import { Failed } from '#ui/States.tsx';
import { openConnections } from './store.ts';

interface LoadFailureProps {
  /** Plural noun: `models`. */
  what: string;
  error: Error | null;
  onRetry: () => void;
  act?: ReactNode;
}

export function LoadFailure({ what, error, onRetry, act }: LoadFailureProps) {
  return (
    <Failed
      title={
        meansAbsent(error, false)
          ? `The service does not offer ${what} at this address.`
          : `The ${what} could not be loaded.`
      }
      onRetry={onRetry}
      act={
        <>
          <Button onClick={openConnections}>Open connections</Button>
          {act}
        </>
      }
    >
      {error?.message}
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
