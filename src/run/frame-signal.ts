// Change notification throttled to one per animation frame.

interface FrameSignal {
  /** Notifies in the next frame, however often it was called. */
  mark: () => void;
  /** Now: hidden tabs get no frames, and the end of a run must still arrive. */
  flush: () => void;
  /** @returns unsubscribe */
  subscribe: (listener: () => void) => () => void;
  /** Counts notifications; a snapshot for useSyncExternalStore. */
  version: () => number;
}

/** @param requestFrame `requestAnimationFrame` in a browser */
export function createFrameSignal(requestFrame: (callback: () => void) => void): FrameSignal {
  const listeners = new Set<() => void>();
  let version = 0;
  let waiting = false;

  function notify(): void {
    waiting = false;
    version += 1;
    for (const listener of listeners) listener();
  }

  return {
    mark() {
      if (waiting) return;
      waiting = true;
      requestFrame(() => {
        if (waiting) notify();
      });
    },
    flush: notify,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
