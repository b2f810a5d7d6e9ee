// A page of the diary from what the service answered, and what of it differs from earlier visits. Pure.
import type { Hardware } from '#api/schema/hardware.ts';
import { differences, snapshotHardware, type Difference, type Snapshot } from '#pricing/diary/snapshot.ts';

/** What a configuration has as availability that a model's list does not name. */
export const notOffered = 'not offered';

/** Answers to put on a page. */
export interface Answers {
  readonly connectionId: string;
  readonly all: readonly Hardware[];
  /** By model: its list. */
  readonly offered: ReadonlyMap<string, readonly Hardware[]>;
  readonly atMs: number;
}

/** Prices of all configurations, and for each model that was asked for the word of every one of them. */
export function diaryPage({ connectionId, all, offered, atMs }: Answers): Snapshot {
  const page = snapshotHardware(connectionId, all, null, atMs);
  const records = { ...page.records };
  for (const [model, list] of offered) {
    const words = new Map(list.map(({ id, availability }) => [id, availability?.status]));
    const extra = snapshotHardware(connectionId, list, null, atMs).records;
    for (const id of new Set([...Object.keys(records), ...words.keys()])) {
      const word = words.has(id) ? words.get(id) : notOffered;
      records[id] = {
        ...(records[id] ?? extra[id]),
        ...(word !== undefined && { [fieldOf(model)]: word }),
      };
    }
  }
  return { ...page, records };
}

/** The figure under which a page keeps availability for a model. */
export function fieldOf(model: string): string {
  return `availability ${model}`;
}

/** The newest page before a time, completed with the last availability that was known then; null where there is none. */
export function knownBefore(pages: readonly Snapshot[], beforeMs: number): Snapshot | null {
  const earlier = pages.filter(({ atMs }) => atMs < beforeMs);
  const last = earlier.at(-1);
  if (last === undefined) return null;
  const records = Object.entries(last.records).map(([id, figures]) => {
    const known = earlier.flatMap((page) =>
      Object.entries(page.records[id] ?? {}).filter(([field]) => field.startsWith('availability ')),
    );
    return [id, { ...figures, ...Object.fromEntries(known) }] as const;
  });
  return { ...last, records: Object.fromEntries(records) };
}

/** What a page says of one configuration that the page before did not. */
export interface Change {
  readonly atMs: number;
  readonly difference: Difference;
}

/** Changes between pages, newest first; of one configuration where `id` is given. */
export function changesIn(pages: readonly Snapshot[], id?: string): readonly Change[] {
  const changes = pages.flatMap((page): readonly Change[] => {
    const before = knownBefore(pages, page.atMs);
    if (before === null) return [];
    return differences(before, page).map((difference) => ({ atMs: page.atMs, difference }));
  });
  return changes.filter(({ difference }) => id === undefined || difference.id === id).toReversed();
}

/** A difference in words, without the id: `price 9.00 ¢/min → 10.82 ¢/min`. */
export function differenceWords(difference: Difference): string {
  if (difference.kind !== 'changed')
    return `is ${difference.kind === 'added' ? 'new in' : 'gone from'} the list`;
  const { field, before, after } = difference;
  if (field === 'cents_per_minute') return `price ${centsWord(before)} → ${centsWord(after)}`;
  const name = field.startsWith('availability ') ? `for ${field.slice('availability '.length)}:` : field;
  return `${name} ${before ?? 'not stated'} → ${after ?? 'not stated'}`;
}

/** How many differences of each sort, in one phrase: `2 prices, 1 availability, 1 new`; empty where there are none. */
export function summary(found: readonly Difference[]): string {
  const count = (test: (difference: Difference) => boolean) => found.filter(test).length;
  const counts = [
    [count((each) => each.kind === 'changed' && !isAvailability(each)), 'price changed', 'prices changed'],
    [count(isAvailability), 'availability changed', 'availabilities changed'],
    [count(({ kind }) => kind === 'added'), 'new configuration', 'new configurations'],
    [count(({ kind }) => kind === 'removed'), 'configuration gone', 'configurations gone'],
  ] as const;
  return counts
    .flatMap(([number, one, several]) => (number === 0 ? [] : [`${number} ${number === 1 ? one : several}`]))
    .join(', ');
}

function isAvailability(each: Difference): boolean {
  return each.kind === 'changed' && each.field.startsWith('availability ');
}

function centsWord(value: number | string | undefined): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'number' ? `${value.toFixed(2)} ¢/min` : value;
}
