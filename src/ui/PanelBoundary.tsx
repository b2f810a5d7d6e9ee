// Error boundary for one panel, with retry.
import { Component, Suspense, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Failed } from './States.tsx';
import { ChunkError } from './lazy-part.ts';

interface PanelBoundaryProps {
  /** Begins a sentence: `The parameters`. */
  name: string;
  /** For a lazy part, even if null; absent: what is around waits. */
  whileLoading?: ReactNode;
  children: ReactNode;
}

interface PanelBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** Nothing outside the panel is affected. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override readonly state: PanelBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { failure: { error } };
  }

  readonly handleRetry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    const { name, whileLoading, children } = this.props;
    if (!failure)
      return whileLoading === undefined ? children : <Suspense fallback={whileLoading}>{children}</Suspense>;
    return (
      <div className="p-4">
        <PartFailure name={name} error={failure.error} onRetry={this.handleRetry} />
      </div>
    );
  }
}

interface PartFailureProps {
  /** Begins a sentence. */
  name: string;
  error: unknown;
  onRetry: () => void;
}

/** Drafts are kept outside panels. */
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
        The server has a newer version of this page or does not respond. Your input is kept.
      </Failed>
    );
  return (
    <Failed title={`${name} failed.`} onRetry={onRetry}>
      This is an error of the page, not of your request. The rest keeps working, and what arrived is kept.
      {error instanceof Error && <code className="mt-1 block text-dense">{error.message}</code>}
    </Failed>
  );
}
