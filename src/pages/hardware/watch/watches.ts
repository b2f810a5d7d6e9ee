// The watches of this tab: they go on while another page is open, and end with the tab or their connection.
import { create, useStore } from 'zustand';
import { liveConnectionIds } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { firstOf } from './found-words.ts';
import { setTitleBadge } from '#ui/title-badge.ts';
import { createWatcher, type Watch } from './watcher.ts';

/** Ids of watches whose finding nobody has acknowledged yet. */
export const useUnseen = create<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

/** The one watcher of this tab. */
export const watcher = createWatcher({
  now: () => Date.now(),
  chance: Math.random,
  schedule: (callBack, delayMs) => {
    const timer = setTimeout(callBack, delayMs);
    return () => clearTimeout(timer);
  },
  onFound: (watch) => {
    setUnseen([...useUnseen.getState().ids, watch.id]);
    notify(watch);
  },
});

useConnections.subscribe((state) => watcher.keepOnly(liveConnectionIds(state)));

/** All watches, oldest first. */
export function useWatches(): readonly Watch[] {
  return useStore(watcher.store);
}

/** The finding was read: note and badge go. */
export function acknowledge(id: number): void {
  setUnseen(useUnseen.getState().ids.filter((each) => each !== id));
}

function setUnseen(ids: readonly number[]): void {
  useUnseen.setState({ ids });
  setTitleBadge('hardware', ids.length);
}

// Some browsers have the class and still throw: the note and the badge have said it already.
function notify({ model, found }: Watch): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(`Available: ${firstOf(found)}`, {
      body: `For ${model}`,
      tag: `inferdeck-${model}`,
    });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    return;
  }
}
