// Comparison runs per column.
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#api/client.ts';
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import '#api/schema/jitless.ts';
import { Draft } from '#draft/draft.ts';
import { randomId } from '#lib/random-id.ts';
import { stored } from '#lib/stored.ts';
import { createRequestPool, type RequestPool, type RequestPoolParts } from '#run/request-pool.ts';
import { isRunning, type Run } from '#run/run.ts';
import type { SavedRun } from '#run/saved-runs.ts';
import { chunk } from '#ui/lazy-part.ts';
import { columnLimit } from './column.ts';

export interface Shown {
  readonly runId: number;
  readonly draft: Draft;
}

/** Drops the oldest. */
export const runsAColumn = 5;

export interface Comparison {
  readonly pool: RequestPool;
  readonly shown: StoreApi<Readonly<Record<string, Shown>>>;
  /** Oldest first. */
  readonly kept: StoreApi<Readonly<Record<string, readonly Shown[]>>>;
  /** Includes restored runs; undefined if forgotten. */
  get: (runId: number) => Run | undefined;
  /** Stops a running one. @returns the run's id */
  run: (client: Client, columnId: string, draft: Draft, request: CompletionRequest) => number;
  show: (columnId: string, runId: number) => void;
  /** Ended before a reload; shown unless the column has a newer one. */
  restore: (columnId: string, draft: Draft, run: Run) => void;
  /** A copy of what ended elsewhere on the page, kept like the column's own: another column may show it, too. */
  adopt: (columnId: string, draft: Draft, run: Run) => void;
  runOf: (columnId: string) => Run | undefined;
  stop: (columnId: string) => void;
  stopAll: () => void;
  forget: (columnId: string) => void;
  /** Queued run ids, in order. */
  queuedIds: () => readonly number[];
}

interface ComparisonListener {
  readonly onEnded: (columnId: string, shown: Shown, run: Run) => void;
  readonly onForgotten: (runId: number) => void;
}

export function createComparison(parts: RequestPoolParts = {}, listener?: ComparisonListener): Comparison {
  const pool = createRequestPool(parts);
  const shown = createStore<Readonly<Record<string, Shown>>>(() => ({}));
  const kept = createStore<Readonly<Record<string, readonly Shown[]>>>(() => ({}));
  const restored = new Map<number, Run>();
  const get = (runId: number) => restored.get(runId) ?? pool.get(runId);

  const shownIds = () =>
    Object.values(shown.getState())
      .map(({ runId }) => runId)
      .toSorted((one, other) => one - other);

  function runOf(columnId: string): Run | undefined {
    const entry = shown.getState()[columnId];
    return entry && get(entry.runId);
  }

  function stop(columnId: string): void {
    const run = runOf(columnId);
    if (run !== undefined) pool.stop(run.id);
  }

  function drop(runId: number): void {
    restored.delete(runId);
    pool.forget(runId);
    listener?.onForgotten(runId);
  }

  function setKept(columnId: string, entries: readonly Shown[]): void {
    kept.setState({ [columnId]: entries.slice(-runsAColumn) });
    for (const { runId } of entries.slice(0, -runsAColumn)) drop(runId);
  }

  function restore(columnId: string, draft: Draft, run: Run): void {
    const entry = { runId: run.id, draft };
    restored.set(run.id, run);
    const older = keptOf(columnId).filter(({ runId }) => restored.has(runId));
    const newer = keptOf(columnId).filter(({ runId }) => !restored.has(runId));
    setKept(columnId, [...older, entry, ...newer]);
    if (newer.length === 0) shown.setState({ [columnId]: entry });
  }

  function showNewest(columnId: string, entry: Shown): void {
    shown.setState({ [columnId]: entry });
    setKept(columnId, [...keptOf(columnId), entry]);
  }

  async function reportEnd(columnId: string, entry: Shown): Promise<void> {
    const run = await pool.ended(entry.runId);
    if (has(columnId, run.id)) listener?.onEnded(columnId, entry, run);
  }

  const has = (columnId: string, runId: number) => keptOf(columnId).some((entry) => entry.runId === runId);
  const keptOf = (columnId: string) => kept.getState()[columnId] ?? [];

  return {
    pool,
    shown,
    kept,
    get,
    run(client, columnId, draft, request) {
      stop(columnId);
      const entry = { runId: pool.start(client, request), draft };
      showNewest(columnId, entry);
      void reportEnd(columnId, entry);
      return entry.runId;
    },
    show(columnId, runId) {
      const entry = keptOf(columnId).find((each) => each.runId === runId);
      if (entry !== undefined && !isRunning(runOf(columnId) ?? null)) shown.setState({ [columnId]: entry });
    },
    restore,
    adopt(columnId, draft, run) {
      const copy = { ...run, id: pool.show(run) };
      const entry = { runId: copy.id, draft };
      showNewest(columnId, entry);
      listener?.onEnded(columnId, entry, copy);
    },
    runOf,
    stop,
    stopAll: () => pool.stop(...shownIds()),
    forget(columnId) {
      const { [columnId]: _, ...others } = shown.getState();
      const { [columnId]: entries = [], ...rest } = kept.getState();
      shown.setState(others, true);
      kept.setState(rest, true);
      for (const { runId } of entries) drop(runId);
    },
    queuedIds: () => shownIds().filter((id) => get(id)?.state.phase === 'queued'),
  };
}

