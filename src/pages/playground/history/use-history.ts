// What the page reads of history, and how it hears of changes.
import { useSyncExternalStore } from 'react';
import { archive } from './history-controller.ts';

/** The component draws again when something of history changed. @returns the count of changes */
export function useArchiveVersion(): number {
  return useSyncExternalStore(archive.subscribe, archive.version);
}
