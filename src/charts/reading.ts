// Crosshair position shared by linked charts.

interface ReadPlace {
  /** In the unit of the x axis. */
  readonly x: number;
  /** The chart that the reader points at; the others follow. */
  readonly by: string;
}

/** A small store outside React, so that a moving pointer renders the readings and nothing else. */
export interface Reading {
  /** Null while nobody points. */
  readonly get: () => ReadPlace | null;
  readonly set: (place: ReadPlace | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Make one for all charts that are read together. */
export function createReading(): Reading {
  const listeners = new Set<() => void>();
  let at: ReadPlace | null = null;
  return {
    get: () => at,
    set(place) {
      if (place?.x === at?.x && place?.by === at?.by) return;
      at = place;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
