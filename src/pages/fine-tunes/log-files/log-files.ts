// Open log files by place; read two at a time.
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { storedFiles } from './stored-files.ts';
import { mayRead, handleOf, isWrittenFurther, knownHandle, rememberHandle } from './growing-file.ts';
import { columnRoles, type ColumnRole, segmentsOf } from './log-report.ts';
import {
  localPlace,
  nothingOpen,
  placeOf,
  setFile,
  setFiles,
  useLogPlaces,
  type LogFilesPlace,
  type LogRole,
  type OpenLogFile,
} from './log-places.ts';
import { startOwnWorker } from '#lib/own-worker.ts';
import { keepPrepared } from '#charts/prepared-values.ts';
import { defaultWeight } from '#lib/smoothing.ts';
import type { ReadingNews, ReadingOrder } from './reading-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './reading-worker.ts?worker&url';

/** @param place `localPlace`, or a fine-tune's id */
export function useLogFiles(place: string): LogFilesPlace {
  useEffect(() => void load(place), [place]);
  return useLogPlaces((all) => all[place] ?? nothingOpen);
}

/** Reopens, once, what an earlier visit left open. */
function load(place: string): Promise<void> {
  const loading = loads.get(place) ?? loadStored(place);
  loads.set(place, loading);
  return loading;
}

async function loadStored(place: string): Promise<void> {
  const found = await storedFiles.load(place, (about) => About.safeParse(about).data ?? null);
  for (const { key, about, ...kept } of found) {
    const source =
      kept.handle !== null && (await mayRead(kept.handle, 'queryPermission')) ? kept.handle : null;
    const file = (await source?.getFile().catch(() => null)) ?? kept.file;
    if (kept.handle !== null) rememberHandle(file, kept.handle);
    const { role, mapping } = about;
    const id = addFile(place, file, { role, mapping, isFollowed: about.isFollowed && source !== null }, key);
    if (about.isFollowed && source !== null) watch(place, id, source);
  }
  setFiles(place, placeOf(place).files, true);
  readNext();
}

/** A file open already is left alone, or read on if it grew. */
export async function openLogFiles(place: string, files: Iterable<File>): Promise<void> {
  await load(place);
  for (const file of files) {
    const same = placeOf(place).files.filter(({ name }) => name === file.name);
    if (same.some(({ id }) => isSameFile(handles.get(id)?.file, file))) continue;
    // What could not be read is replaced.
    const failed = same.find(({ state }) => state.kind === 'failed')?.id ?? null;
    const grown = (await findGrown(same, file)) ?? failed;
    if (grown === null) {
      const role = place === localPlace ? 'over' : 'undecided';
      save(place, addFile(place, file, { role, mapping: {}, isFollowed: false }, null), true);
    } else readAgain(place, grown, { size: file.size, isFollowed: false }, file);
  }
  readNext();
}

function addFile(
  place: string,
  file: File,
  about: About,
  key: number | null,
  at = placeOf(place).files.length,
): number {
  const id = ++lastId;
  const { name, size } = file;
  handles.set(id, {
    file,
    openedMs: Date.now(),
    key,
    saving: Promise.resolve(),
    savedMs: Date.now(),
    reading: null,
    isMissed: false,
    timer: null,
  });
  setFiles(
    place,
    placeOf(place).files.toSpliced(at, 0, {
      id,
      name,
      size,
      state: { kind: 'waiting' },
      isStored: true,
      isGone: false,
      ...about,
    }),
  );
  return id;
}

/**
 * Stores a file's metadata in IndexedDB, and its bytes if `hasNewBytes`.
 * @param before to wait for
 */
function save(place: string, id: number, hasNewBytes: boolean, before?: Promise<void>) {
  const handle = handles.get(id);
  if (handle === undefined) return;
  if (before !== undefined) handle.saving = before;
  if (hasNewBytes) handle.savedMs = Date.now();
  handle.saving = saveAfter(handle, place, id, hasNewBytes);
}

async function saveAfter(handle: Handle, place: string, id: number, hasNewBytes: boolean): Promise<void> {
  await handle.saving;
  const opened = placeOf(place).files.find((each) => each.id === id);
  if (opened === undefined) return;
  const { name, size, role, mapping, isFollowed } = opened;
  const about: About = { role, mapping, isFollowed };
  const bytes = { file: handle.file, handle: await knownHandle(handle.file) };
  const head = { place, name, size, openedMs: handle.openedMs, about };
  const { key, isStored, dropped } = await storedFiles.put(handle.key, head, bytes, hasNewBytes);
  handle.key = key;
  setFile(place, id, { isStored });
  forgetKeys(dropped);
}

