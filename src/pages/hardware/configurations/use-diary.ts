// The diary of this page: every answer is written down, and what differs from the last visit is said.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Hardware } from '#api/schema/hardware.ts';
import { createDiary, keepVisits, type Visit } from '#pricing/diary.ts';
import { differences, snapshotHardware, type Difference, type Snapshot } from '#pricing/snapshot.ts';

/** The one diary of this tab; the matrix writes into it too. */
export const diary = createDiary();

const visits = keepVisits('hardware');

const noPages: readonly Snapshot[] = [];

/** What the page shows of the diary. */
export interface DiaryView {
  /** Oldest first; empty while it is read. */
  readonly pages: readonly Snapshot[];
  /** When the list was last seen before this visit; null on a first visit. */
  readonly sinceMs: number | null;
  /** What differs from then. */
  readonly changes: readonly Difference[];
  readonly isRead: boolean;
  /** Whether it outlives this tab. */
  readonly isKept: boolean;
}

/** Answers with the time at which they came. */
interface Answered {
  readonly items: readonly Hardware[];
  readonly atMs: number;
}

/** @param all undefined until the list has come; `offered` likewise, for `model` */
export function useDiary(
  connectionId: string,
  all: Answered | undefined,
  model: string | null,
  offered: Answered | undefined,
): DiaryView {
  const cache = useQueryClient();
  const [visit, setVisit] = useState<{ readonly of: string; readonly what: Visit } | null>(null);
  const queryKey = useMemo(() => [connectionId, 'hardware-diary'], [connectionId]);
  const query = useQuery({
    queryKey,
    queryFn: () => diary.pages(connectionId, 'hardware'),
    staleTime: Infinity,
  });
  const page = useMemo(() => all && snapshotHardware(connectionId, all.items, all.atMs), [connectionId, all]);
  // Each answer has its own page and its own time: a fresh price list says nothing new of an old availability.
  const offer = useMemo(
    () =>
      all && offered && model !== null
        ? offerPage({ connectionId, model, all: all.items, offered: offered.items, atMs: offered.atMs })
        : undefined,
    [connectionId, model, all, offered],
  );

  useEffect(() => {
    if (page === undefined) return undefined;
    let isCurrent = true;
    async function writeDown(now: Snapshot): Promise<void> {
      const what = visits.note(connectionId, now.atMs);
      await diary.write(now);
      if (isCurrent) setVisit({ of: connectionId, what });
      await cache.invalidateQueries({ queryKey });
    }
    void writeDown(page);
    return () => {
      isCurrent = false;
    };
  }, [page, cache, queryKey, connectionId]);

  useEffect(() => {
    if (offer !== undefined) void diary.write(offer).then(() => cache.invalidateQueries({ queryKey }));
  }, [offer, cache, queryKey]);

  const pages = query.data ?? noPages;
  const { startedMs = 0, previousMs = null } = visit?.of === connectionId ? visit.what : {};
  const known = useMemo(() => knownBefore(pages, startedMs), [pages, startedMs]);
  const changes = useMemo(
    () =>
      known === null
        ? []
        : [page, offer].flatMap((each) => (each === undefined ? [] : differences(known, each))),
    [known, page, offer],
  );
  return {
    pages,
    sinceMs: known === null ? null : Math.max(known.atMs, previousMs ?? 0),
    changes,
    isRead: query.isSuccess,
    isKept: diary.isKept(),
  };
}

/** What a configuration has as availability that a model's list does not name. */
export const notOffered = 'not offered';

/** What the service answered for a model. */
interface ModelList {
  readonly connectionId: string;
  readonly model: string;
  /** All configurations of the connection. */
  readonly all: readonly Pick<Hardware, 'id'>[];
  /** Those that it lists for the model. */
  readonly offered: readonly Hardware[];
  /** When it answered. */
  readonly atMs: number;
}

/** The page of one answer for a model, with its own time: the word of every configuration. Nothing of prices is in it. */
export function offerPage({ connectionId, model, all, offered, atMs }: ModelList): Snapshot {
  const field = fieldOf(model);
  const words = new Map(offered.map(({ id, availability }) => [id, availability?.status]));
  const ids = new Set([...all.map(({ id }) => id), ...words.keys()]);
  const records = [...ids].flatMap((id): [string, Record<string, string>][] => {
    const word = words.has(id) ? words.get(id) : notOffered;
    return word === undefined ? [] : [[id, { [field]: word }]];
  });
  return { connectionId, kind: 'hardware', atMs, model, records: Object.fromEntries(records) };
}

/** The figure under which a page keeps availability for a model. */
export function fieldOf(model: string): string {
  return `availability ${model}`;
}

/** The newest list before a time, completed with the last availability that was known then; null where there is none. */
export function knownBefore(pages: readonly Snapshot[], beforeMs: number): Snapshot | null {
  const known = new Known();
  for (const page of pages) if (page.atMs < beforeMs) known.learn(page);
  return known.page();
}

/** What a page says of one configuration that the pages before did not. */
interface Change {
  readonly atMs: number;
  readonly difference: Difference;
}

/** Changes between pages, newest first; of one configuration where `id` is given. The pages are gone through once. */
export function changesIn(pages: readonly Snapshot[], id?: string): readonly Change[] {
  const known = new Known();
  const changes: Change[] = [];
  for (const each of pages) {
    const page = id === undefined ? each : onlyOf(each, id);
    const before = known.page();
    if (before !== null)
      for (const difference of differences(before, page)) changes.push({ atMs: page.atMs, difference });
    known.learn(page);
  }
  return changes.toReversed();
}

function onlyOf(page: Snapshot, id: string): Snapshot {
  const figures = page.records[id];
  return { ...page, records: figures === undefined ? {} : { [id]: figures } };
}

/** What is known after some pages: the records of the last list, each with the availability that was said last. */
class Known {
  #list: Snapshot | null = null;
  readonly #said = new Map<string, Record<string, number | string>>();

  learn(page: Snapshot): void {
    if (page.model === undefined) this.#list = page;
    for (const [id, figures] of Object.entries(page.records))
      for (const [field, value] of Object.entries(figures)) {
        if (!field.startsWith('availability ')) continue;
        const said = this.#said.get(id) ?? {};
        said[field] = value;
        this.#said.set(id, said);
      }
  }

  page(): Snapshot | null {
    if (this.#list === null) return null;
    const records = Object.entries(this.#list.records).map(
      ([id, figures]) => [id, { ...figures, ...this.#said.get(id) }] as const,
    );
    return { ...this.#list, records: Object.fromEntries(records) };
  }
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
