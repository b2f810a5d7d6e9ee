// The tree of a run's lanes, read again a few times a second while they grow.
import { useEffect, useState } from 'react';
import { isRunning, type Run } from '#run/run.ts';
import { Trie, type Strand } from './trie.ts';

/** Milliseconds between two readings: rows that change faster cannot be read, and each reading arranges all rows. */
const readingMs = 250;

/** Milliseconds between two portions of what is there already. */
const portionMs = 16;

/** The tree's root, and a number that is another one when the tree has changed. Mounted anew for another run. */
export function useBraid(run: Run): { readonly root: Strand; readonly version: number } {
  const { lanes } = run.recording;
  const isOver = !isRunning(run);
  const [trie] = useState(() => new Trie());
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const isMore = trie.grow(lanes.values(), isOver);
      setVersion((count) => count + 1);
      if (isMore) timer = setTimeout(read, portionMs);
      else if (!isOver) timer = setTimeout(read, readingMs);
    };
    // In a task of its own: the one that draws what the run has become is long enough.
    timer = setTimeout(read);
    return () => clearTimeout(timer);
  }, [trie, lanes, isOver]);
  return { root: trie.root, version };
}
