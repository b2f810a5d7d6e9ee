// Load failure state: cause, retry, and a way to the connections.
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
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
