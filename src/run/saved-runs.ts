// Runs of comparisons and labs in IndexedDB: each under the name of its set, as the text of its recording.
import type { DBSchema } from 'idb';
import { useConnections } from '#connection/store.ts';
import { createDatabase } from '#lib/database.ts';
import { connectionName } from '#connection/connection-name.ts';
import { recordRun, readRecording, writeRecording } from './recording-file.ts';
import { type Run, noteRestored } from './run.ts';

/** A run as it lies there. What stands in `head` is parsed by whoever put it there. */
export interface ShelvedRun {
  readonly key: string;
  readonly head: unknown;
  /** As `writeRecording` writes it. */
  readonly file: string;
}

/** Every function rejects where the browser refuses. */
interface Shelf {
  /** In the order of the keys. */
  readonly load: (set: string) => Promise<readonly ShelvedRun[]>;
  readonly put: (set: string, run: ShelvedRun) => Promise<void>;
  readonly drop: (set: string, key: string) => Promise<void>;
  /** Puts these runs in the place of all that the set had: all of them, or none. */
  readonly replace: (set: string, runs: readonly ShelvedRun[]) => Promise<void>;
}

interface Schema extends DBSchema {
  runs: { key: [string, string]; value: ShelvedRun };
}

const open = createDatabase<Schema>('inferdeck-kept-runs', 1, (database) => {
  database.createObjectStore('runs');
});

/** The one shelf of this browser. */
export const shelf: Shelf = {
  load: async (set) => (await open()).getAll('runs', rangeOf(set)),
  async put(set, run) {
    await (await open()).put('runs', run, [set, run.key]);
  },
  drop: async (set, key) => (await open()).delete('runs', [set, key]),
  async replace(set, runs) {
    const writing = (await open()).transaction('runs', 'readwrite');
    // Requests are served in the order in which they are made.
    const emptied = writing.store.delete(rangeOf(set));
    const puts = runs.map((run) => writing.store.put(run, [set, run.key]));
    await Promise.all([emptied, ...puts, writing.done]);
  },
};

function rangeOf(set: string): IDBKeyRange {
  return IDBKeyRange.bound([set], [set, []]);
}

/** Counts down, so that no id is one of a fleet's. */
let lastId = 0;

/** The text of a run that has ended; null while it has not. */
export async function writeRun(run: Run): Promise<string | null> {
  const { profiles } = useConnections.getState();
  const recorded = recordRun(run, connectionName(profiles, run.connectionId));
  return recorded && writeRecording(recorded);
}

/** The run with an id of its own in this page; null where the text cannot be read. Nothing is sent. */
export async function readRun(file: string): Promise<Run | null> {
  const reading = await readRecording(file);
  if (!reading.ok) return null;
  noteRestored(reading.recorded);
  lastId -= 1;
  return { ...reading.run, id: lastId };
}
