// Hook that polls a run's choices into a trie.
import { useEffect, useState } from 'react';
import { isRunning, type Run } from '#run/run.ts';
import { Trie, type TrieNode } from './trie.ts';

/** Faster rows are unreadable, and each poll sorts all. */
const pollMs = 250;

/** For text that has already arrived. */
const batchMs = 16;

/** Remount it for another run. */
export function useBraid(run: Run): { readonly root: TrieNode; readonly version: number } {
  const { choices } = run.recording;
  const isOver = !isRunning(run);
  const [trie] = useState(() => new Trie());
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const isMore = trie.grow(choices.values(), isOver);
      setVersion((count) => count + 1);
      if (isMore) timer = setTimeout(read, batchMs);
      else if (!isOver) timer = setTimeout(read, pollMs);
    };
    // The task that draws the run's new state is long enough.
    timer = setTimeout(read);
    return () => clearTimeout(timer);
  }, [trie, choices, isOver]);
  return { root: trie.root, version };
}
