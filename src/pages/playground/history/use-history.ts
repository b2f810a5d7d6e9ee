// React subscription to the history archive.
import { useSyncExternalStore } from 'react';
import { archive } from './history-controller.ts';

export function useArchiveVersion(): number {
  return useSyncExternalStore(archive.subscribe, archive.version);
}
