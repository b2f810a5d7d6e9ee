// Availability watches: polling, backoff, notifications.
import { create, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import { connectionName, liveConnectionIds, type Profiles } from '#connection/profiles.ts';
import { currentConnection, useConnections } from '#connection/store.ts';
import { formatDuration } from '#lib/format.ts';
import { showNotification } from '#ui/notifications.ts';
import { setTitleBadge } from '#ui/window-title.ts';

export const restMs = 30_000;

const maxDelayMs = 600_000;

/** The request itself is refused: retrying cannot help. */
const final = new Set([400, 401, 402, 403, 404, 405, 422, 501]);

export const useUnseen = create<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

export const watcher = createWatcher({
  now: () => Date.now(),
  chance: Math.random,
  schedule: (callBack, delayMs) => {
    const timer = setTimeout(callBack, delayMs);
    return () => clearTimeout(timer);
  },
  onFound: (watch) => {
    setUnseen([...useUnseen.getState().ids, watch.id]);
    notify(watch);
  },
});

useConnections.subscribe((state) => watcher.keepOnly(liveConnectionIds(state)));

/** Oldest first. */
export function useWatches(): readonly Watch[] {
  return useStore(watcher.store);
}

export function acknowledge(id: number): void {
  setUnseen(useUnseen.getState().ids.filter((each) => each !== id));
}

function setUnseen(ids: readonly number[]): void {
  useUnseen.setState({ ids });
  setTitleBadge('hardware', ids.length);
}

/** ` on Lab`, unless that is the connection in use. */
export function whereWords(state: Profiles, { connectionId }: Pick<Watch, 'connectionId'>): string {
  const name = connectionName(state.profiles, connectionId);
  return name === connectionName(state.profiles, currentConnection(state).id) ? '' : ` on ${name}`;
}

function notify(watch: Watch): void {
  const { model, found, isSimulated } = watch;
  const where = whereWords(useConnections.getState(), watch);
  showNotification(`Available: ${firstOf(found)}`, {
    body: `For ${model}${where}${isSimulated ? '. Simulated: nothing can be rented.' : ''}`,
    tag: `inferdeck-${model}`,
  });
}

/** Times are Unix milliseconds. */
export interface Watch {
  readonly id: number;
  readonly connectionId: string;
  readonly model: string;
  /** Empty: any that was unavailable at the previous answer. */
  readonly wanted: readonly string[];
  /** `failed`: the request is refused. `ended`: its connection was changed or removed. */
  readonly state: 'watching' | 'found' | 'failed' | 'ended';
  readonly free: readonly string[] | null;
  readonly found: readonly string[];
  /** Invented by the service. */
  readonly isSimulated: boolean;
  readonly foundMs: number | null;
  readonly askCount: number;
  readonly askedMs: number | null;
  /** Null during a request, and after the end. */
  readonly nextMs: number | null;
  /** A sentence. */
  readonly problem: string | null;
}

interface WatcherParts {
  readonly now: () => number;
  /** @returns cancels it */
  readonly schedule: (callBack: () => void, delayMs: number) => () => void;
  readonly chance: () => number;
  readonly onFound: (watch: Watch) => void;
}

type OnList = (list: RecordList<Hardware>) => void;

export function createWatcher({ now, schedule, chance, onFound }: WatcherParts) {
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

  async function ask(client: Client, id: number, onList: OnList, beforeMs: number): Promise<void> {
    const watch = store.getState().find((each) => each.id === id);
    if (!watch) return;
    const abort = new AbortController();
    endings.set(id, () => abort.abort());
    change(id, { nextMs: null, askCount: watch.askCount + 1 });
    const answer = await answerOf(client, watch.model, abort.signal);
    if (abort.signal.aborted) return;
    if (answer.list !== null) onList(answer.list);
    const askedMs = now();
    const found = answer.error === null ? foundIn(watch, answer.free) : [];
    if (found.length > 0) {
      endings.delete(id);
      const done = change(id, {
        state: 'found',
        found,
        isSimulated: found.some((each) => answer.simulated.has(each)),
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
      schedule(() => void ask(client, id, onList, delayMs), delayMs),
    );
  }

  return {
    store,
    /** A no-op if it is watched already. @param onList for every answer */
    start(client: Client, model: string, wanted: readonly string[], onList: OnList) {
      const isSame = (each: Watch) =>
        each.state === 'watching' &&
        each.connectionId === client.connectionId &&
        each.model === model &&
        each.wanted.toSorted().join(' ') === wanted.toSorted().join(' ');
      if (store.getState().some(isSame)) return;
      const id = ++lastId;
      const watch: Watch = {
        id,
        connectionId: client.connectionId,
        model,
        wanted,
        state: 'watching',
        free: null,
        found: [],
        isSimulated: false,
        foundMs: null,
        askCount: 0,
        askedMs: null,
        nextMs: null,
        problem: null,
      };
      store.setState((watches) => [...watches, watch], true);
      void ask(client, id, onList, 0);
    },
    /** Aborts its request. */
    stop,
    /** Ended watches stay visible. */
    keepOnly(connectionIds: readonly string[]) {
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
  readonly list: RecordList<Hardware> | null;
  readonly free: readonly string[];
  /** Invented by the service. */
  readonly simulated: ReadonlySet<string>;
  readonly error: Error | null;
}

async function answerOf(client: Client, model: string, signal: AbortSignal): Promise<Answer> {
  try {
    const list = await client.listHardware({ model, signal });
    const { items } = list;
    const free = items.filter(({ availability }) => availability?.status === 'available').map(({ id }) => id);
    const invented = items.filter(({ availability }) => availability?.sample === true);
    return { list, free, simulated: new Set(invented.map(({ id }) => id)), error: null };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    return { list: null, free: [], simulated: new Set(), error: failure };
  }
}

// What was available from the beginning is not news.
function foundIn({ wanted, free: before }: Watch, free: readonly string[]): readonly string[] {
  if (wanted.length > 0) return free.filter((id) => wanted.includes(id));
  return before === null ? [] : free.filter((id) => !before.includes(id));
}

/**
 * Null if retrying is pointless. Not by connection/polling.ts: a watch polls a hidden tab for hours, so it backs
 * off for longer, and ends when it is refused.
 * @param beforeMs the previous delay
 * @param error null for an answer
 * @param chance 0 to 1: up to a tenth of jitter, so that pages do not poll in step
 */
export function watchDelayMs(beforeMs: number, error: unknown, chance: number): number | null {
  const spread = 1 + 0.1 * chance;
  if (error === null) return restMs * spread;
  if (error instanceof ApiError && error.status !== null && final.has(error.status)) return null;
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  const slower = Math.min(maxDelayMs, Math.max(restMs, beforeMs) * 2);
  return Math.max(asked, slower) * spread;
}

/** `1x_card and 2 more`. */
export function firstOf(found: readonly string[]): string {
  const [first = 'nothing', ...others] = found;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** What is left: "31 s", "4 min 05 s", "3 h 04 min". */
export function countdownWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}
