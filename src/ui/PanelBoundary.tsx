// Holds a fault inside the panel in which it happened.
import { Component, type ReactNode } from 'react';
import { PartFailure } from './PartFailure.tsx';

interface PanelBoundaryProps {
  /** The panel, as the beginning of a sentence: `The parameters`. */
  name: string;
  children: ReactNode;
}

interface PanelBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** Shows what failed with a way to try again; everything outside the panel, a run's data too, stays as it is. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override readonly state: PanelBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { failure: { error } };
  }

  readonly handleRetry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <div className="p-4">
        <PartFailure name={this.props.name} error={failure.error} onRetry={this.handleRetry} />
      </div>
    );
  }
}
