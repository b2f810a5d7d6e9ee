// Many that wait for one signal: it has one listener, however many there are.

/** Adds a listener, which is called at most once, and at once where the signal has aborted; returns how to let go. */
export type Hear = (listener: () => void) => () => void;

/** Lets many hear a signal that lives as long as the process. */
export function fanOut(signal: AbortSignal): Hear {
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