/** From 1. @param waiting all queued for the origin */
export function queuePosition(runId: number, queuedIds: readonly number[], waiting: number): number {
  return Math.max(0, waiting - queuedIds.length) + queuedIds.indexOf(runId) + 1;
}

/** `1st`, `2nd`, `3rd`, `11th` */
export function ordinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  return `${place}${(!isTeen && ['', 'st', 'nd', 'rd'][place % 10]) || 'th'}`;
}

const maxRuns = columnLimit * runsAColumn;

const Head = z.object({ column: z.string(), draft: Draft });

const ShownKeys = z.array(z.string());

/** `restore` reads once. */
interface KeptComparison {
  readonly comparison: Comparison;
  /** True once an answer could not be stored. */
  readonly isLosing: StoreApi<boolean>;
  readonly restore: () => Promise<void>;
}

/**
 * Without browser storage it lives as long as the page.
 * @param set key in storage
 * @param has whether this tab has a column; leaves other runs, which count towards `maxRuns`
 */
export function createKeptComparison(set: string, has: (columnId: string) => boolean): KeptComparison {
  const keys = new Map<number, string>();
  /** Ended, but not stored yet. */
  const unstored = new Set<number>();
  const isLosing = createStore(() => false);
  let reading: Promise<void> | null = null;
  const shownKeys = stored<readonly string[]>({
    key: `inferdeck.${set}.shown`,
    version: 1,
    parse: (value) => ShownKeys.safeParse(value).data ?? null,
    fallback: [],
    storage: () => sessionStorage,
  });

  const comparison = createComparison(undefined, {
    onEnded(column, { draft }, run) {
      if (wasStoppedUnsent(run)) return;
      const key = keyOf(run);
      unstored.add(run.id);
      void (async () => {
        const { savedRuns, writeRun } = await load();
        const written = await writeRun(run);
        if (written !== null && keys.has(run.id))
          await savedRuns.put(set, { ...written, key, head: { column, draft } });
        unstored.delete(run.id);
      })().catch(() => isLosing.setState(true));
    },
    onForgotten(runId) {
      const key = keys.get(runId);
      keys.delete(runId);
      if (key !== undefined) void dropUnshared(key).catch(() => undefined);
    },
  });

  function keyOf({ id, startedAt }: Run): string {
    const key = keys.get(id) ?? `${startedAt.toISOString()} ${randomId()}`;
    keys.set(id, key);
    return key;
  }

  function keepRunning({ savedRuns, writeClosedRun }: Awaited<ReturnType<typeof load>>): void {
    for (const [column, { runId, draft }] of Object.entries(comparison.shown.getState())) {
      const run = comparison.get(runId);
      const phase = run?.state.phase ?? 'queued';
      if (run === undefined || phase === 'queued' || (phase === 'ended' && !unstored.has(runId))) continue;
      const saved = { ...writeClosedRun(run), key: keyOf(run), head: { column, draft } };
      savedRuns.put(set, saved).catch(() => undefined);
    }
  }

  async function drop(key: string): Promise<void> {
    const { savedRuns } = await load();
    await savedRuns.drop(set, key);
  }

  /** Another open tab may show it; then it counts towards `maxRuns`. */
  async function dropUnshared(key: string): Promise<void> {
    if (!(await isInOtherTab(set))) await drop(key);
  }

  async function bringBack(saved: SavedRun): Promise<void> {
    const { key, head } = saved;
    const known = Head.safeParse(head).data;
    if (known === undefined) return drop(key);
    // Of another tab.
    if (!has(known.column)) return;
    const { readRun } = await load();
    const run = await readRun(saved);
    if (run === null) return drop(key);
    keys.set(run.id, key);
    comparison.restore(known.column, known.draft, run);
  }

  function noteShown(): void {
    const ids = Object.values(comparison.shown.getState()).map(({ runId }) => runId);
    shownKeys.write(ids.flatMap((id) => keys.get(id) ?? []));
  }

  /** Another tab may have stored a newer one. */
  function showAgain(): void {
    const before = new Set(shownKeys.read());
    for (const [column, entries] of Object.entries(comparison.kept.getState())) {
      const entry = entries.find(({ runId }) => before.has(keys.get(runId) ?? ''));
      if (entry !== undefined) comparison.show(column, entry.runId);
    }
  }

  async function readAll(): Promise<void> {
    holdTab(set);
    const saved = await load();
    saved.onLeaving(() => {
      keepRunning(saved);
      noteShown();
    });
    const all = await saved.savedRuns.load(set);
    for (const { key } of all.slice(0, -maxRuns)) await drop(key);
    // Sequential, to keep their order.
    for (const each of all.slice(-maxRuns)) await bringBack(each);
    showAgain();
  }

  return {
    comparison,
    isLosing,
    restore() {
      reading ??= readAll().catch(() => undefined);
      return reading;
    },
  };
}

/** Counts this tab until it is closed. */
function holdTab(set: string): void {
  if (!('locks' in navigator)) return;
  const held = new Promise<never>(() => undefined);
  navigator.locks.request(nameOf(set), { mode: 'shared' }, () => held).catch(() => undefined);
}

async function isInOtherTab(set: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === nameOf(set)).length > 1;
}

function nameOf(set: string): string {
  return `inferdeck.${set}`;
}

function wasStoppedUnsent({ state, recording }: Run): boolean {
  return state.phase === 'ended' && state.endState === 'stopped' && recording.events.length === 0;
}

function load() {
  return chunk(() => import('#run/saved-runs.ts'));
}
