// Watch list store: persisted, synchronized across tabs.
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

/** Newest first; change it with `changeWatchList`. */
export const useWatchList = create<{ readonly list: WatchList }>()(() => ({ list: kept.read() }));

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

/** Writes only on a change; ignores unwatched jobs. */
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
