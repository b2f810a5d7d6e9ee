// Which pages a diary keeps: every change, the first and the last of what is equal, and of all that only so many and so old. Pure.
import type { Snapshot } from './snapshot.ts';

/** A page with the key that it is stored under. */
export interface KeptPage {
  readonly key: number;
  readonly page: Snapshot;
}

/** Nothing older is kept. */
export const longestDays = 366;

/** Whole lists of one service, with their prices; as many answers for models, which say nothing of prices. Fewer where a list has thousands of records. */
export const mostPages = 500;

/** Records on each of these two kinds of pages; some lists, and some answers for every model, are kept however long they are. */
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
  const oldestMs = page.atMs - longestDays * 24 * 3_600_000;
  const isList = page.model === undefined;
  // Prices and availability do not push each other out.
  const alike = staying.filter((each) => (each.page.model === undefined) === isList);
  const tooMany = alike.length + 1 - pagesFor(page);
  const dropped = new Set(isList ? alike.slice(0, Math.max(0, tooMany)) : mostOften(alike, tooMany));
  const removed = staying.filter((each) => dropped.has(each) || each.page.atMs < oldestMs);
  return { replaced, removed: removed.map(({ key }) => key) };
}

/** The oldest pages of the models that have the most: one that changes every minute does not push the others out. */
function mostOften(pages: readonly KeptPage[], count: number): readonly KeptPage[] {
  const byModel = new Map<string | undefined, KeptPage[]>();
  for (const each of pages) byModel.set(each.page.model, [...(byModel.get(each.page.model) ?? []), each]);
  const dropped: KeptPage[] = [];
  while (dropped.length < count) {
    const longest = [...byModel.values()].reduce((most, own) => (own.length > most.length ? own : most));
    // The newest answer for a model stays: it is what the matrix shows.
    const oldest = longest.length > 1 ? longest.shift() : undefined;
    if (oldest === undefined) return dropped;
    dropped.push(oldest);
  }
  return dropped;
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
