// Loads history once there is something to keep or to show: a first visit pays nothing for it.
import { create } from 'zustand';
import { useDraft, useFilling } from '#draft/draft-store.ts';
import { runStore } from '#run/run-store.ts';
import { chunk } from '#ui/chunk.ts';

const key = 'inferdeck.history';

/** Whether history is loaded, and what was kept before has been read. */
export const useHistoryState = create<{ readonly isLoaded: boolean }>(() => ({ isLoaded: false }));

/** The draft before anything is typed: what is loaded later begins with it. */
const firstDraft = useDraft.getState().draft;

let loading: Promise<void> | null = null;

/** Loads it now. @throws ChunkError where it does not come; the next call tries again */
export function loadHistory(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const { beginKeeping } = await chunk(() => import('./begin.ts'));
  await beginKeeping(firstDraft);
  useHistoryState.setState({ isLoaded: true });
  for (const stop of stops) stop();
}

/** Milliseconds after a failure in which typing does not ask for it again. */
const restMs = 10_000;

let failedMs = Number.NEGATIVE_INFINITY;

// What cannot be loaded now is tried again with a later change; the page works without it.
function begin(): void {
  if (performance.now() - failedMs < restMs) return;
  loadHistory().catch(() => {
    failedMs = performance.now();
  });
}

// A press on Run is answered first: what it asks of the page is long enough.
const beginLater = () => void setTimeout(begin);

const stops = [useDraft.subscribe(begin), useFilling.subscribe(begin), runStore.subscribe(beginLater)];

// After the first paint.
if (hasHistory()) requestAnimationFrame(() => setTimeout(begin));

/** Whether something was kept here before. */
export function hasHistory(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers that there is something to load. */
export function noteVisit(isKept: boolean): void {
  if (!isKept || hasHistory()) return;
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Blocked storage: a later visit begins anew, as it must.
  }
}
