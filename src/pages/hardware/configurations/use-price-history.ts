// Price history of hardware.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import {
  createPriceHistory,
  priceTexts,
  createVisits,
  differences,
  snapshotHardware,
  type Difference,
  type Snapshot,
  type Visit,
} from '#pricing/price-history.ts';
import { offeredWord } from './hardware-row.ts';

/** The matrix writes into it, too. */
export const priceHistory = createPriceHistory();

const visits = createVisits('hardware');

const noSnapshots: readonly Snapshot[] = [];

export interface PriceHistoryView {
  /** Oldest first; empty while loading. */
  readonly snapshots: readonly Snapshot[];
  /** End of the previous visit, Unix milliseconds; null at the first. */
  readonly sinceMs: number | null;
  readonly changes: readonly Difference[];
  readonly isRead: boolean;
  readonly isStored: boolean;
}

interface Answered {
  /** Undefined until it has arrived. */
  readonly data: RecordList<Hardware> | undefined;
  readonly dataUpdatedAt: number;
}

export function usePriceHistory(
  connectionId: string,
  { data: all, dataUpdatedAt: allAtMs }: Answered,
  model: string | null,
  { data: offered, dataUpdatedAt: offeredAtMs }: Answered,
): PriceHistoryView {
  const cache = useQueryClient();
  const [visit, setVisit] = useState<{ readonly of: string; readonly what: Visit } | null>(null);
  const queryKey = useMemo(() => [connectionId, 'hardware-price-history'], [connectionId]);
  const query = useQuery({
    queryKey,
    queryFn: () => priceHistory.snapshots(connectionId, 'hardware'),
    staleTime: Infinity,
  });
  const snapshot = useMemo(
    () => all && snapshotHardware(connectionId, all.items, allAtMs),
    [connectionId, all, allAtMs],
  );
  // A fresh price list says nothing about an old availability.
  const offer = useMemo(
    () =>
      all && offered && model !== null
        ? offerSnapshot({ connectionId, model, all: all.items, offered: offered.items, atMs: offeredAtMs })
        : undefined,
    [connectionId, model, all, offered, offeredAtMs],
  );

  useEffect(() => {
    if (snapshot === undefined) return undefined;
    let isCurrent = true;
    async function writeDown(now: Snapshot): Promise<void> {
      const what = visits.note(connectionId, now.atMs);
      await priceHistory.write(now);
      if (isCurrent) setVisit({ of: connectionId, what });
      await cache.invalidateQueries({ queryKey });
    }
    void writeDown(snapshot);
    return () => {
      isCurrent = false;
    };
  }, [snapshot, cache, queryKey, connectionId]);

  useEffect(() => {
    if (offer === undefined) return;
    // Prices may be read only once in hours of polling.
    visits.note(connectionId, offer.atMs);
    void priceHistory.write(offer).then(() => cache.invalidateQueries({ queryKey }));
  }, [offer, cache, queryKey, connectionId]);

  const snapshots = query.data ?? noSnapshots;
  const { startedMs = 0, previousMs = null } = visit?.of === connectionId ? visit.what : {};
  const before = useMemo(() => knownBefore(snapshots, startedMs), [snapshots, startedMs]);
  // A first visit compares with its own first list.
  const known = useMemo(
    () => before ?? knownBefore(snapshots, startedMs + 1),
    [before, snapshots, startedMs],
  );
  const changes = useMemo(
    () =>
      known === null
        ? []
        : [snapshot, offer].flatMap((each) => (each === undefined ? [] : differences(known, each))),
    [known, snapshot, offer],
  );
  return {
    snapshots,
    sinceMs: before === null ? null : Math.max(before.atMs, previousMs ?? 0),
    changes,
    isRead: query.isSuccess,
    isStored: priceHistory.isStored(),
  };
}

/** Missing from a model's list. */
export const notOffered = 'not offered';

interface ModelList {
  readonly connectionId: string;
  readonly model: string;
  readonly all: readonly Pick<Hardware, 'id'>[];
  readonly offered: readonly Hardware[];
  readonly atMs: number;
}

/** Every configuration's availability for a model, no prices. */
export function offerSnapshot({ connectionId, model, all, offered, atMs }: ModelList): Snapshot {
  const field = fieldOf(model);
  const words = new Map(offered.map(({ id, availability }) => [id, availability?.status]));
  const ids = new Set([...all.map(({ id }) => id), ...words.keys()]);
  const records = [...ids].flatMap((id): [string, Record<string, string>][] => {
    const word = words.has(id) ? words.get(id) : notOffered;
    return word === undefined ? [] : [[id, { [field]: word }]];
  });
  return { connectionId, kind: 'hardware', atMs, model, records: Object.fromEntries(records) };
}

export function fieldOf(model: string): string {
  return `availability ${model}`;
}

/** The newest list, with the last availability known then. */
export function knownBefore(snapshots: readonly Snapshot[], beforeMs: number): Snapshot | null {
  const known = new SnapshotAccumulator();
  for (const snapshot of snapshots) if (snapshot.atMs < beforeMs) known.learn(snapshot);
  return known.snapshot();
}

interface Change {
  readonly atMs: number;
  readonly difference: Difference;
}

/** Newest first. @param id only this configuration */
export function changesIn(snapshots: readonly Snapshot[], id?: string): readonly Change[] {
  const known = new SnapshotAccumulator();
  const changes: Change[] = [];
  for (const each of snapshots) {
    const snapshot = id === undefined ? each : onlyOf(each, id);
    const before = known.snapshot();
    if (before !== null)
      for (const difference of differences(before, snapshot))
        changes.push({ atMs: snapshot.atMs, difference });
    known.learn(snapshot);
  }
  return changes.toReversed();
}

function onlyOf(snapshot: Snapshot, id: string): Snapshot {
  const figures = snapshot.records[id];
  return { ...snapshot, records: figures === undefined ? {} : { [id]: figures } };
}

/** Last list, with latest availability. */
class SnapshotAccumulator {
  #list: Snapshot | null = null;
  readonly #availability = new Map<string, Record<string, number | string>>();

  learn(snapshot: Snapshot): void {
    if (snapshot.model === undefined) this.#list = snapshot;
    for (const [id, figures] of Object.entries(snapshot.records))
      for (const [field, value] of Object.entries(figures)) {
        if (!field.startsWith('availability ')) continue;
        const known = this.#availability.get(id) ?? {};
        known[field] = value;
        this.#availability.set(id, known);
      }
  }

  snapshot(): Snapshot | null {
    if (this.#list === null) return null;
    const records = Object.entries(this.#list.records).map(
      ([id, figures]) => [id, { ...figures, ...this.#availability.get(id) }] as const,
    );
    return { ...this.#list, records: Object.fromEntries(records) };
  }
}

/** Without the id: `price 9.00 ¢/min → 10.82 ¢/min`. */
export function differenceWords(difference: Difference): string {
  if (difference.kind !== 'changed')
    return `is ${difference.kind === 'added' ? 'new in' : 'no longer in'} the list`;
  const { field, before, after } = difference;
  if (field === 'cents_per_minute') return `price ${priceTexts(before, after, ' ¢/min').join(' → ')}`;
  const name = field.startsWith('availability ') ? `for ${field.slice('availability '.length)}:` : field;
  const [was, is] = [before, after].map((each) => offeredWord(String(each ?? 'not stated')));
  return `${name} ${was} → ${is}`;
}

/** `2 prices changed, 1 new configuration`. */
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
