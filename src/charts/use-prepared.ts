// Keeps what charts draw prepared while they are on screen.
import { useEffect, useRef, useState } from 'react';
import { createPreparer, prepareShort, type Preparer, type Wish } from './preparer.ts';

/**
 * Has everything prepared that is wished for, the first wish first; read it with `findPrepared`.
 * @param wishes a new array only when something in it changed
 * @returns a number that changes whenever more is ready, and whether something is still missing
 */
export function usePrepared(wishes: readonly Wish[]): {
  readonly version: number;
  readonly isBusy: boolean;
} {
  const [version, setVersion] = useState(0);
  const preparer = useRef<Preparer>(null);
  const missing = prepareShort(wishes);

  useEffect(() => {
    const created = createPreparer(() => setVersion((now) => now + 1));
    preparer.current = created;
    return () => {
      created.close();
      preparer.current = null;
    };
  }, []);

  useEffect(() => preparer.current?.want(prepareShort(wishes), wishes), [wishes]);

  return { version, isBusy: missing.length > 0 };
}
