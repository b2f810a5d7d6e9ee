// Writes the list into the diary each time it comes, and says what is another than at the last visit.
import { useEffect, useState } from 'react';
import type { RecordList } from '#api/schema/read-list.ts';
import type { Model } from '#api/schema/model.ts';
import { createDiary } from '#pricing/diary/diary.ts';
import { snapshotModels, type Snapshot } from '#pricing/diary/snapshot.ts';
import { keepVisits } from '#pricing/diary/visit.ts';
import { changesBetween, type Changes } from './changes.ts';

const diary = createDiary();
const visits = keepVisits('models');

/** What the diary knows of the models of a connection. */
export interface ModelDiary {
  /** Oldest first; the last one is the list of now. */
  readonly pages: readonly Snapshot[];
  /** Null on a first visit, and while the diary is being read. */
  readonly changes: Changes | null;
}

const nothing: ModelDiary = { pages: [], changes: null };

/** @param atMs when the list came */
export function useModelDiary(connectionId: string, list: RecordList<Model>, atMs: number): ModelDiary {
  const [known, setKnown] = useState<{ connectionId: string; value: ModelDiary } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    async function renew() {
      const value = await writeAndCompare(connectionId, list, atMs);
      if (isCurrent) setKnown({ connectionId, value });
    }
    void renew();
    return () => {
      isCurrent = false;
    };
  }, [connectionId, list, atMs]);
  return known?.connectionId === connectionId ? known.value : nothing;
}

async function writeAndCompare(
  connectionId: string,
  list: RecordList<Model>,
  atMs: number,
): Promise<ModelDiary> {
  const now = snapshotModels(connectionId, list.items, atMs);
  const { previousMs } = visits.note(connectionId, atMs);
  const before = await diary.pages(connectionId, 'models');
  await diary.write(now);
  // Pages are written when something changes, so that the last one of a visit is the list as it ended.
  const then = before.findLast((page) => previousMs !== null && page.atMs <= previousMs);
  const changes = previousMs === null || then === undefined ? null : changesBetween(then, now, previousMs);
  return { pages: [...before, now], changes };
}
