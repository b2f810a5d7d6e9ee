// Lets the vocabulary learn from a run once it has ended; what learns is loaded then, not before.
import { useEffect } from 'react';
import type { Run } from '#pages/playground/run.ts';
import { chunk } from '#ui/chunk.ts';

/** Nothing happens while the run receives, and nothing twice. */
export function useLearning(run: Run | null): void {
  useEffect(() => {
    if (run === null || run.state.phase !== 'ended') return;
    chunk(() => import('./vocabularies.ts')).then(
      ({ learn }) => learn(run),
      // Without it a bias has no text beside it, and nothing else is lost.
      () => undefined,
    );
  }, [run]);
}
