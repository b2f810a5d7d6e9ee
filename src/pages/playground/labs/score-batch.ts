// Texts that are scored together: four at once, each with its own result, the newest kept over a reload.
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Client } from '#api/client.ts';
import '#api/schema/jitless.ts';
import { readScoring, type Scoring } from './score.ts';
import { scoreText, type ScoreTask } from './score-text.ts';
import { createRequestPool, type RequestPool } from '#run/request-pool.ts';
import { noteRepeated } from '#run/resumed-runs.ts';
import type { Run } from '#run/run.ts';
import { keepNewest, readNewest, type Keeping, isWorthAgain } from './run-set.ts';

/** What was asked together, and what came of it. */
export interface Batch<Subject> {
  /** What the texts were about, as it was when they were sent. */
  readonly subject: Subject;
  readonly tasks: readonly ScoreTask[];
  /** Position by position; null while one has no result. */
  readonly scorings: readonly (Scoring | null)[];
  readonly isRunning: boolean;
}

/** What is kept of a batch besides its runs. */
type BatchHead<Subject> = Pick<Batch<Subject>, 'subject' | 'tasks'>;

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
  /** Asks once more what failed and may succeed; other results stay. Nothing happens while a batch is running. */
  readonly again: (client: Client) => void;
  /** Stops what has not ended; finished results stay. */
  readonly stop: () => void;
  readonly progress: () => BatchProgress;
  /** The runs of the newest batch, in the order of its tasks; each as it stands now. */
  readonly runs: () => readonly Run[];
  /** Hears of every change of the progress. */
  readonly subscribe: RequestPool['subscribe'];
  /** Resolves once nothing runs. */
  readonly settled: () => Promise<Batch<Subject> | null>;
}

/** A store that lives as long as the page: make it at module scope. */
export function createScoreBatch<Subject>(
  fleet: RequestPool = createRequestPool(),
  keeping?: Keeping<BatchHead<Subject>>,
): ScoreBatch<Subject> {
  const useStore = create<{ readonly batch: Batch<Subject> | null }>(() => ({ batch: null }));
  /** Of the runs that were sent last, by the position of their task. */
  let ids = new Map<number, number>();
  let reading: Promise<void> | null = null;
  let settled: Promise<unknown> = Promise.resolve();

  function keep(position: number, scoring: Scoring): void {
    const { batch } = useStore.getState();
    if (batch !== null) {
      useStore.setState({ batch: { ...batch, scorings: batch.scorings.with(position, scoring) } });
    }
  }

  function send(
    client: Client,
    positions: readonly number[],
    onStart?: (id: number, position: number) => void,
  ): void {
    const { batch } = useStore.getState();
    ids = new Map();
    const all = positions.map(async (position) => {
      const task = batch?.tasks[position];
      if (task === undefined) return;
      const scoring = await scoreText(fleet, client, task, (id) => {
        ids.set(position, id);
        onStart?.(id, position);
      });
      keep(position, scoring);
    });
    settled = finish(all);
  }

  async function finish(all: readonly Promise<void>[]): Promise<void> {
    await Promise.all(all);
    const { batch } = useStore.getState();
    if (batch === null) return;
    useStore.setState({ batch: { ...batch, isRunning: false } });
    const { subject, tasks, scorings } = batch;
    const runs = scorings.flatMap((scoring) => scoring?.run ?? []);
    if (keeping !== undefined) void keepNewest(keeping.set, { subject, tasks }, runs);
  }

  async function restore(): Promise<void> {
    const newest = keeping && (await readNewest(keeping));
    if (!newest || useStore.getState().batch !== null) return;
    useStore.setState({
      batch: { ...newest.head, scorings: newest.runs.map(readScoring), isRunning: false },
    });
  }

  return {
    useBatch() {
      useEffect(() => {
        reading ??= restore();
      }, []);
      return useStore(({ batch }) => batch);
    },
    start(client, subject, tasks) {
      if (useStore.getState().batch?.isRunning === true) return false;
      const scorings = tasks.map(() => null);
      useStore.setState({ batch: { subject, tasks, scorings, isRunning: true } });
      send(client, [...tasks.keys()]);
      return true;
    },
    again(client) {
      const { batch } = useStore.getState();
      if (batch === null || batch.isRunning) return;
      const failed = batch.scorings.map((scoring) =>
        scoring && isWorthAgain(scoring.run) ? scoring.run : null,
      );
      const scorings = batch.scorings.map((scoring, position) => (failed[position] ? null : scoring));
      useStore.setState({ batch: { ...batch, scorings, isRunning: true } });
      const positions = [...failed.keys()].filter((position) => failed[position]);
      send(client, positions, (id, position) => noteRepeated(id, failed[position]?.id ?? id));
    },
    stop() {
      // From the end, so that no place that becomes free is taken by one that is about to be stopped.
      for (const id of [...ids.values()].toReversed()) fleet.stop(id);
    },
    progress() {
      const { batch } = useStore.getState();
      const all = batch?.tasks.length ?? 0;
      return {
        done: batch?.scorings.filter((scoring) => scoring !== null).length ?? 0,
        queued: [...ids.values()].filter((id) => fleet.get(id)?.state.phase === 'queued').length,
        all,
      };
    },
    runs() {
      const { batch } = useStore.getState();
      return (batch?.scorings ?? []).flatMap((scoring, position) => {
        const run = scoring?.run ?? fleet.get(ids.get(position) ?? -1);
        return run ?? [];
      });
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

const Tasks = z.array(z.object({ model: z.string(), text: z.string() }));

/** @param set names it among what is kept */
export function batchKeeping<Subject>(
  set: string,
  subject: z.ZodMiniType<Subject>,
): Keeping<BatchHead<Subject>> {
  const Head = z.object({ subject, tasks: Tasks });
  return { set, parse: (head) => Head.safeParse(head).data ?? null };
}

/** One text a choice that brought any, by index. */
export function answersOf({ recording }: Run): readonly string[] {
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ text, promptLength }) => text.toString().slice(promptLength))
    .filter((text) => text !== '');
}
