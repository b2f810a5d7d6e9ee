// Abort signal fan-out: many subscribers, a single listener.

/** At most once, immediately if already aborted; returns unsubscribe. */
export type OnAbort = (listener: () => void) => () => void;

/** A signal as old as the process would otherwise accumulate listeners. */
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
