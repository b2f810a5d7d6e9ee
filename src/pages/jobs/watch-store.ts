// The watch list as a store of this page: kept on this device, and the same in all tabs.
import { create } from 'zustand';
import type { Job } from '#api/schema/job.ts';
import { stored } from '#lib/stored.ts';
import { aboutWords } from './job-status.ts';
import { parseWatchList, type WatchList, change, find } from './watch-list.ts';

const storageKey = 'inferdeck.jobs';
const none: WatchList = [];
const kept = stored({
  key: storageKey,
  version: 1,
  parse: parseWatchList,
  fallback: none,
  storage: () => localStorage,
});

/** The list, newest first; change it with `changeWatchList`. */
export const useWatchList = create<{ readonly list: WatchList }>()(() => ({ list: kept.read() }));

/** Changes the list here and on the disk. */
export function changeWatchList(next: (list: WatchList) => WatchList): void {
  const before = useWatchList.getState().list;
  const list = next(before);
  if (list === before) return;
  useWatchList.setState({ list });
  kept.write(list);
}

addEventListener('storage', ({ key }) => {
  if (key === storageKey) useWatchList.setState({ list: kept.read() });
});

/** Written only when it says something new, because the list lies on the disk. A job that is not watched is not kept. */
export function noteSeen(baseUrl: string, jobId: string, job: Job | undefined): void {
  const known = find(useWatchList.getState().list, baseUrl, jobId);
  if (known === undefined || job === undefined) return;
  const { status = '', type = '' } = job;
  const what = aboutWords(job);
  const { seen } = known;
  if (seen?.status === status && seen.type === type && seen.what === what) return;
  const next = { status, type, what, atMs: Date.now() };
  changeWatchList((list) => change(list, baseUrl, jobId, { seen: next }));
}
