// The log files that are open, by the place they were opened at; they are read two at a time and live until a reload.
import { create } from 'zustand';
import { runsOfFiles, type ImportedRun } from './imported-runs.ts';
import type { LogReport } from './log-report.ts';
import { startReading } from './start-reading.ts';

/** How far a file is. */
export type LogFileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly points: number }
  | { readonly kind: 'read'; readonly report: LogReport }
  | { readonly kind: 'failed'; readonly message: string };

/** One file that was opened. */
export interface OpenLogFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: LogFileState;
}

/** Files and the runs in them. A run keeps its identity while its curves do. */
export interface LogFilesPlace {
  readonly files: readonly OpenLogFile[];
  readonly runs: readonly ImportedRun[];
}

/** The place of files that belong to no fine-tune of the service. */
export const localPlace = 'local';

/** What is open at a place: `localPlace`, or the id of a fine-tune. */
export function useLogFiles(place: string): LogFilesPlace {
  return useStore((all) => all[place] ?? nothingOpen);
}

/** Opens files at a place; one that is open there already is left as it is. */
export function openLogFiles(place: string, files: Iterable<File>): void {
  for (const file of files) {
    const isOpen = placeOf(place).files.some(({ id }) => isSameFile(handles.get(id)?.file, file));
    if (isOpen) continue;
    const id = ++lastId;
    handles.set(id, { place, file, stop: null });
    const opened: OpenLogFile = { id, name: file.name, size: file.size, state: { kind: 'waiting' } };
    setFiles(place, [...placeOf(place).files, opened]);
  }
  readNext();
}

/** Closes a file; one that is being read is read no further. */
export function closeLogFile(place: string, id: number): void {
  handles.get(id)?.stop?.();
  handles.delete(id);
  setFiles(
    place,
    placeOf(place).files.filter((file) => file.id !== id),
  );
  readNext();
}

const nothingOpen: LogFilesPlace = { files: [], runs: [] };
const useStore = create<Readonly<Record<string, LogFilesPlace>>>(() => ({}));

interface Handle {
  readonly place: string;
  readonly file: File;
  /** Null before the reading began; the function stays when it has ended. */
  stop: (() => void) | null;
}

const handles = new Map<number, Handle>();
let lastId = 0;
/** Files that are read at once; each has a thread of its own. */
const mostAtOnce = 2;

function placeOf(place: string): LogFilesPlace {
  return useStore.getState()[place] ?? nothingOpen;
}

function setFiles(place: string, files: readonly OpenLogFile[]) {
  const before = placeOf(place);
  useStore.setState({ [place]: { files, runs: runsOfFiles(files, before.runs) } });
}

function setState(place: string, id: number, state: LogFileState) {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? withState(file, state) : file)),
  );
}

function withState({ id, name, size }: OpenLogFile, state: LogFileState): OpenLogFile {
  return { id, name, size, state };
}

function readNext() {
  const all = Object.entries(useStore.getState()).flatMap(([place, { files }]) =>
    files.map((file) => ({ place, file })),
  );
  const busy = all.filter(({ file }) => file.state.kind === 'reading').length;
  const waiting = all.filter(({ file }) => file.state.kind === 'waiting');
  for (const { place, file } of waiting.slice(0, Math.max(0, mostAtOnce - busy))) begin(place, file.id);
}

function begin(place: string, id: number) {
  const handle = handles.get(id);
  if (handle === undefined) return;
  setState(place, id, { kind: 'reading', bytes: 0, points: 0 });
  handle.stop = startReading(handle.file, (news) => {
    if (!handles.has(id)) return;
    if (news.kind === 'progress')
      setState(place, id, { kind: 'reading', bytes: news.bytes, points: news.points });
    else {
      setState(place, id, news);
      readNext();
    }
  });
}

function isSameFile(one: File | undefined, other: File): boolean {
  return one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
