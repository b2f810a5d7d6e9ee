// Series preparation off the render path: one long series a task.
import { useEffect, useRef, useState } from 'react';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { prepareValues, type Preparation, findPrepared, isQuicklyPrepared } from './prepared-values.ts';

export interface Wish extends Preparation {
  readonly values: Float64Array;
}

interface Preparer {
  /**
   * Replaces wishes not begun.
   * @param wishes most urgent first
   */
  want(wishes: readonly Wish[]): void;
  close(): void;
}

/** Totals of values prepared at once, each in some ten milliseconds; what a series gains later is prepared with it. */
const maxAtOnce = { raw: 4_200_000, smoothed: 200_000 };

/** @returns what is left for later */
function prepareShort(wishes: readonly Wish[]): readonly Wish[] {
  const left = { ...maxAtOnce };
  return missingOf(wishes).filter((wish) => {
    const { length } = wish.values;
    const kind = wish.weight === 0 ? 'raw' : 'smoothed';
    if (!isQuicklyPrepared(wish.values, wish)) {
      if (length > left[kind]) return true;
      left[kind] -= length;
    }
    prepareValues(wish.values, wish);
    return false;
  });
}

function missingOf(wishes: readonly Wish[]): readonly Wish[] {
  return wishes.filter((wish) => findPrepared(wish.values, wish) === null);
}

/**
 * On the page: a million values take 12 ms here, 75 ms by way of a worker, which also holds a copy of them.
 * @param onReady after each kind, raw lines first, so that lines appear together
 */
export function createPreparer(onReady: () => void): Preparer {
  let wanted: readonly Wish[] = [];
  let isRunning = false;

  const run = async () => {
    const pause = createYieldToPage(0);
    for (let [first] = wanted; first !== undefined; [first] = wanted) {
      const { weight } = first;
      for (const wish of wanted.filter((each) => each.weight === weight)) {
        prepareValues(wish.values, wish);
        await pause();
        if (wanted.length === 0) break;
      }
      wanted = missingOf(wanted);
      onReady();
    }
    isRunning = false;
  };

  return {
    want(wishes) {
      wanted = missingOf(wishes);
      if (isRunning || wanted.length === 0) return;
      isRunning = true;
      afterPaint(() => void run());
    },
    close() {
      wanted = [];
    },
  };
}

function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/**
 * In order; read results with `findPrepared`.
 * @param wishes a new array only on a change
 * @returns `version` changes as more is ready
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

  useEffect(() => preparer.current?.want(wishes), [wishes]);

  return { version, isBusy: missing.length > 0 };
}
