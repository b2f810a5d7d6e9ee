// A run that asks for one model after another what it can be deployed on; it waits where the service wants that. Outside React.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Hardware } from '#api/schema/hardware.ts';

/** Requests for one model at most: the first, and two after a wait. */
export const triesPerModel = 3;

const longestWaitMs = 300_000;
const usualWaitMs = 15_000;

/** What came of one model. Times in milliseconds since 1970. */
export type ModelAnswer =
  | { readonly kind: 'listed'; readonly atMs: number; readonly items: readonly Hardware[] }
  | { readonly kind: 'failed'; readonly atMs: number; readonly reason: string };

/** A run as it is seen. */
export interface MatrixRun {
  readonly state: 'idle' | 'asking' | 'waiting' | 'done' | 'stopped';
  readonly connectionId: string;
  readonly models: readonly string[];
  readonly answers: ReadonlyMap<string, ModelAnswer>;
  /** The model that is asked for now. */
  readonly current: string | null;
  readonly requestCount: number;
  /** When it goes on, while it waits. */
  readonly resumeMs: number | null;
  /** Why it waits, or why it stopped by itself. */
  readonly reason: string | null;
}

/** What a run needs; a test gives it a clock and a wait of its own. */
export interface MatrixParts {
  readonly now: () => number;
  /** Resolves after a while, at once when the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** However the run ended: done, stopped by a person, or by refused credentials. */
  readonly onEnd: (run: MatrixRun) => void;
}

/** Starts and stops the one run. */
export interface MatrixRunner {
  readonly store: StoreApi<MatrixRun>;
  /** Stops a run that is on its way, and begins anew. */
  start: (client: Client, models: readonly string[]) => Promise<void>;
  stop: () => void;
}

const idle: MatrixRun = {
  state: 'idle',
  connectionId: '',
  models: [],
  answers: new Map(),
  current: null,
  requestCount: 0,
  resumeMs: null,
  reason: null,
};

/** A runner that has not asked anything. */
export function createMatrixRunner({ now, wait, onEnd }: MatrixParts): MatrixRunner {
  const store = createStore<MatrixRun>(() => idle);
  let abort = new AbortController();

  function end(state: 'done' | 'stopped', reason: string | null) {
    store.setState({ state, current: null, resumeMs: null, reason });
    onEnd(store.getState());
  }

  function note(model: string, answer: ModelAnswer) {
    store.setState(({ answers }) => ({ answers: new Map(answers).set(model, answer) }));
  }

  /** Asks for the models from `index` on; `tries` counts the requests for the first of them. */
  async function goOn(
    client: Client,
    models: readonly string[],
    index: number,
    tries: number,
  ): Promise<void> {
    const model = models[index];
    const { signal } = abort;
    if (model === undefined) return end('done', null);
    store.setState(({ requestCount }) => ({
      state: 'asking',
      current: model,
      requestCount: requestCount + 1,
      resumeMs: null,
      reason: null,
    }));
    try {
      const { items } = await client.listHardware({ model, signal });
      if (signal.aborted) return undefined;
      note(model, { kind: 'listed', atMs: now(), items });
    } catch (error) {
      if (signal.aborted) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof ApiError && error.status === 401) return end('stopped', reason);
      const waitMs = waitOf(error);
      if (waitMs !== null && tries < triesPerModel) {
        store.setState({ state: 'waiting', resumeMs: now() + waitMs, reason });
        await wait(waitMs, signal);
        return signal.aborted ? undefined : goOn(client, models, index, tries + 1);
      }
      note(model, { kind: 'failed', atMs: now(), reason });
    }
    return goOn(client, models, index + 1, 1);
  }

  function stop() {
    const { state } = store.getState();
    if (state !== 'asking' && state !== 'waiting') return;
    abort.abort();
    end('stopped', null);
  }

  return {
    store,
    start(client, models) {
      stop();
      abort = new AbortController();
      store.setState({ ...idle, connectionId: client.connectionId, models, answers: new Map() });
      return goOn(client, models, 0, 1);
    },
    stop,
  };
}

/** How long the service wants to be left alone; null where waiting does not help. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return null;
  return Math.min(longestWaitMs, error.retryAfterMs ?? usualWaitMs);
}
