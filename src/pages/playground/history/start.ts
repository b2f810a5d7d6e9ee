// Lazy loading of history.
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { useDraft, useFilling, type Filling } from '#draft/draft-store.ts';
import { runStore } from '#run/run-store.ts';
import { chunk } from '#ui/lazy-part.ts';
import type { EarlyStep } from './history-controller.ts';

const key = 'inferdeck.history';

export interface HistoryState {
  /** Null until stored records are read. */
  readonly parts: Readonly<Record<'steps' | 'notice' | 'answer', ComponentType>> | null;
}

export const useHistoryState = create<HistoryState>(() => ({ parts: null }));

const firstDraft = useDraft.getState().draft;

const early: EarlyStep[] = [];

function noteFilling({ filling }: { readonly filling: Filling | null }): void {
  if (filling !== null) early.push({ filling });
}

function noteRun(): void {
  const run = runStore.current();
  if (run === null) return;
  const last = early.findLast((step) => 'run' in step);
  if (last?.run.id === run.id) last.run = run;
  else early.push({ run, draft: useDraft.getState().draft });
}

let loading: Promise<void> | null = null;

/** @throws ChunkError if the chunk fails to load; the next call retries */
export function loadHistory(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const { startHistory, StepButtons, Notice, AnswerNote } = await chunk(() => import('./begin.ts'));
  await startHistory(firstDraft, early);
  useHistoryState.setState({ parts: { steps: StepButtons, notice: Notice, answer: AnswerNote } });
  for (const stop of stops) stop();
  // Lets go of their recordings.
  early.length = 0;
}

/** Time after a failure in which changes do not retry. */
const restMs = 10_000;

let failedMs = Number.NEGATIVE_INFINITY;

// The page works without history.
function begin(): void {
  if (performance.now() - failedMs < restMs) return;
  loadHistory().catch(() => {
    failedMs = performance.now();
  });
}

// Lets the run start first.
const beginLater = () => void setTimeout(begin);

noteFilling(useFilling.getState());
noteRun();

const stops = [
  useDraft.subscribe(begin),
  useFilling.subscribe((state) => {
    noteFilling(state);
    begin();
  }),
  runStore.subscribe(() => {
    noteRun();
    beginLater();
  }),
];

// After the first paint.
if (hasHistory()) requestAnimationFrame(() => setTimeout(begin));

export function hasHistory(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function noteVisit(hasStates: boolean): void {
  if (!hasStates || hasHistory()) return;
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Storage is blocked.
  }
}