/** Files dropped from storage stay open until the next reload. */
function forgetKeys(keys: readonly number[]) {
  if (keys.length === 0) return;
  for (const [place, { files }] of Object.entries(useLogPlaces.getState()))
    for (const { id } of files) {
      const handle = handles.get(id);
      if (handle === undefined || handle.key === null || !keys.includes(handle.key)) continue;
      handle.key = null;
      setFile(place, id, { isStored: false });
    }
}

/** The open file that `file` continues. */
async function findGrown(files: readonly OpenLogFile[], file: File): Promise<number | null> {
  for (const { id, size, state } of files) {
    if (state.kind !== 'read' || file.size < size) continue;
    if (await isWrittenFurther(file, state.middle)) return id;
  }
  return null;
}

export async function mapColumn(place: string, id: number, key: string, role: ColumnRole): Promise<void> {
  const handle = handles.get(id);
  if (handle === undefined) return;
  const now = await onDisk(handle.file);
  // As it was opened, a file that grew can no longer be read.
  if (now !== null) handle.file = now;
  const file = placeOf(place).files.find((each) => each.id === id);
  if (file === undefined) return;
  // At the end: the last choice counts.
  const { [key]: _, ...others } = file.mapping;
  readAgain(place, id, { mapping: { ...others, [key]: role }, size: handle.file.size });
}

/** The file as it is now; null without a handle, or if it is gone. */
async function onDisk(file: File, known?: FileSystemFileHandle): Promise<File | null> {
  const source = known ?? (await knownHandle(file));
  const now = (await source?.getFile().catch(() => null)) ?? null;
  if (source !== null && now !== null) rememberHandle(now, source);
  return now;
}

/** The browser may ask for permission. */
export async function followLogFile(place: string, id: number, isFollowed: boolean): Promise<void> {
  const handle = handles.get(id);
  if (handle === undefined) return;
  if (!isFollowed) return stopFollowing(place, id, handle);
  const source = await handleOf(handle.file);
  if (!handles.has(id) || source === null) return;
  const file = await onDisk(handle.file, source);
  if (file === null) return setFile(place, id, { isGone: true });
  readAgain(place, id, { isFollowed, isGone: false, size: file.size }, file);
  watch(place, id, source);
}

/** Reads on to the end, not once more from the start: the file may be gone, or grow meanwhile. */
async function stopFollowing(place: string, id: number, handle: Handle): Promise<void> {
  stopWatch(handle);
  setFile(place, id, { isFollowed: false, isGone: false });
  const file = await onDisk(handle.file);
  if (!handles.has(id)) return;
  if (file !== null) readOn(place, id, handle, file);
  handle.reading?.end();
  save(place, id, file !== null);
}

/** Between checks of a followed file. */
const lookMs = 2_000;
/** Between stores in IndexedDB. */
const saveMs = 60_000;

function watch(place: string, id: number, source: FileSystemFileHandle) {
  let misses = 0;
  const look = async () => {
    const handle = handles.get(id);
    if (handle === undefined) return;
    const file = await onDisk(handle.file, source);
    // Stopped meanwhile.
    if (handle.timer === null) return;
    const wasGone = misses > 1;
    misses = file === null ? misses + 1 : 0;
    // A file being rewritten can be missing for a moment.
    if (misses > 1 !== wasGone) setFile(place, id, { isGone: misses > 1 });
    if (file === null) return;
    readOn(place, id, handle, file);
    if (Date.now() - handle.savedMs > saveMs) save(place, id, true);
  };
  const handle = handles.get(id);
  if (handle !== undefined) handle.timer = setInterval(() => void look(), lookMs);
}

function stopWatch(handle: Handle) {
  if (handle.timer !== null) clearInterval(handle.timer);
  handle.timer = null;
}

function readOn(place: string, id: number, handle: Handle, file: File) {
  if (!handle.isMissed && isSameFile(handle.file, file)) return;
  handle.file = file;
  handle.isMissed = false;
  handle.reading?.readOn(file);
  setFile(place, id, { size: file.size });
}

