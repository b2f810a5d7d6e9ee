// What stands in the place of a part that failed: a sentence, and the way back that fits the cause.
import { Button } from './Button.tsx';
import { ChunkError } from './chunk.ts';
import { Failed } from './States.tsx';

interface PartFailureProps {
  /** The part, as the beginning of a sentence: `The parameters`. */
  name: string;
  error: unknown;
  onRetry: () => void;
}

/** Drafts are kept outside of parts, so that both ways back lose nothing. */
export function PartFailure({ name, error, onRetry }: PartFailureProps) {
  if (error instanceof ChunkError)
    return (
      <Failed
        title={`${name} could not be loaded.`}
        act={
          <Button look="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>
        }
      >
        The server has a newer version of this page, or does not answer. What you have typed is kept.
      </Failed>
    );
  return (
    <Failed title={`${name} failed.`} onRetry={onRetry}>
      This is a fault of the page, not of your request. The rest goes on, and what has arrived is kept.
      {error instanceof Error && <code className="mt-1 block text-dense">{error.message}</code>}
    </Failed>
  );
}
