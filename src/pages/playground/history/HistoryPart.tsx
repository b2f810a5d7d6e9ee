// Parts of the page that history loads late.
import { createElement, lazy, useState, type ComponentType } from 'react';
import { chunk } from '#ui/chunk.ts';
import { useHistoryState, type HistoryState } from './start.ts';

/** Empty until history is loaded. */
export function HistoryPart({ name }: { name: keyof NonNullable<HistoryState['parts']> }) {
  const parts = useHistoryState((state) => state.parts);
  return parts && createElement(parts[name]);
}

export const HistoryPanel = lazyPart(async () => (await import('./HistoryPanel.tsx')).HistoryPanel);

useHistoryState.subscribe(() => void HistoryPanel.preload());

/**
 * Suspends until its chunk is loaded, unless `preload` has done it. The wait is longer than the load: React holds a
 * fallback for 300 ms once it is on screen.
 */
function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Later = lazy(async () => ({ default: await chunk(load) }));
  let Loaded: ComponentType<Props> | null = null;

  function Part(props: Props) {
    // Kept while mounted: with another component its state would be lost.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Later);
    return <Shown {...props} />;
  }

  /** A failure is that of the first use. */
  async function preload(): Promise<void> {
    try {
      Loaded ??= await load();
    } catch {}
  }

  return Object.assign(Part, { preload });
}
