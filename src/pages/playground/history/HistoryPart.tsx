// Lazily loaded parts of history.
import { createElement, lazy, useState, type ComponentType } from 'react';
import { chunk } from '#ui/lazy-part.ts';
import { useHistoryState, type HistoryState } from './start.ts';

export function HistoryPart({ name }: { name: keyof NonNullable<HistoryState['parts']> }) {
  const parts = useHistoryState((state) => state.parts);
  return parts && createElement(parts[name]);
}

export const HistoryPanel = preloadable(async () => (await import('./HistoryPanel.tsx')).HistoryPanel);

useHistoryState.subscribe(() => void HistoryPanel.preload());

/** Suspends unless preloaded: React keeps a shown fallback for 300 ms. */
function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Later = lazy(async () => ({ default: await chunk(load) }));
  let Loaded: ComponentType<Props> | null = null;

  function Part(props: Props) {
    // A changed component type would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Later);
    return <Shown {...props} />;
  }

  /** The first render reports failures. */
  async function preload(): Promise<void> {
    try {
      Loaded ??= await load();
    } catch {}
  }

  return Object.assign(Part, { preload });
}
