// What stands in the place of what a service should have sent: the cause, another try, and the way to the connections.
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Failed } from '#ui/States.tsx';
import { openConnections } from './store.ts';

interface LoadFailureProps {
  /** What was asked for, in the plural: `models`. */
  what: string;
  error: Error | null;
  onRetry: () => void;
  /** A way out beside the others. */
  act?: ReactNode;
}

/** The reason is in the service's own words. */
export function LoadFailure({ what, error, onRetry, act }: LoadFailureProps) {
  return (
    <Failed
      title={`The ${what} could not be loaded.`}
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
