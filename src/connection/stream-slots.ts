// How many streams go to one origin at once. Browsers give an HTTP/1.1 origin six connections; polls need the rest.

/** Streams to one origin: those that go, and those that wait in line. */
interface SlotCount {
  readonly running: number;
  readonly waiting: number;
}

/** A line for each origin. */
export interface StreamSlots {
  /**
   * Stands in line for a stream to an origin; `onTurn` is called once, at once where a place is free.
   * @param isFirst goes before all that wait: a person presses Run and looks at it
   * @returns gives the place back, or leaves the line; calls after the first do nothing
   */
  enter: (origin: string, onTurn: () => void, isFirst?: boolean) => () => void;
  /** The same object until it changes: a snapshot for useSyncExternalStore. */
  count: (origin: string) => SlotCount;
  /** @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
}

/** Streams to one origin that go at once. */
export const slotLimit = 4;

const none: SlotCount = { running: 0, waiting: 0 };

/** Lines without anyone in them. @param limit streams to one origin that go at once */
export function createStreamSlots(limit = slotLimit): StreamSlots {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  const counts = new Map<string, SlotCount>();
  const listeners = new Set<() => void>();

  function lineOf(origin: string) {
    const line = lines.get(origin) ?? { running: 0, waiting: [] };
    lines.set(origin, line);
    return line;
  }

  function changed(origin: string): void {
    const { running, waiting } = lineOf(origin);
    counts.set(origin, { running, waiting: waiting.length });
    for (const listener of listeners) listener();
  }

  return {
    enter(origin, onTurn, isFirst = false) {
      const line = lineOf(origin);
      let place: 'waiting' | 'running' | 'left' = 'waiting';
      const take = () => {
        place = 'running';
        line.running += 1;
        changed(origin);
        onTurn();
      };
      if (line.running < limit) take();
      else {
        if (isFirst) line.waiting.unshift(take);
        else line.waiting.push(take);
        changed(origin);
      }
      return () => {
        if (place === 'left') return;
        if (place === 'running') line.running -= 1;
        else line.waiting.splice(line.waiting.indexOf(take), 1);
        place = 'left';
        changed(origin);
        if (line.running < limit) line.waiting.shift()?.();
      };
    },
    count: (origin) => counts.get(origin) ?? none,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The lines of this page: whatever streams completions stands in them. */
export const streamSlots = createStreamSlots();

/** The origin that a client's address leads to; addresses without one lead to the page's own. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl, globalThis.location?.href ?? 'http://localhost').origin;
}
