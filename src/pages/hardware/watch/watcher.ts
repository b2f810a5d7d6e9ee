// Watches of availability: each asks for one model until a chosen configuration can be had. Outside React, so that it goes on elsewhere.
import type { Client } from '#api/client.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { watchDelayMs } from './watch-delay.ts';

/** One watch. Times in milliseconds since 1970. */
export interface Watch {
  readonly id: number;
  readonly connectionId: string;
  readonly model: string;
  /** Any of these, as soon as it can be had; none stands for any that was not to be had at the answer before. */
  readonly wanted: readonly string[];
  /**
   * `failed`: the service refuses the request itself, so asking again is of no use. `ended`: its connection was changed
   * or forgotten.
   */
  readonly state: 'watching' | 'found' | 'failed' | 'ended';
  /** What could be had at the last answer; null before the first. */
  readonly free: readonly string[] | null;
  readonly found: readonly string[];
  readonly foundMs: number | null;
  readonly askCount: number;
  readonly askedMs: number | null;
  /** Null while it is asking, and after its end. */
  readonly nextMs: number | null;
  /** Why the last request failed, as a sentence. */
  readonly problem: string | null;
}

/** What a watcher needs; a test gives it a clock and timers of its own. */
export interface WatcherParts {
  readonly now: () => number;
  /** Calls back after a while; returns what cancels it. */
  readonly schedule: (callBack: () => void, delayMs: number) => () => void;
  readonly chance: () => number;
  /** A configuration can be had. */
  readonly onFound: (watch: Watch) => void;
}

/** Starts and stops watches. Nothing is asked while there is none. */
export interface Watcher {
  readonly store: StoreApi<readonly Watch[]>;
  start: (client: Client, model: string, wanted: readonly string[]) => void;
  /** Ends a watch and forgets it; its request is broken off. */
  stop: (id: number) => void;
  /** Ends every watch whose connection is not among these; it stays to be seen. */
  keepOnly: (connectionIds: readonly string[]) => void;
}

/** A watcher without watches. */
export function createWatcher({ now, schedule, chance, onFound }: WatcherParts): Watcher {
  const store = createStore<readonly Watch[]>(() => []);
  const endings = new Map<number, () => void>();
  let lastId = 0;

  function change(id: number, part: Partial<Watch>): Watch | undefined {
    store.setState((watches) => watches.map((each) => (each.id === id ? { ...each, ...part } : each)), true);
    return store.getState().find((each) => each.id === id);
  }

  function stop(id: number): void {
    endings.get(id)?.();
    endings.delete(id);
    store.setState((watches) => watches.filter((each) => each.id !== id), true);
  }

  async function ask(client: Client, id: number, beforeMs: number): Promise<void> {
    const watch = store.getState().find((each) => each.id === id);
    if (!watch) return;
    const abort = new AbortController();
    endings.set(id, () => abort.abort());
    change(id, { nextMs: null, askCount: watch.askCount + 1 });
    const answer = await answerOf(client, watch.model, abort.signal);
    if (abort.signal.aborted) return;
    const askedMs = now();
    const found = answer.error === null ? foundIn(watch, answer.free) : [];
    if (found.length > 0) {
      endings.delete(id);
      const done = change(id, {
        state: 'found',
        found,
        foundMs: askedMs,
        askedMs,
        problem: null,
      });
      if (done) onFound(done);
      return;
    }
    const delayMs = watchDelayMs(beforeMs, answer.error, chance());
    const problem = answer.error === null ? null : answer.error.message;
    if (delayMs === null) {
      endings.delete(id);
      change(id, { state: 'failed', askedMs, problem });
      return;
    }
    const free = answer.error === null ? answer.free : watch.free;
    change(id, { askedMs, problem, free, nextMs: askedMs + delayMs });
    endings.set(
      id,
      schedule(() => void ask(client, id, delayMs), delayMs),
    );
  }

  return {
    store,
    start(client, model, wanted) {
      const id = ++lastId;
      const watch: Watch = {
        id,
        connectionId: client.connectionId,
        model,
        wanted,
        state: 'watching',
        free: null,
        found: [],
        foundMs: null,
        askCount: 0,
        askedMs: null,
        nextMs: null,
        problem: null,
      };
      store.setState((watches) => [...watches, watch], true);
      void ask(client, id, 0);
    },
    stop,
    keepOnly(connectionIds) {
      for (const { id, connectionId, state } of store.getState()) {
        if (state !== 'watching' || connectionIds.includes(connectionId)) continue;
        endings.get(id)?.();
        endings.delete(id);
        change(id, { state: 'ended', nextMs: null });
      }
    },
  };
}

interface Answer {
  readonly free: readonly string[];
  readonly error: Error | null;
}

async function answerOf(client: Client, model: string, signal: AbortSignal): Promise<Answer> {
  try {
    const { items } = await client.listHardware({ model, signal });
    const free = items.filter(({ availability }) => availability?.status === 'available').map(({ id }) => id);
    return { free, error: null };
  } catch (error) {
    return { free: [], error: error instanceof Error ? error : new Error(String(error)) };
  }
}

// For any: what was there from the beginning is no news.
function foundIn({ wanted, free: before }: Watch, free: readonly string[]): readonly string[] {
  if (wanted.length > 0) return free.filter((id) => wanted.includes(id));
  return before === null ? [] : free.filter((id) => !before.includes(id));
}
