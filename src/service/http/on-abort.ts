// Abort signal with many subscribers and a single listener.

/** Calls `listener` at most once, immediately if already aborted; returns the unsubscribe function. */
export type OnAbort = (listener: () => void) => () => void;

/** For a signal that lives as long as the process, which would otherwise accumulate listeners. */
export function fanOut(signal: AbortSignal): OnAbort {
  const listeners = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const listener of listeners) listener();
    listeners.clear();
  });
  return (listener) => {
    if (signal.aborted) listener();
    else listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
