// The log files that are open, by the place they were opened at; they are read two at a time and live until a reload.
import { create } from 'zustand';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { runsOfFiles, type ImportedRun } from './imported-runs.ts';
import { handleOf, textAt } from './growing-file.ts';
import type { ColumnRole, LogMapping } from './log-keys.ts';
import type { LogReport } from './log-report.ts';
import { startReading, type Reading } from './start-reading.ts';

/** How far a file is. */
export type LogFileState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly points: number }
  | {
      readonly kind: 'read';
      readonly report: LogReport;
      /** A piece of the file and where it stands: by it the file is known again. */
      readonly middle: { readonly at: number; readonly text: string };
    }
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
  /** What a person said of its columns. */
  readonly mapping: LogMapping;
  /** It is read on whenever it grows. */
  readonly isFollowed: boolean;
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

/**
 * Opens files at a place. One that is open there already is left as it is; where it grew since, its reading goes on with
 * the new one.
 */
export async function openLogFiles(place: string, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    const same = placeOf(place).files.filter(({ name }) => name === file.name);
    if (same.some(({ id }) => isSameFile(handles.get(id)?.file, file))) continue;
    const grown = await findGrown(same, file);
    if (grown === null) addFile(place, file);
    else readAgain(place, grown, { size: file.size }, file);
  }
  readNext();
}

function addFile(place: string, file: File) {
  const id = ++lastId;
  handles.set(id, { file, reading: null, isMissed: false, timer: null });
  const opened: OpenLogFile = {
    id,
    name: file.name,
    size: file.size,
    state: { kind: 'waiting' },
    role: place === localPlace ? 'over' : 'undecided',
    mapping: {},
    isFollowed: false,
  };
  setFiles(place, [...placeOf(place).files, opened]);
}

/** The open file that this one is, written further: a piece of its middle is in the new one near the same place. */
async function findGrown(files: readonly OpenLogFile[], file: File): Promise<number | null> {
  for (const { id, size, state } of files) {
    if (state.kind !== 'read' || file.size < size) continue;
    const { at, text } = state.middle;
    const around = await textAt(file, Math.max(0, at - slack), at + text.length + slack).catch(() => '');
    if (text !== '' && around.includes(text)) return id;
  }
  return null;
}

/** Rewritten JSON has a longer beginning. */
const slack = 1 << 16;

/** Reads a column, or a key, as what a person says. */
export function mapColumn(place: string, id: number, key: string, role: ColumnRole): void {
  const file = placeOf(place).files.find((each) => each.id === id);
  if (file !== undefined) readAgain(place, id, { mapping: { ...file.mapping, [key]: role } });
}

/** Follows a file while it grows, or no longer. A browser may ask for the file once more. */
export async function followLogFile(place: string, id: number, isFollowed: boolean): Promise<void> {
  const handle = handles.get(id);
  if (handle === undefined) return;
  const source = isFollowed ? await handleOf(handle.file) : null;
  if (!handles.has(id) || (isFollowed && source === null)) return;
  const file = (await source?.getFile().catch(() => null)) ?? handle.file;
  readAgain(place, id, { isFollowed, size: file.size }, file);
  if (source !== null) watch(place, id, source);
}

/** Between two looks at a file that is followed. */
const lookMs = 2_000;

function watch(place: string, id: number, source: FileSystemFileHandle) {
  const look = async () => {
    const handle = handles.get(id);
    // Where it is gone for a moment, as one that is being rewritten, the next look finds it.
    const file = await source.getFile().catch(() => null);
    if (handle === undefined || file === null || (!handle.isMissed && isSameFile(handle.file, file))) return;
    handle.file = file;
    handle.isMissed = false;
    handle.reading?.readOn(file);
    setFile(place, id, { size: file.size });
  };
  const handle = handles.get(id);
  if (handle !== undefined) handle.timer = setInterval(() => void look(), lookMs);
}

/** Closes a file; one that is being read is read no further. */
export function closeLogFile(place: string, id: number): void {
  stop(id);
  handles.delete(id);
  setFiles(
    place,
    placeOf(place).files.filter((file) => file.id !== id),
  );
  readNext();
}

/** Says what a file is to the fine-tune of its place. */
export function setLogRole(place: string, id: number, role: LogRole): void {
  setFile(place, id, { role });
}

const nothingOpen: LogFilesPlace = { files: [], runs: [], own: [] };
const useStore = create<Readonly<Record<string, LogFilesPlace>>>(() => ({}));

interface Handle {
  file: File;
  /** Null before the reading began; it stays when it has ended. */
  reading: Reading | null;
  /** The file could not be read just now, and is read at the next look. */
  isMissed: boolean;
  /** Of a file that is followed. */
  timer: ReturnType<typeof setInterval> | null;
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

function setFile(place: string, id: number, change: Partial<OpenLogFile>) {
  setFiles(
    place,
    placeOf(place).files.map((file) => (file.id === id ? changed(file, change) : file)),
  );
}

function changed(file: OpenLogFile, change: Partial<OpenLogFile>): OpenLogFile {
  return { ...file, ...change };
}

function stop(id: number) {
  const handle = handles.get(id);
  handle?.reading?.stop();
  if (handle !== undefined && handle.timer !== null) clearInterval(handle.timer);
}

/** What was read stays in sight until the next is there. */
function readAgain(place: string, id: number, change: Partial<OpenLogFile>, file?: File) {
  const handle = handles.get(id);
  if (handle === undefined) return;
  const isEnd = change.isFollowed === false || file !== undefined;
  handle.reading?.stop();
  if (isEnd && handle.timer !== null) {
    clearInterval(handle.timer);
    handle.timer = null;
  }
  if (file !== undefined) handle.file = file;
  setFile(place, id, change);
  begin(place, id);
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
  const opened = placeOf(place).files.find((each) => each.id === id);
  if (handle === undefined || opened === undefined) return;
  const { mapping, isFollowed } = opened;
  const isFirst = opened.state.kind !== 'read';
  if (isFirst) setFile(place, id, { state: { kind: 'reading', bytes: 0, points: 0 } });
  const reading = startReading({ file: handle.file, mapping, isFollowed }, (news) => {
    if (handle.reading !== reading || !handles.has(id)) return;
    if (news.kind === 'missed') handle.isMissed = true;
    else if (news.kind !== 'progress') {
      setFile(place, id, { state: news });
      readNext();
    } else if (isFirst)
      setFile(place, id, { state: { kind: 'reading', bytes: news.bytes, points: news.points } });
  });
  handle.reading = reading;
}

function isSameFile(one: File | undefined, other: File): boolean {
  return one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
