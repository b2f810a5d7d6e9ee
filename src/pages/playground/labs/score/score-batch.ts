// Texts that are scored together: four at once, each with its own result, kept while the view is left.
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import { createFleet, type Fleet } from '#pages/playground/fleet.ts';
import type { Scoring } from './read-score.ts';
import { scoreText, type ScoreTask } from './score-text.ts';

/** What was asked together, and what came of it. */
export interface Batch<Subject> {
  /** What the texts were about, as it was when they were sent. */
  readonly subject: Subject;
  readonly tasks: readonly ScoreTask[];
  /** Position by position; null while one has no result. */
  readonly scorings: readonly (Scoring | null)[];
  readonly isRunning: boolean;
}

/** Where the tasks of a batch stand. */
export interface BatchProgress {
  readonly done: number;
  /** Not sent yet: they stand in line. */
  readonly queued: number;
  readonly all: number;
}

/** Scores in batches, one at a time. */
export interface ScoreBatch<Subject> {
  /** Hook: the newest batch; null before the first. */
  readonly useBatch: () => Batch<Subject> | null;
  /** Sends a request a task. @returns false, and sends nothing, while a batch is running */
  readonly start: (client: Client, subject: Subject, tasks: readonly ScoreTask[]) => boolean;
  /** Stops what has not ended; finished results stay. */
  readonly stop: () => void;
  readonly progress: () => BatchProgress;
  /** Hears of every change of the progress. */
  readonly subscribe: Fleet['subscribe'];
  /** Resolves once nothing runs. */
  readonly settled: () => Promise<Batch<Subject> | null>;
}

/** A store that lives as long as the page: make it at module scope. */
export function createScoreBatch<Subject>(fleet: Fleet = createFleet()): ScoreBatch<Subject> {
  const useStore = create<{ readonly batch: Batch<Subject> | null }>(() => ({ batch: null }));
  let running: readonly number[] = [];
  let settled: Promise<unknown> = Promise.resolve();

  function keep(position: number, scoring: Scoring): void {
    const { batch } = useStore.getState();
    if (batch !== null) {
      useStore.setState({ batch: { ...batch, scorings: batch.scorings.with(position, scoring) } });
    }
  }

  async function finish(all: readonly Promise<void>[]): Promise<void> {
    await Promise.all(all);
    const { batch } = useStore.getState();
    if (batch !== null) useStore.setState({ batch: { ...batch, isRunning: false } });
  }

  return {
    useBatch: () => useStore(({ batch }) => batch),
    start(client, subject, tasks) {
      if (useStore.getState().batch?.isRunning === true) return false;
      const scorings = tasks.map(() => null);
      useStore.setState({ batch: { subject, tasks, scorings, isRunning: true } });
      const ids: number[] = [];
      const all = tasks.map(async (task, position) =>
        keep(position, await scoreText(fleet, client, task, (id) => ids.push(id))),
      );
      running = ids;
      settled = finish(all);
      return true;
    },
    stop() {
      // From the end, so that no place that becomes free is taken by one that is about to be stopped.
      for (const id of running.toReversed()) fleet.stop(id);
    },
    progress() {
      const { batch } = useStore.getState();
      const all = batch?.tasks.length ?? 0;
      return {
        done: batch?.scorings.filter((scoring) => scoring !== null).length ?? 0,
        queued: running.filter((id) => fleet.get(id)?.state.phase === 'queued').length,
        all,
      };
    },
    subscribe(listener) {
      const ends = [fleet.subscribe(listener), useStore.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
    settled: async () => {
      await settled;
      return useStore.getState().batch;
    },
  };
}
