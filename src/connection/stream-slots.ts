// Stream slots: limit of concurrent HTTP/1.1 connections per origin.

interface SlotCount {
  readonly running: number;
  readonly waiting: number;
}

export interface StreamSlots {
  /**
   * Calls `onTurn` once, at once if a slot is free.
   * @param isFirst jumps the queue: a user pressed Run and is waiting
   * @returns releases the slot or leaves the queue; idempotent
   */
  enter: (origin: string, onTurn: () => void, isFirst?: boolean) => () => void;
  /** The same object until it changes. */
  count: (origin: string) => SlotCount;
  subscribe: (listener: () => void) => () => void;
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
  count: SlotCount;
}

/** Per origin. */
const slotLimit = 4;

const none: SlotCount = { running: 0, waiting: 0 };

export function createStreamSlots(limit = slotLimit): StreamSlots {
  const queues = new Map<string, Queue>();
  const listeners = new Set<() => void>();
  let allowed = limit;
  // What ends with the page makes room: what started then would be run and paid for unseen.
  globalThis.window?.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) allowed = 0;
  });

  function admit(queue: Queue): void {
    while (queue.running < allowed && queue.waiting[0]) queue.waiting.shift()?.();
  }

  function changed(queue: Queue): void {
    queue.count = { running: queue.running, waiting: queue.waiting.length };
    for (const listener of listeners) listener();
  }

  return {
    enter(origin, onTurn, isFirst = false) {
      const queue = queues.get(origin) ?? { running: 0, waiting: [], count: none };
      queues.set(origin, queue);
      let isOver = false;
      const start = () => {
        queue.running += 1;
        changed(queue);
        onTurn();
      };
      queue.waiting[isFirst ? 'unshift' : 'push'](start);
      admit(queue);
      if (queue.waiting.includes(start)) changed(queue);
      return () => {
        if (isOver) return;
        isOver = true;
        const place = queue.waiting.indexOf(start);
        if (place < 0) queue.running -= 1;
        else queue.waiting.splice(place, 1);
        changed(queue);
        admit(queue);
      };
    },
    count: (origin) => queues.get(origin)?.count ?? none,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const streamSlots = createStreamSlots();

export function originOf(baseUrl: string): string {
  return new URL(baseUrl, globalThis.location?.href ?? 'http://localhost').origin;
}
