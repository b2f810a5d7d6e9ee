// The page's data run; survives reloads.
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { chunk, ChunkError } from '#ui/lazy-part.ts';
import { usePulse } from '#ui/use-pulse.tsx';
import type { KeptCell } from './cell.ts';
import { DataRun } from './data-run.ts';
import type { RunKeeper } from './kept-run.ts';
import type { RunLimits } from './pause-reason.ts';
import type { RunPlan } from './plan.ts';
import { readBound, useSetup } from './setup-store.ts';

interface Holder {
  readonly run: DataRun | null;
  /** Until the database has answered. */
  readonly isLoading: boolean;
  readonly notice: string | null;
  readonly hasUnreadable: boolean;
}

export const useDataRun = create<Holder>(() => ({
  run: null,
  isLoading: true,
  notice: null,
  hasUnreadable: false,
}));

const pool = createRequestPool();
let keeper: RunKeeper | null = null;
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
    if (!(await holdLock())) {
      useDataRun.setState({ isLoading: false, notice: elsewhere });
      return;
    }
    const { openRunKeeper } = await chunk(() => import('./kept-run.ts'));
    keeper = await openRunKeeper((isWritten) => useDataRun.setState({ notice: isWritten ? null : blocked }));
    const { run: kept, hasUnreadable } = await keeper.load();
    addEventListener('pagehide', () => void keeper?.flush().catch(() => undefined));
    const run = kept && new DataRun(kept.plan, kept.limits, { pool, onCell }, kept.cells);
    if (kept !== null) showLimits(kept.limits);
    useDataRun.setState({ isLoading: false, run, hasUnreadable });
  } catch (error) {
    giveUp();
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
    await keeper?.begin(plan, limits);
  } catch {
    giveUp();
  }
}

export function discardRun(): void {
  useDataRun.getState().run?.close();
  useDataRun.setState({ run: null });
  keeper?.clear().catch(giveUp);
}

export function changeLimits(limits: RunLimits): void {
  useDataRun.getState().run?.setLimits(limits);
  keeper?.keepLimits(limits).catch(giveUp);
}

/** Emptying the field does not lift the budget of a running run. */
export function applyBound(): void {
  const { run } = useDataRun.getState();
  const { unit, bound: text } = useSetup.getState();
  const bound = readBound(text);
  if (run === null || bound === undefined) return;
  if (bound === null && run.limits.bound !== null && run.phase.kind === 'running') showLimits(run.limits);
  else changeLimits({ ...run.limits, unit, bound });
}

export async function readUnreadable(): Promise<string> {
  return (await keeper?.readUnreadable()) ?? '';
}

export async function dropUnreadable(): Promise<void> {
  await keeper?.dropUnreadable();
  useDataRun.setState({ hasUnreadable: false });
}

function onCell(kept: KeptCell): void {
  keeper?.keep(kept);
}

function giveUp(): void {
  keeper = null;
  useDataRun.setState({ isLoading: false, notice: blocked });
}

/** Two tabs with one run would both send it. */
function holdLock(): Promise<boolean> {
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
