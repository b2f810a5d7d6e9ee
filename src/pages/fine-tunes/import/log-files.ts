// The log files that are open, by the place they were opened at; they are read two at a time and live until a reload.
import { create } from 'zustand';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { runsOfFiles, type ImportedRun } from './imported-runs.ts';
import type { LogReport } from './log-report.ts';
import { startReading } from './start-reading.ts';

/** How far a file is. */
export type LogFileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly points: number }
  | { readonly kind: 'read'; readonly report: LogReport }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * What a file is to the fine-tune at whose page it is open: a log of that job, or of another run, which is drawn over it.
 * Undecided until it is read.
 */
export type LogRole = 'own' | 'over' | 'undecided';

/** One file that was opened. */
export interface OpenLogFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: LogFileState;
  readonly role: LogRole;
}

/** Files and what is in them: runs that are drawn, curves that belong to the fine-tune. Both keep their identity while nothing in them changes. */
export interface LogFilesPlace {
  readonly files: readonly OpenLogFile[];
  readonly runs: readonly ImportedRun[];
  readonly own: readonly CurveSet[];
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
    const opened: OpenLogFile = {
      id,
      name: file.name,
      size: file.size,
      state: { kind: 'waiting' },
      role: place === localPlace ? 'over' : 'undecided',
    };
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

/** Says what a file is to the fine-tune of its place. */
export function setLogRole(place: string, id: number, role: LogRole): void {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? changed(file, { role }) : file)),
  );
}

const nothingOpen: LogFilesPlace = { files: [], runs: [], own: [] };
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
  const over = files.filter(({ role }) => role === 'over');
  const own = files.flatMap(({ role, state }) =>
    role === 'own' && state.kind === 'read' ? state.report.runs.map(({ curves }) => curves) : [],
  );
  const isSame =
    own.length === before.own.length && own.every((curves, index) => curves === before.own[index]);
  useStore.setState({
    [place]: { files, runs: runsOfFiles(over, before.runs), own: isSame ? before.own : own },
  });
}

function setState(place: string, id: number, state: LogFileState) {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? changed(file, { state }) : file)),
  );
}

function changed(file: OpenLogFile, change: Partial<OpenLogFile>): OpenLogFile {
  return { ...file, ...change };
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
