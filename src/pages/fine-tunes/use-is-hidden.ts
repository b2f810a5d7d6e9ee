// Whether nobody sees this tab.
import { useSyncExternalStore } from 'react';

/** True while the tab is hidden. */
export function useIsHidden(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden');
}

function subscribe(act: () => void): () => void {
  document.addEventListener('visibilitychange', act);
  return () => document.removeEventListener('visibilitychange', act);
}
