// The watch list as a store of this page: kept on this device, and the same in all tabs.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { parseWatchList, type WatchList } from './watch-list.ts';

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
