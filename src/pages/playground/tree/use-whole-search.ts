// Reads the outputs that the list holds only the beginnings of, while something is searched.
import { useEffect, useState } from 'react';
import type { Archive } from './archive.ts';
import type { HistoryNode } from './node.ts';
import { isCut } from './summary.ts';
import { knownOutputs, wholeOutputs } from './whole-outputs.ts';

/** How far the outputs were read. */
export interface WholeSearch {
  /** Runs whose whole outputs were read for this search, and how many there are to read. */
  readonly readCount: number;
  readonly count: number;
  /** Runs whose recordings are not kept, or cannot be read: only the beginnings of their outputs are searched. */
  readonly unreadCount: number;
}

const nothing: WholeSearch = { readCount: 0, count: 0, unreadCount: 0 };

/** Milliseconds between two searches of what has been read by then. */
const everyMs = 200;

/**
 * @param cut the states whose outputs are cut in the list; null while nothing is searched
 * @returns a new value whenever there is more to search
 */
export function useWholeSearch(archive: Archive, cut: readonly HistoryNode[] | null): WholeSearch {
  const [search, setSearch] = useState(nothing);
  useEffect(() => {
    if (cut === null) return undefined;
    let isWanted = true;
    const read = async () => {
      const unread = cut.filter(({ id }) => knownOutputs(id) === undefined);
      let readCount = cut.length - unread.length;
      let unreadCount = 0;
      let saidMs = performance.now();
      const say = () => {
        saidMs = performance.now();
        setSearch({ readCount, count: cut.length, unreadCount });
      };
      say();
      for (const { id } of unread) {
        const outputs = archive.recordingIds.has(id) ? await wholeOutputs(archive, id) : null;
        if (!isWanted) return;
        if (outputs === null) unreadCount += 1;
        else readCount += 1;
        if (performance.now() - saidMs >= everyMs) say();
      }
      say();
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [archive, cut]);
  return cut === null ? nothing : search;
}

/** All states whose outputs may be longer than what the list holds of them. */
export function cutStates({ tree }: Pick<Archive, 'tree'>): HistoryNode[] {
  return tree.all().filter(({ run }) => run !== null && isCut(run));
}
