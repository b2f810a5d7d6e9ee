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

/** Per origin. */
const slotLimit = 4;

const none: SlotCount = { running: 0, waiting: 0 };

export function createStreamSlots(limit = slotLimit): StreamSlots {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  const counts = new Map<string, SlotCount>();
  const listeners = new Set<() => void>();

  function queueOf(origin: string) {
    const queue = queues.get(origin) ?? { running: 0, waiting: [] };
    queues.set(origin, queue);
    return queue;
  }

  function changed(origin: string): void {
    const { running, waiting } = queueOf(origin);
    counts.set(origin, { running, waiting: waiting.length });
    for (const listener of listeners) listener();
  }

  return {
    enter(origin, onTurn, isFirst = false) {
      const queue = queueOf(origin);
      let state: 'waiting' | 'running' | 'left' = 'waiting';
      const start = () => {
        state = 'running';
        queue.running += 1;
        changed(origin);
        onTurn();
      };
      if (queue.running < limit) start();
      else {
        if (isFirst) queue.waiting.unshift(start);
        else queue.waiting.push(start);
        changed(origin);
      }
      return () => {
        if (state === 'left') return;
        if (state === 'running') queue.running -= 1;
        else queue.waiting.splice(queue.waiting.indexOf(start), 1);
        state = 'left';
        changed(origin);
        if (queue.running < limit) queue.waiting.shift()?.();
      };
    },
    count: (origin) => counts.get(origin) ?? none,
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
