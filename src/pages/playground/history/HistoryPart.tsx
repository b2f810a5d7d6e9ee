// Placeholder for a part of the page that history loads late.
import { lazy, Suspense } from 'react';
import { chunk } from '#ui/chunk.ts';
import { useHistoryState } from './start.ts';

const parts = {
  steps: lazy(async () => ({ default: (await chunk(() => import('./begin.ts'))).StepButtons })),
  notice: lazy(async () => ({ default: (await chunk(() => import('./begin.ts'))).Notice })),
};

/** Empty until history is loaded. */
export function HistoryPart({ name }: { name: keyof typeof parts }) {
  const Part = parts[name];
  return (
    useHistoryState(({ isLoaded }) => isLoaded) && (
      <Suspense>
        <Part />
      </Suspense>
    )
  );
}
