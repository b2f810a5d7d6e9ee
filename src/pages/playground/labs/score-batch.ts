// Score batches of a lab: four at once, persisted.
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

export interface Batch<Subject> {
  /** As sent. */
  readonly subject: Subject;
  readonly tasks: readonly ScoreTask[];
  /** By position; null while pending. */
  readonly scorings: readonly (Scoring | null)[];
  readonly isRunning: boolean;
}

/** Stored besides the runs. */
type BatchHead<Subject> = Pick<Batch<Subject>, 'subject' | 'tasks'>;

export interface BatchProgress {
  readonly done: number;
  /** Not sent yet. */
  readonly queued: number;
  readonly all: number;
}

/** One batch at a time. */
export interface ScoreBatch<Subject> {
  /** Null before the first. */
  readonly useBatch: () => Batch<Subject> | null;
  /**
   * One request per task.
   * @returns false and sends nothing while a batch runs
   */
  readonly start: (client: Client, subject: Subject, tasks: readonly ScoreTask[]) => boolean;
  /** Retries retryable failures. Does nothing while running. */
  readonly again: (client: Client) => void;
  /** Finished results stay. */
  readonly stop: () => void;
  readonly progress: () => BatchProgress;
  /** Latest runs in the order of the tasks. */
  readonly runs: () => readonly Run[];
  readonly subscribe: RequestPool['subscribe'];
  /** Resolves once nothing runs. */
  readonly settled: () => Promise<Batch<Subject> | null>;
}

/** Lives as long as the page: create it at module scope. */
export function createScoreBatch<Subject>(
  fleet: RequestPool = createRequestPool(),
  keeping?: Keeping<BatchHead<Subject>>,
): ScoreBatch<Subject> {
  const useStore = create<{ readonly batch: Batch<Subject> | null }>(() => ({ batch: null }));
  /** Run ids by task position. */
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
      // From the end: a freed slot must not go to a run that is about to be stopped.
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

/** @param set storage key */
export function batchKeeping<Subject>(
  set: string,
  subject: z.ZodMiniType<Subject>,
): Keeping<BatchHead<Subject>> {
  const Head = z.object({ subject, tasks: Tasks });
  return { set, parse: (head) => Head.safeParse(head).data ?? null };
}

/** One text per non-empty choice, by index. */
export function answersOf({ recording }: Run): readonly string[] {
  return [...recording.lanes.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ text, promptLength }) => text.toString().slice(promptLength))
    .filter((text) => text !== '');
}
