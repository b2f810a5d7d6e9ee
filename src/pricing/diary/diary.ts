// The diary: what prices and availability were at earlier visits, kept in this browser and nowhere else.
import { keepPage, type KeptPage } from './keep.ts';
import { createPageStore } from './page-store.ts';
import type { Snapshot } from './snapshot.ts';

/** What the diary offers. It never rejects: where storage is blocked or full it lives in memory. */
export interface Diary {
  /** Writes a page, and drops what need not be kept beside it; a page that is no newer than the last one changes nothing. */
  write: (page: Snapshot) => Promise<void>;
  /** The pages of a connection, oldest first. */
  pages: (connectionId: string, kind: Snapshot['kind']) => Promise<readonly Snapshot[]>;
  /** Whether what is written outlives this page. */
  isKept: () => boolean;
}

/** The diary of this browser. Each list is read once a tab; another tab's pages are seen after a reload. */
export function createDiary(open?: Parameters<typeof createPageStore>[0]): Diary {
  const store = createPageStore(open);
  const lists = new Map<string, Promise<readonly KeptPage[]>>();

  async function listOf({ connectionId, kind }: Pick<Snapshot, 'connectionId' | 'kind'>) {
    const name = JSON.stringify([connectionId, kind]);
    const list = lists.get(name) ?? store.read(connectionId, kind);
    lists.set(name, list);
    return list;
  }

  async function written(before: Promise<readonly KeptPage[]>, page: Snapshot) {
    const kept = await before;
    const keeping = keepPage(kept, page);
    if (keeping === null) return kept;
    const gone = [...(keeping.replaced === null ? [] : [keeping.replaced]), ...keeping.removed];
    const key = await store.add(page);
    if (gone.length > 0) await store.remove(gone);
    const dropped = new Set(gone);
    return [...kept.filter((each) => !dropped.has(each.key)), { key, page }].toSorted(
      (one, other) => one.page.atMs - other.page.atMs,
    );
  }

  return {
    async write(page) {
      // One after another: a page is compared with the one before it.
      const next = written(listOf(page), page);
      lists.set(JSON.stringify([page.connectionId, page.kind]), next);
      await next;
    },
    async pages(connectionId, kind) {
      return (await listOf({ connectionId, kind })).map(({ page }) => page);
    },
    isKept: store.isKept,
  };
}
