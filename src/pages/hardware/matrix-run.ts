// Matrix run: sequential requests with waits, and their matrix lines.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import { ApiError, isKeyRefused } from '#api/errors.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import { liveConnectionIds } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { fieldOf, notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import type { Snapshot } from '#pricing/price-history.ts';
import { offeredWord } from './configurations/hardware-row.ts';
import type { Column } from '#table/column.ts';

/** The first request and two retries. */
export const triesPerModel = 3;

/** Else the run is held. */
const maxWaitMs = 300_000;
const defaultWaitMs = 15_000;

/** `atMs`: of the answer, Unix milliseconds. */
export interface ListedAnswer {
  readonly kind: 'listed';
  readonly atMs: number;
  readonly items: readonly Hardware[];
}

export type ModelAnswer =
  | ListedAnswer
  | { readonly kind: 'failed'; readonly atMs: number; readonly reason: string };

export interface MatrixRun {
  /** `held`: after a long wait, the user must resume. */
  readonly state: 'idle' | 'asking' | 'waiting' | 'held' | 'done' | 'stopped';
  readonly connectionId: string;
  /** The same after a new token or sign-in. */
  readonly serviceKey: string;
  readonly models: readonly string[];
  readonly answers: ReadonlyMap<string, ModelAnswer>;
  readonly current: string | null;
  readonly requestCount: number;
  /** When it resumes, or may resume. */
  readonly resumeMs: number | null;
  /** Why it waits, or stopped on its own. */
  readonly reason: string | null;
}

interface MatrixParts {
  readonly now: () => number;
  /** Resolves after `ms`, or once the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Before the next model is requested. */
type OnAnswer = (model: string, answer: ListedAnswer) => unknown;

const idle: MatrixRun = {
  state: 'idle',
  connectionId: '',
  serviceKey: '',
  models: [],
  answers: new Map(),
  current: null,
  requestCount: 0,
  resumeMs: null,
  reason: null,
};

export function createMatrixRunner({ now, wait }: MatrixParts) {
  const store = createStore<MatrixRun>(() => idle);
  let abort = new AbortController();
  let onAnswer: OnAnswer | undefined;

  function end(state: 'done' | 'stopped', reason: string | null) {
    store.setState({ state, current: null, resumeMs: null, reason });
  }

  function note(model: string, answer: ModelAnswer) {
    store.setState(({ answers }) => ({ answers: new Map(answers).set(model, answer) }));
  }

  /** `tries`: of the model at `index`. */
  async function ask(client: Client, models: readonly string[], index: number, tries: number): Promise<void> {
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
      const answer = { kind: 'listed', atMs: now(), items } as const;
      note(model, answer);
      onAnswer?.(model, answer);
      return await ask(client, models, index + 1, 1);
    } catch (error) {
      if (signal.aborted) return undefined;
      return await refused(client, models, index, tries, error);
    }
  }

  async function refused(
    client: Client,
    models: readonly string[],
    index: number,
    tries: number,
    error: unknown,
  ): Promise<void> {
    const { signal } = abort;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof ApiError && isKeyRefused(error)) return end('stopped', reason);
    const waitMs = waitOf(error);
    if (waitMs !== null && waitMs > maxWaitMs) {
      store.setState({ state: 'held', resumeMs: now() + waitMs, reason });
      return undefined;
    }
    const isLast = waitMs === null || tries >= triesPerModel;
    if (isLast) note(models[index] ?? '', { kind: 'failed', atMs: now(), reason });
    const [next, nextTries] = isLast ? [index + 1, 1] : [index, tries + 1];
    // The rate limit applies to the service: the next model waits, too.
    if (waitMs !== null && next < models.length) {
      store.setState({ state: 'waiting', resumeMs: now() + waitMs, reason });
      await wait(waitMs, signal);
      if (signal.aborted) return undefined;
    }
    return ask(client, models, next, nextTries);
  }

  function stop(reason: string | null = null) {
    const { state } = store.getState();
    if (state !== 'asking' && state !== 'waiting' && state !== 'held') return;
    abort.abort();
    end('stopped', reason);
  }

  return {
    store,
    /** Stops a current run. */
    start(client: Client, models: readonly string[], hear: OnAnswer): Promise<void> {
      stop();
      onAnswer = hear;
      abort = new AbortController();
      const serviceKey = client.serviceKey();
      store.setState({ ...idle, connectionId: client.connectionId, serviceKey, models, answers: new Map() });
      return ask(client, models, 0, 1);
    },
    /** With the models that are not listed; a no-op if too early. */
    async resume(client: Client, hear: OnAnswer): Promise<void> {
      const run = store.getState();
      if (!canResume(run) || run.serviceKey !== client.serviceKey() || now() < (run.resumeMs ?? 0)) return;
      abort = new AbortController();
      onAnswer = hear;
      const answers = new Map([...run.answers].filter(([, { kind }]) => kind === 'listed'));
      store.setState({ connectionId: client.connectionId, answers });
      await ask(client, openModels(run), 0, 1);
    },
    stop: () => stop(),
    /** Stops runs of other connections. */
    keepOnly(connectionIds: readonly string[]) {
      if (!connectionIds.includes(store.getState().connectionId))
        stop('Its connection was changed or forgotten.');
    },
  };
}

