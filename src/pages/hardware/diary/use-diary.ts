// The diary of this page: every answer is written down, and what differs from the last visit is said.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Hardware } from '#api/schema/hardware.ts';
import { createDiary } from '#pricing/diary/diary.ts';
import { differences, snapshotHardware, type Difference, type Snapshot } from '#pricing/diary/snapshot.ts';
import { keepVisits, type Visit } from '#pricing/diary/visit.ts';
import { knownBefore, offerPage } from './diary-page.ts';

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
export interface Answered {
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