/** @returns opens it again, in its place, and gives its new id */
export function closeLogFile(place: string, { id, role, mapping }: OpenLogFile): () => number | null {
  stop(id);
  const handle = handles.get(id);
  const at = placeOf(place).files.findIndex((file) => file.id === id);
  const dropping = handle?.saving.then(() =>
    handle.key === null ? undefined : storedFiles.drop(handle.key),
  );
  handles.delete(id);
  setFiles(
    place,
    placeOf(place).files.filter((file) => file.id !== id),
  );
  readNext();
  return () => {
    if (handle === undefined) return null;
    // With its key, which keeps its place after a reload, too.
    const again = addFile(place, handle.file, { role, mapping, isFollowed: false }, handle.key, at);
    save(place, again, true, dropping);
    readNext();
    return again;
  };
}

export function setLogRole(place: string, id: number, role: LogRole): void {
  setFile(place, id, { role });
  save(place, id, false);
}

const About = z.object({
  role: z.enum(['own', 'over', 'undecided']),
  mapping: z.record(z.string(), z.enum(columnRoles)),
  isFollowed: z.boolean(),
});
/** Stored with the file. */
type About = z.infer<typeof About>;

const loads = new Map<string, Promise<void>>();

interface Handle {
  file: File;
  readonly openedMs: number;
  /** In IndexedDB; null if not stored. */
  key: number | null;
  /** Resolves after the last store. */
  saving: Promise<void>;
  /** When bytes were last stored. */
  savedMs: number;
  /** Null before the first; kept after it ended. */
  reading: Reading | null;
  /** Unreadable just now; the next check tries again. */
  isMissed: boolean;
  timer: ReturnType<typeof setInterval> | null;
}

const handles = new Map<number, Handle>();
let lastId = 0;
/** Each reading has a thread. */
const maxConcurrent = 2;

function stop(id: number) {
  const handle = handles.get(id);
  handle?.reading?.stop();
  if (handle !== undefined) stopWatch(handle);
}

/** The old curves stay visible meanwhile. */
function readAgain(place: string, id: number, change: Partial<OpenLogFile>, file?: File) {
  const handle = handles.get(id);
  if (handle === undefined) return;
  handle.reading?.stop();
  if (file !== undefined) {
    stopWatch(handle);
    handle.file = file;
  }
  setFile(place, id, change);
  save(place, id, file !== undefined);
  begin(place, id);
}

function readNext() {
  const all = Object.entries(useLogPlaces.getState()).flatMap(([place, { files }]) =>
    files.map((file) => ({ place, file })),
  );
  const busy = all.filter(({ file }) => file.state.kind === 'reading').length;
  const waiting = all.filter(({ file }) => file.state.kind === 'waiting');
  for (const { place, file } of waiting.slice(0, Math.max(0, maxConcurrent - busy))) begin(place, file.id);
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

interface Reading {
  /** Discards what was read. */
  readonly stop: () => void;
  /** Reads on in a followed file. */
  readonly readOn: (file: File) => void;
  /** After what is being read, the thread ends. */
  readonly end: () => void;
}

/** A followed file keeps its worker. */
function startReading(order: ReadingOrder, onNews: (news: ReadingNews) => void): Reading {
  const worker = startOwnWorker(workerUrl);
  let [isKept, sent] = [order.isFollowed, 0];
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingNews>) => {
    if (data.kind !== 'progress') sent -= 1;
    if (data.kind === 'failed' || (sent === 0 && !isKept)) worker.terminate();
    if (data.kind === 'read') keepDrawn(data);
    onNews(data);
  });
  // Out of memory, or the script failed to load.
  worker.addEventListener('error', ({ message }) => {
    worker.terminate();
    onNews({ kind: 'failed', message: `Reading was interrupted${message ? `: ${message}` : '.'}` });
  });
  const send = (next: ReadingOrder) => {
    sent += 1;
    worker.postMessage(next, []);
  };
  send(order);
  return {
    stop: () => worker.terminate(),
    readOn: (file) => send({ ...order, file }),
    end() {
      isKept = false;
      if (sent === 0) worker.terminate();
    },
  };
}

// Charts can draw without preparing values.
function keepDrawn({ report, drawn }: Extract<ReadingNews, { kind: 'read' }>): void {
  for (const [place, { values }] of segmentsOf(report).entries()) {
    const { raw, smoothed = null } = drawn[place] ?? {};
    if (raw !== undefined) keepPrepared(values, { weight: 0, isLog: false }, { ...raw, values });
    if (smoothed !== null) keepPrepared(values, { weight: defaultWeight, isLog: false }, smoothed);
  }
}