/** On hold, or over with models that are not listed. */
export function canResume(run: MatrixRun): boolean {
  const { state } = run;
  return state === 'held' || ((state === 'stopped' || state === 'done') && openModels(run).length > 0);
}

/** Not answered, or failed. */
export function openModels({ models, answers }: Pick<MatrixRun, 'models' | 'answers'>): readonly string[] {
  return models.filter((model) => answers.get(model)?.kind !== 'listed');
}

/** Null if waiting does not help. Not by connection/polling.ts: each model is asked until it answers, not again. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return null;
  return error.retryAfterMs ?? defaultWaitMs;
}

export const matrixRunner = createMatrixRunner({
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
});

useConnections.subscribe((state) => matrixRunner.keepOnly(liveConnectionIds(state)));

export function useMatrixRun(): MatrixRun {
  return useStore(matrixRunner.store);
}

export interface MatrixLine {
  readonly model: string;
  /** Unix milliseconds; null if never requested. */
  readonly atMs: number | null;
  /** By configuration in the list at that time. */
  readonly words: Readonly<Record<string, string>>;
  /** Older cells stay. */
  readonly failure: string | null;
}

/** The newer of run and price history wins. @param answers by model */
export function matrixLine(
  model: string,
  configurations: readonly string[],
  answers: ReadonlyMap<string, ModelAnswer>,
  snapshots: readonly Snapshot[],
): MatrixLine {
  const answer = answers.get(model);
  const field = fieldOf(model);
  const snapshot = snapshots.findLast((each) =>
    each.model === undefined
      ? Object.values(each.records).some((figures) => figures[field] !== undefined)
      : each.model === model,
  );
  if (answer?.kind === 'listed' && answer.atMs >= (snapshot?.atMs ?? 0)) {
    const words = new Map(
      answer.items.map(({ id, availability }) => [id, availability?.status ?? 'not stated']),
    );
    const all = [...new Set([...configurations, ...words.keys()])];
    return {
      model,
      atMs: answer.atMs,
      words: Object.fromEntries(all.map((id) => [id, words.get(id) ?? notOffered])),
      failure: null,
    };
  }
  const failure = answer?.kind === 'failed' && answer.atMs >= (snapshot?.atMs ?? 0) ? answer.reason : null;
  if (snapshot === undefined) return { model, atMs: null, words: {}, failure };
  const words = Object.entries(snapshot.records).flatMap(([id, figures]) => {
    const word = figures[field];
    return word === undefined ? [] : [[id, String(word)] as const];
  });
  return { model, atMs: snapshot.atMs, words: Object.fromEntries(words), failure };
}

/** Ten thousand could not be scrolled. */
export const maxConfigurations = 200;

/** A missing cell was never requested. @param samples with simulated availability */
export function matrixColumns(
  configurations: readonly string[],
  samples: ReadonlySet<string>,
): readonly Column<MatrixLine>[] {
  return [
    { id: 'model', head: 'Model', kind: 'id', value: ({ model }) => model },
    { id: 'asked', head: 'Checked', kind: 'date', value: ({ atMs }) => atMs },
    ...configurations.map((id): Column<MatrixLine> => ({
      id,
      head: samples.has(id) ? `${id} (sample, simulated)` : id,
      kind: 'text',
      value: ({ words: { [id]: word }, atMs }) =>
        atMs === null || word === undefined ? null : offeredWord(word),
    })),
    { id: 'failure', head: 'Failure', kind: 'text', value: ({ failure }) => failure },
  ];
}

/** If too many, offered ones first. */
export function shownConfigurations(all: readonly string[], lines: readonly MatrixLine[]): readonly string[] {
  if (all.length <= maxConfigurations) return all;
  const offered = new Set(
    lines.flatMap(({ words }) =>
      Object.entries(words).flatMap(([id, word]) => (word === notOffered ? [] : [id])),
    ),
  );
  const first = [...all.filter((id) => offered.has(id)), ...all.filter((id) => !offered.has(id))];
  const shown = new Set(first.slice(0, maxConfigurations));
  return all.filter((id) => shown.has(id));
}
