// Loads history once there is something to save or show.
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { useDraft, useFilling } from '#draft/draft-store.ts';
import { runStore } from '#run/run-store.ts';
import { chunk } from '#ui/chunk.ts';

const key = 'inferdeck.history';

export interface HistoryState {
  /** Components of the loaded chunk; null until stored records are read. */
  readonly parts: Readonly<Record<'steps' | 'notice' | 'answer', ComponentType>> | null;
}

export const useHistoryState = create<HistoryState>(() => ({ parts: null }));

/** The draft at page load. */
const firstDraft = useDraft.getState().draft;

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
  const { beginKeeping, StepButtons, Notice, AnswerNote } = await chunk(() => import('./begin.ts'));
  await beginKeeping(firstDraft);
  useHistoryState.setState({ parts: { steps: StepButtons, notice: Notice, answer: AnswerNote } });
  for (const stop of stops) stop();
}

/** Milliseconds after a failure in which typing does not retry. */
const restMs = 10_000;

let failedMs = Number.NEGATIVE_INFINITY;

// A failed load is retried with a later change; the page works without history.
function begin(): void {
  if (performance.now() - failedMs < restMs) return;
  loadHistory().catch(() => {
    failedMs = performance.now();
  });
}

// Run goes first.
const beginLater = () => void setTimeout(begin);

const stops = [useDraft.subscribe(begin), useFilling.subscribe(begin), runStore.subscribe(beginLater)];

// After the first paint.
if (hasHistory()) requestAnimationFrame(() => setTimeout(begin));

/** Whether this browser has stored history. */
export function hasHistory(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function noteVisit(isKept: boolean): void {
  if (!isKept || hasHistory()) return;
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Blocked storage: later visits start without history.
  }
}
