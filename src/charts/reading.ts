// Crosshair position shared by linked charts.

interface ReadPlace {
  /** In the unit of the x axis. */
  readonly x: number;
  /** Chart under the pointer; others follow. */
  readonly by: string;
}

/** Outside React, so that a moving pointer renders only the readings. */
export interface Reading {
  /** Null while nobody points. */
  readonly get: () => ReadPlace | null;
  readonly set: (place: ReadPlace | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

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
