// Actions, hooks and first difference of a comparison column.
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { openConnections } from '#connection/store.ts';
import { originOf, streamSlots } from '#connection/stream-slots.ts';
import { type DraftOrigin, focusField, useDraft, replaceDraft } from '#draft/draft-store.ts';
import type { Draft } from '#draft/draft.ts';
import type { RunActs } from '#pages/playground/recovery/resume-offer.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import { noteRepeated, noteResumed } from '#run/resumed-runs.ts';
import { runStore } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { keepColumns } from './columns-store.ts';
import { type Comparison, type Shown, queuePosition } from './comparison.ts';
import { createFirstDifference, describeDifference } from './first-difference.ts';

/** @param elementId of the column with a model field */
export function columnActs(
  comparison: Comparison,
  columnId: string,
  { draft }: Shown,
  elementId: string | null,
): RunActs {
  return {
    repeat(client, run) {
      noteRepeated(comparison.run(client, columnId, draft, run.request), run.id);
    },
    resume(client, run, { choice, tokenCount, request }) {
      if (request === null) return;
      const id = comparison.run(client, columnId, draft, request);
      noteResumed(id, { fromRunId: run.id, choice }, tokenCount);
    },
    ways: {
      connections: openConnections,
      prompt: () => focusField('prompt'),
      ...(elementId !== null && {
        model: () => focusField('model', document.getElementById(elementId) ?? document)?.click(),
      }),
    },
  };
}

/** What a run continues, or empty. */
export function textBefore({ request }: Run, { draft }: Shown): string {
  return request.prompt.startsWith(draft.prompt) ? request.prompt.slice(draft.prompt.length) : '';
}

export function useTakeOver(): {
  readonly use: (draft: Draft) => void;
  /** With its answer, token by token, unless another is arriving there. */
  readonly open: (run: Run, draft: Draft) => void;
} {
  const { changeSearch } = useSearchState();
  const { model } = useModel(useDraft((state) => state.draft.model));
  /** The comparison stays what it was. */
  function write(draft: Draft, origin: DraftOrigin) {
    keepColumns({ ...useDraft.getState().draft, model }, draft);
    replaceDraft(draft, origin);
    changeSearch({ view: 'write', lab: undefined });
  }
  return {
    use(draft) {
      write({ ...draft, prompt: useDraft.getState().draft.prompt }, { how: 'comparison' });
    },
    open(run, draft) {
      write({ ...draft, prompt: run.request.prompt }, { how: 'comparison' });
      runStore.show(run);
    },
  };
}

/** Redraws on state changes, not on tokens. */
export function useColumnRun(
  comparison: Comparison,
  columnId: string,
): { run: Run | null; shown: Shown | null } {
  const shown = useStore(comparison.shown, (all) => all[columnId] ?? null);
  const { pool } = comparison;
  const run = useSyncExternalStore(pool.subscribe, () => (shown && comparison.get(shown.runId)) ?? null);
  return { run, shown };
}

/** Redraws on every token, at most once a frame. */
export function useGrowth(comparison: Comparison, run: Run | null): void {
  useSyncExternalStore(comparison.pool.subscribe, () => run?.recording.tokenCount ?? 0);
}

/** Empty with nothing to compare. */
export function useFirstDifference(
  comparison: Comparison,
  first: Run | null,
  run: Run | null,
): { readonly note: string; readonly token: number | null } {
  useGrowth(comparison, first);
  useGrowth(comparison, run);
  const one = first?.recording.choices.get(0);
  const two = run?.recording.choices.get(0);
  const read = useMemo(
    () => (one && two && one !== two ? createFirstDifference(one, two) : null),
    [one, two],
  );
  if (read === null) return { note: '', token: null };
  const difference = read();
  const words = describeDifference(difference, isRunning(first) || isRunning(run));
  // Of the others nothing is said.
  const areSeveral = [first, run].some((each) => (each?.recording.choices.size ?? 0) > 1);
  return { note: areSeveral && words !== '' ? `choice 0: ${words}` : words, token: difference.token };
}

/** In the order of the ids. Redraws on state changes. */
export function useColumnRuns(comparison: Comparison, columnIds: readonly string[]): readonly (Run | null)[] {
  useStore(comparison.shown);
  const { pool, runOf } = comparison;
  useSyncExternalStore(pool.subscribe, () =>
    columnIds.map((id) => `${runOf(id)?.id} ${runOf(id)?.state.phase}`).join(','),
  );
  return columnIds.map((id) => runOf(id) ?? null);
}

/** From 1, for the run's origin. */
export function usePlaceInLine(comparison: Comparison, run: Run | null): number | null {
  const origin = originOf(run?.baseUrl ?? '');
  const { waiting } = useSyncExternalStore(streamSlots.subscribe, () => streamSlots.count(origin));
  if (run?.state.phase !== 'queued') return null;
  return queuePosition(run.id, comparison.queuedIds(), waiting);
}
