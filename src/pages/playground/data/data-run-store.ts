// The page's data run; survives reloads.
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { chunk, ChunkError } from '#ui/lazy-part.ts';
import { usePulse } from '#ui/use-pulse.tsx';
import type { StoredCell } from './cell.ts';
import { DataRun } from './data-run.ts';
import type { RunDatabase } from './data-run-database.ts';
import { keepData } from './data-store.ts';
import type { RunLimits } from './pause-reason.ts';
import type { RunPlan } from './plan.ts';
import { readBound, useSetup } from './setup-store.ts';

interface DataRunState {
  readonly run: DataRun | null;
  /** Until the database has answered. */
  readonly isLoading: boolean;
  readonly notice: string | null;
  readonly hasUnreadable: boolean;
}

export const useDataRun = create<DataRunState>(() => ({
  run: null,
  isLoading: true,
  notice: null,
  hasUnreadable: false,
}));

const pool = createRequestPool();
let database: RunDatabase | null = null;
let opening: Promise<void> | null = null;

const blocked =
  'This browser does not store data for this page, so results are lost when it is closed. Export them.';
const outdated =
  'The part of the page that saves results could not be loaded: the server has a newer version or does not respond. Reload before you start; until then, results are lost when the page is closed.';
const elsewhere = 'A data run is open in another tab. Work in this tab is lost when it is closed.';

/** Paused. Reads the database once. */
export function restoreRun(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open(): Promise<void> {
  try {
    if (!(await acquireLock())) {
      useDataRun.setState({ isLoading: false, notice: elsewhere });
      return;
    }
    const { openRunDatabase } = await chunk(() => import('./data-run-database.ts'));
    database = await openRunDatabase((isWritten) =>
      useDataRun.setState({ notice: isWritten ? null : blocked }),
    );
    const [{ run: stored, hasUnreadable }] = await Promise.all([
      database.load(),
      keepData().catch(() => undefined),
    ]);
    const run = stored && new DataRun(stored.plan, stored.limits, { pool, onCell }, stored.cells);
    if (stored !== null) showLimits(stored.limits);
    useDataRun.setState({ isLoading: false, run, hasUnreadable });
  } catch (error) {
    disableSaving();
    if (error instanceof ChunkError) useDataRun.setState({ notice: outdated });
  }
}

function showLimits({ bound, ...limits }: RunLimits): void {
  useSetup.setState({ ...limits, bound: bound === null ? '' : String(bound) });
}

/** Replaces the old run. Only on user request. */
export function startRun(plan: RunPlan, limits: RunLimits, client: Client): void {
  useDataRun.getState().run?.close();
  // Rows are written before the first request; the run can be stopped until then.
  const run = new DataRun(plan, limits, { pool, onCell, ready: begin(plan, limits) });
  useDataRun.setState({ run });
  showLimits(limits);
  run.resume(client);
}

async function begin(plan: RunPlan, limits: RunLimits): Promise<void> {
  try {
    await database?.begin(plan, limits);
  } catch {
    disableSaving();
  }
}

export function discardRun(): void {
  useDataRun.getState().run?.close();
  useDataRun.setState({ run: null });
  database?.clear().catch(disableSaving);
}

export function changeLimits(limits: RunLimits): void {
  useDataRun.getState().run?.setLimits(limits);
  database?.saveLimits(limits).catch(disableSaving);
}

/** Emptying the field does not lift the budget of a running run. */
export function applyBound(): void {
  const { run } = useDataRun.getState();
  const { unit, bound: text } = useSetup.getState();
  const bound = readBound(text, unit);
  if (run === null || bound === undefined) return;
  if (bound === null && run.limits.bound !== null && run.phase.kind === 'running') showLimits(run.limits);
  else changeLimits({ ...run.limits, unit, bound });
}

export async function readUnreadable(): Promise<string> {
  return (await database?.readUnreadable()) ?? '';
}

export async function dropUnreadable(): Promise<void> {
  await database?.dropUnreadable();
  useDataRun.setState({ hasUnreadable: false });
}

function onCell(cell: StoredCell): void {
  database?.putCell(cell);
}

function disableSaving(): void {
  database = null;
  useDataRun.setState({ isLoading: false, notice: blocked });
}

/** Two tabs with one run would both send it. */
function acquireLock(): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = new Promise<never>(() => undefined);
    navigator.locks
      .request('inferdeck.data-run', { signal: AbortSignal.timeout(1_500) }, () => {
        resolve(true);
        return held;
      })
      .catch(() => resolve(false));
  });
}

const never = () => () => undefined;

/** Changes in every frame with news. */
export function useRunVersion(run: DataRun | null): number {
  return useSyncExternalStore(run?.subscribe ?? never, () => run?.version() ?? 0);
}

/** @param read returns a primitive */
export function useRunFact<Fact, Run extends DataRun | null>(run: Run, read: (run: Run) => Fact): Fact {
  return useSyncExternalStore(run?.subscribe ?? never, () => read(run));
}

export function useRunPulse(run: DataRun | null, everyMs: number): number {
  return usePulse(run?.subscribe ?? never, everyMs);
}
