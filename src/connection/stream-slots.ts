// Request pool per origin: browsers allow six HTTP/1.1 connections, and polls need some.

interface SlotCount {
  readonly running: number;
  readonly waiting: number;
}

/** One queue per origin. */
export interface StreamSlots {
  /**
   * Queues a stream to an origin; `onTurn` is called once, immediately if a slot is free.
   * @param isFirst jumps the queue: a user pressed Run and is waiting
   * @returns releases the slot or leaves the queue; idempotent
   */
  enter: (origin: string, onTurn: () => void, isFirst?: boolean) => () => void;
  /** Same object until it changes: a snapshot for useSyncExternalStore. */
  count: (origin: string) => SlotCount;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
}

/** Concurrent streams per origin. */
export const slotLimit = 4;

const none: SlotCount = { running: 0, waiting: 0 };

/** @param limit concurrent streams per origin */
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

/** Shared by everything that streams completions. */
export const streamSlots = createStreamSlots();

/** The origin of a base URL; relative ones resolve to the page's own. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl, globalThis.location?.href ?? 'http://localhost').origin;
}
