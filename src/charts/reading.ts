// Where a reader points: one x for all charts that belong together.

/** A small store outside React, so that a moving pointer renders the readings and nothing else. */
export interface Reading {
  /** In the unit of the x axis; null while nobody points. */
  readonly get: () => number | null;
  readonly set: (x: number | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Make one for all charts that are read together. */
export function createReading(): Reading {
  const listeners = new Set<() => void>();
  let at: number | null = null;
  return {
    get: () => at,
    set(x) {
      if (x === at) return;
      at = x;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
