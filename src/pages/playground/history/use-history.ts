// React subscription to history.
import { useSyncExternalStore } from 'react';
import { archive } from './history-controller.ts';

/** @returns the archive version; changes redraw the component */
export function useArchiveVersion(): number {
  return useSyncExternalStore(archive.subscribe, archive.version);
}
