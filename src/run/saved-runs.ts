// Saved runs in IndexedDB.
import type { DBSchema } from 'idb';
import { useConnections } from '#connection/store.ts';
import { createDatabase } from '#lib/database.ts';
import { randomId } from '#lib/random-id.ts';
import { stored } from '#lib/stored.ts';
import { textFile } from '#lib/text-file.ts';
import { connectionName } from '#connection/profiles.ts';
import { saveFile } from '#ui/FileButton.tsx';
import {
  readRecording,
  recordClosed,
  recordingEvents,
  recordingHead,
  recordingTail,
  recordRun,
  serviceOf,
  withService,
  writeRecording,
} from './recording-file.ts';
import { type Run, noteRestored } from './run.ts';

export interface WrittenRun {
  /** As written by `writeRecording`. */
  readonly file: string;
  /** See `serviceOf`; not in older records. */
  readonly service?: string | undefined;
}

/** `head` is validated by whoever saved it. */
export interface SavedRun extends WrittenRun {
  readonly key: string;
  readonly head: unknown;
}

/** All reject without storage. */
interface SavedRunStore {
  /** In key order. */
  readonly load: (set: string) => Promise<readonly SavedRun[]>;
  readonly put: (set: string, run: SavedRun) => Promise<void>;
  readonly drop: (set: string, key: string) => Promise<void>;
}

/** Sets of requests. All reject without storage. */
interface SavedSetStore {
  /** What this tab has stored, even before a reload; else the newest of any. */
  readonly load: (set: string) => Promise<readonly SavedRun[]>;
  /** Leaves what other tabs have stored, up to a limit. */
  readonly replace: (set: string, runs: readonly SavedRun[]) => Promise<void>;
}

interface Schema extends DBSchema {
  runs: { key: [string, string]; value: SavedRun };
}

const open = createDatabase<Schema>('inferdeck-kept-runs', 1, (database) => {
  database.createObjectStore('runs');
});

export const savedRuns: SavedRunStore = {
  load: async (set) => (await open()).getAll('runs', rangeOf(set)),
  async put(set, run) {
    const writing = (await open()).transaction('runs', 'readwrite');
    const written = writing.store.put(run, [set, run.key]);
    // Explicitly: a closing page gets no later turn.
    writing.commit();
    await Promise.all([written, writing.done]);
  },
  drop: async (set, key) => (await open()).delete('runs', [set, key]),
};

/** One for each of some tabs. */
const maxSets = 5;

/** By this page: what a duplicated tab has from the other one is not its own to delete. */
const ownNames = new Set<string>();

export const savedSets: SavedSetStore = {
  async load(set) {
    const name = placeOf(set).read() || (await namesOf(set)).at(-1);
    return savedRuns.load(name ?? set);
  },
  async replace(set, runs) {
    const place = placeOf(set);
    const before = place.read();
    const name = `${set}${mark}${new Date().toISOString()} ${randomId()}`;
    const writing = (await open()).transaction('runs', 'readwrite');
    // Requests in a transaction keep their order. Older builds had one set for all tabs.
    const emptied = [set, before]
      .filter((each) => each === set || ownNames.has(each))
      .map((each) => writing.store.delete(rangeOf(each)));
    const puts = runs.map((run) => writing.store.put(run, [name, run.key]));
    // As above.
    writing.commit();
    ownNames.add(name);
    place.write(name);
    try {
      await Promise.all([...emptied, ...puts, writing.done]);
    } catch (error) {
      place.write(before);
      throw error;
    }
    for (const each of (await namesOf(set)).slice(0, -maxSets))
      await (await open()).delete('runs', rangeOf(each));
  },
};

const mark = ' @ ';

function placeOf(set: string) {
  return stored({
    key: `inferdeck.${set}`,
    version: 1,
    parse: (value) => (typeof value === 'string' ? value : null),
    fallback: '',
    storage: () => sessionStorage,
  });
}

/** Oldest first. */
async function namesOf(set: string): Promise<readonly string[]> {
  const range = IDBKeyRange.bound([set + mark], [`${set}${mark}\uffff`]);
  const keys = await (await open()).getAllKeys('runs', range);
  return [...new Set(keys.map(([name]) => name))];
}

function rangeOf(set: string): IDBKeyRange {
  return IDBKeyRange.bound([set], [set, []]);
}

/** Never an id of a request pool. */
let lastId = 0;

export async function writeRun(run: Run): Promise<WrittenRun | null> {
  const recorded = recordRun(run, connectionOf(run));
  return recorded && { file: await writeRecording(recorded), service: serviceOf(run) };
}

/** Of a page that closes, at once. */
export function writeClosedRun(run: Run): WrittenRun {
  const recorded = recordRun(run, connectionOf(run)) ?? recordClosed(run, connectionOf(run));
  const events = recordingEvents(recorded, 0, recorded.texts.length);
  return { file: recordingHead(recorded) + events + recordingTail(recorded), service: serviceOf(run) };
}

function connectionOf({ connectionId }: Run): string {
  return connectionName(useConnections.getState().profiles, connectionId);
}

/** How long a page counts as leaving. */
export const leavingMs = 2_000;

/** Once: the streams of a page that leaves end by themselves, with another reason. */
export function onLeaving(keep: () => void): void {
  let keptMs = Number.NEGATIVE_INFINITY;
  // After the later one, what is written may no longer arrive.
  for (const leaving of ['beforeunload', 'pagehide'])
    addEventListener(leaving, () => {
      if (performance.now() - keptMs < leavingMs) return;
      keptMs = performance.now();
      keep();
    });
}

/** As a download; nothing for a run that has no recording. */
export async function exportRun(run: Run): Promise<void> {
  const written = await writeRun(run);
  if (written === null) return;
  const date = run.startedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(
    new Blob([await textFile(written.file)], { type: 'application/json' }),
    `inferdeck-recording-${date}.json`,
  );
}

/** Null if invalid. Its id is unique in this page. */
export async function readRun({ file, service }: WrittenRun): Promise<Run | null> {
  const reading = await readRecording(file);
  if (!reading.ok) return null;
  noteRestored(reading.recorded);
  lastId -= 1;
  return { ...withService(reading.run, service), id: lastId };
}
