// Tells views that something changed, at most once a frame.

/** Calls listeners in the next animation frame after `mark`, however often it was marked. */
interface FrameSignal {
  /** Something changed: listeners hear of it in the next frame. */
  mark: () => void;
  /** Listeners hear of it now: frames stop in hidden tabs, so an end is told at once. */
  flush: () => void;
  /** @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Counts the notifications; a snapshot for useSyncExternalStore. */
  version: () => number;
}

/** @param requestFrame schedules one callback, `requestAnimationFrame` in a browser */
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
