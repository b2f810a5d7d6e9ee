// The one data run of the page: it goes on while another view is open, and is there again after a reload.
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { chunk, ChunkError } from '#ui/chunk.ts';
import { usePulse } from '#ui/use-pulse.ts';
import type { KeptCell } from './cell.ts';
import { DataRun } from './data-run.ts';
import type { RunKeeper } from './kept-run.ts';
import type { RunLimits } from './pause-reason.ts';
import type { RunPlan } from './plan.ts';
import { readBound, useSetup } from './setup-store.ts';

/** The run, and what a person should know about where it is kept. */
interface Holder {
  readonly run: DataRun | null;
  /** Until the database has said whether there is one from before. */
  readonly isLoading: boolean;
  readonly notice: string | null;
  /** A run from before was set aside, because it cannot be read. */
  readonly hasUnreadable: boolean;
}

/** Read by the view; changed by the functions below. */
export const useDataRun = create<Holder>(() => ({
  run: null,
  isLoading: true,
  notice: null,
  hasUnreadable: false,
}));

const fleet = createRequestPool();
let keeper: RunKeeper | null = null;
let opening: Promise<void> | null = null;

const blocked =
  'This browser does not store data for this page, so results are lost when it is closed. Export them.';
const outdated =
  'The part of the page that saves results could not be loaded: the server has a newer version or does not respond. Reload before you start; until then, results are lost when the page is closed.';
const elsewhere = 'A data run is open in another tab. Work in this tab is lost when it is closed.';

/** Brings back the run from before, paused. Asks the database once, however often it is called. */
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
    const run = kept && new DataRun(kept.plan, kept.limits, { fleet, onCell }, kept.cells);
    if (kept !== null) showLimits(kept.limits);
    useDataRun.setState({ isLoading: false, run, hasUnreadable });
  } catch (error) {
    giveUp();
    if (error instanceof ChunkError) useDataRun.setState({ notice: outdated });
  }
}

/** The form shows the limits of the run, where they can be changed. */
function showLimits({ bound, ...limits }: RunLimits): void {
  useSetup.setState({ ...limits, bound: bound === null ? '' : String(bound) });
}

/** Puts a new run in the place of the older one, and starts it. Only ever called because a person pressed Start. */
export function startRun(plan: RunPlan, limits: RunLimits, client: Client): void {
  useDataRun.getState().run?.close();
  // Rows are written before the first answer comes, which may take a while: until then it can be stopped and discarded.
  const run = new DataRun(plan, limits, { fleet, onCell, ready: begin(plan, limits) });
  useDataRun.setState({ run });
  showLimits(limits);
  run.goOn(client);
}

async function begin(plan: RunPlan, limits: RunLimits): Promise<void> {
  try {
    await keeper?.begin(plan, limits);
  } catch {
    giveUp();
  }
}

/** Ends the run and lets go of its results, here and in the database. */
export function discardRun(): void {
  useDataRun.getState().run?.close();
  useDataRun.setState({ run: null });
  keeper?.clear().catch(giveUp);
}

/** Changes the limits of the run, also those that are kept. */
export function changeLimits(limits: RunLimits): void {
  useDataRun.getState().run?.setLimits(limits);
  keeper?.keepLimits(limits).catch(giveUp);
}

/**
 * Holds the run to the bound that stands in the form, once it is typed. While the run goes, an empty field is not the end
 * of its bound: the field shows it again.
 */
export function applyBound(): void {
  const { run } = useDataRun.getState();
  const { unit, bound: text } = useSetup.getState();
  const bound = readBound(text);
  if (run === null || bound === undefined) return;
  if (bound === null && run.limits.bound !== null && run.phase.kind === 'running') showLimits(run.limits);
  else changeLimits({ ...run.limits, unit, bound });
}

/** What was set aside, as the text of a file. */
export async function readUnreadable(): Promise<string> {
  return (await keeper?.readUnreadable()) ?? '';
}

/** Lets go of what was set aside. */
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

/** Two tabs with the same run would both send it. The lock is free again when the tab is closed or loaded anew. */
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

/** Changes in every frame in which the run changed. */
export function useRunVersion(run: DataRun | null): number {
  return useSyncExternalStore(run?.subscribe ?? never, () => run?.version() ?? 0);
}

/** One fact of a run; the component draws again only when it is another one. @param read gives no new object each time */
export function useRunFact<Fact, Run extends DataRun | null>(run: Run, read: (run: Run) => Fact): Fact {
  return useSyncExternalStore(run?.subscribe ?? never, () => read(run));
}

/** Changes at most every `everyMs` while the run changes, and soon after its last change. */
export function useRunPulse(run: DataRun | null, everyMs: number): number {
  return usePulse(run?.subscribe ?? never, everyMs);
}
