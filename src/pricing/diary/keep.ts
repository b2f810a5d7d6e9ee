// Which pages a diary keeps: every change, the first and the last of what is equal, and of all that only so many and so old. Pure.
import type { Snapshot } from './snapshot.ts';

/** A page with the key that it is stored under. */
export interface KeptPage {
  readonly key: number;
  readonly page: Snapshot;
}

/** Nothing older is kept. */
export const longestDays = 366;

/** Pages of one list and connection; fewer where a page has thousands of records. */
export const mostPages = 500;

/** Records on all these pages together; some pages are kept however long the list is. */
const mostRecords = 200_000;
const fewestPages = 20;

/** What a new page does to those that are kept. */
export interface Keeping {
  /** The page that the new one takes the place of: the last of several that say the same. Null where it comes beside them. */
  readonly replaced: number | null;
  /** What is too old, or too many. */
  readonly removed: readonly number[];
}

/**
 * @param kept of one connection and list, oldest first
 * @returns null where the page is no newer than what is kept of the same answer
 */
export function keepPage(kept: readonly KeptPage[], page: Snapshot): Keeping | null {
  const own = kept.filter((each) => each.page.model === page.model);
  const [before, last] = [own.at(-2), own.at(-1)];
  if (last !== undefined && page.atMs <= last.page.atMs) return null;
  const isThird =
    last !== undefined && before !== undefined && isEqual(before.page, last.page) && isEqual(last.page, page);
  const replaced = isThird ? last.key : null;
  const staying = kept.filter(({ key }) => key !== replaced);
  const tooMany = staying.length + 1 - pagesFor(page);
  const oldestMs = page.atMs - longestDays * 24 * 3_600_000;
  const removed = staying.filter((each, index) => index < tooMany || each.page.atMs < oldestMs);
  return { replaced, removed: removed.map(({ key }) => key) };
}

function pagesFor({ records }: Snapshot): number {
  const count = Math.max(1, Object.keys(records).length);
  return Math.min(mostPages, Math.max(fewestPages, Math.floor(mostRecords / count)));
}

function isEqual(one: Snapshot, other: Snapshot): boolean {
  const [ids, otherIds] = [Object.keys(one.records), Object.keys(other.records)];
  if (ids.length !== otherIds.length) return false;
  return ids.every((id) => {
    const [figures, others] = [one.records[id] ?? {}, other.records[id]];
    if (others === undefined || Object.keys(figures).length !== Object.keys(others).length) return false;
    return Object.entries(figures).every(([field, value]) => others[field] === value);
  });
}
