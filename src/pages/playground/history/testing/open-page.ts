// A page with history for tests.
import type { DraftOrigin } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import { createArchive } from '#pages/playground/history/archive.ts';
import { withMemoryFallback, createMemoryStorage } from '#pages/playground/history/storage.ts';
import { createPositionStore } from '#pages/playground/history/position.ts';
import { Navigator } from '#pages/playground/history/navigator.ts';
import { draftOf, idOf, runOf } from './states.ts';

export function openPage(
  options: {
    session?: Storage;
    first?: Draft;
    storage?: ReturnType<typeof createMemoryStorage>;
    from?: number;
  } = {},
) {
  const { session = memoryOf(), first = draftOf(''), storage = createMemoryStorage(), from = 0 } = options;
  const archive = createArchive(
    (onTrouble) => withMemoryFallback(storage, onTrouble),
    () => undefined,
  );
  const page: { draft: Draft; shown: string | null; isBusy: boolean; nowMs: number } = {
    shown: null,
    draft: first,
    isBusy: false,
    nowMs: 1_000,
  };
  let count = from;
  const parts = {
    archive,
    position: createPositionStore(() => session),
    newId: () => idOf((count += 1)),
    now: () => page.nowMs,
    page: {
      draft: () => page.draft,
      fill: (draft: Draft) => void (page.draft = draft),
      show: (id: string | null) => void (page.shown = id),
      isBusy: () => page.isBusy,
    },
  };
  const historyNavigator = new Navigator(parts, first);
  return {
    archive,
    page,
    historyNavigator,
    /** Types, then pauses for a second. */
    type: (prompt: string) => {
      page.nowMs += 1_000;
      page.draft = { ...page.draft, prompt };
      historyNavigator.settle();
    },
    /** The output is the prompt in capitals. */
    run: (againId: string | null = null): string => {
      page.nowMs += 1_000;
      const id = historyNavigator.start(againId);
      page.shown = id;
      void archive.add({ runs: [{ ...runOf(0, page.draft.prompt.toUpperCase()), id }] });
      return id;
    },
    fill: (draft: Draft, origin: DraftOrigin, nodeId?: string) => {
      page.nowMs += 1_000;
      historyNavigator.takeFilling({ origin, before: page.draft, draft }, nodeId);
      page.draft = draft;
    },
  };
}

export function memoryOf(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}
