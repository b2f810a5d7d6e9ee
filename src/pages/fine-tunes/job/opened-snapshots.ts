// Opened snapshots, stored by `stored-files.ts`.
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import { paths } from '#lib/address.ts';
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { storedFiles } from '#pages/fine-tunes/log-files/stored-files.ts';
import { readSnapshot, type ReadSnapshot } from './snapshot-file.ts';

export interface OpenedSnapshot {
  readonly id: number;
  readonly name: string;
  readonly read: ReadSnapshot;
  /** In IndexedDB; null if not stored. */
  readonly key: Promise<number | null>;
}

interface Snapshots {
  /** In the order opened. */
  readonly opened: readonly OpenedSnapshot[];
  /** False until stored ones are known. */
  readonly isLoaded: boolean;
}

const useStore = create<Snapshots>(() => ({ opened: [], isLoaded: false }));

/** With those of an earlier visit. */
export function useSnapshots(): Snapshots {
  useEffect(() => void load(), []);
  return useStore();
}

function load(): Promise<void> {
  loading ??= loadStored();
  return loading;
}

let loading: Promise<void> | null = null;

async function loadStored(): Promise<void> {
  for (const { key, file } of await storedFiles.load(snapshotPlace, () => true))
    await open(file, Promise.resolve(key));
  useStore.setState({ isLoaded: true });
}

/** See `log-places.ts`. */
export const snapshotPlace = 'snapshots';

async function open(file: File, key: OpenedSnapshot['key']): Promise<void> {
  const text = await file.text().catch(() => null);
  const read = text === null ? unreadable : readSnapshot(text);
  useStore.setState({
    opened: [...useStore.getState().opened, { id: ++lastId, name: file.name, read, key }],
  });
}

const unreadable: ReadSnapshot = { ok: false, message: 'The file could not be read. Open it again.' };

/** @returns files that are not snapshots */
export async function takeSnapshots(files: readonly File[]): Promise<readonly File[]> {
  const others: File[] = [];
  await load();
  for (const file of files) {
    if (!(await isSnapshot(file))) {
      others.push(file);
      continue;
    }
    // Reopened files replace the first.
    for (const { id, name } of useStore.getState().opened) if (name === file.name) closeSnapshot(id);
    const head = {
      place: snapshotPlace,
      name: file.name,
      size: file.size,
      openedMs: Date.now(),
      about: null,
    };
    const kept = storedFiles.put(null, head, { file, handle: null }, true);
    await open(
      file,
      kept.then(({ key }) => key),
    );
  }
  return others;
}

/** At this place, but snapshots on the page of local files. */
export function useOpenFiles(place: string): (files: readonly File[]) => void {
  const [, navigate] = useLocation();
  return (files) =>
    void takeSnapshots(files).then((others) => {
      if (others.length < files.length) navigate(paths.localLogs);
      return openLogFiles(place, others);
    });
}

export function closeSnapshot(id: number): void {
  const { opened } = useStore.getState();
  useStore.setState({ opened: opened.filter((each) => each.id !== id) });
  const closed = opened.find((each) => each.id === id);
  void closed?.key.then((key) => (key === null ? undefined : storedFiles.drop(key)));
}

let lastId = 0;

/** By first words. The log reader reports unreadable files. */
async function isSnapshot(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 200)
    .text()
    .catch(() => '');
  return /^\s*\{\s*"kind"\s*:\s*"inferdeck fine-tune"/.test(head);
}
