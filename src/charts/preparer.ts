// Series preparation: short ones at once, long ones queued for a worker.
import { useEffect, useRef, useState } from 'react';
import type { Extremes } from '#lib/decimate.ts';
import { startOwnWorker } from '#lib/own-worker.ts';
import type { PrepareAnswer, PrepareOrder } from './prepare-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './prepare-worker.ts?worker&url';
import { prepareValues, type Preparation, findPrepared, keepPrepared } from './prepared-values.ts';

export interface Wish extends Preparation {
  readonly values: Float64Array;
}

interface Preparer {
  /**
   * Replaces wishes not begun.
   * @param wishes most urgent first
   * @param all of the charts; other values are forgotten
   */
  want(wishes: readonly Wish[], all: readonly Wish[]): void;
  close(): void;
}

/** Longest series prepared during render, in about a millisecond. */
const shortLength = 20_000;

/** Total of unsmoothed values prepared at once: some ten milliseconds, less than a worker's start. */
const maxAtOnce = 4_200_000;

/** @returns what is left for the worker */
function prepareShort(wishes: readonly Wish[]): readonly Wish[] {
  let left = maxAtOnce;
  const missing = wishes.filter((wish) => findPrepared(wish.values, wish) === null);
  return missing.filter((wish) => {
    const { length } = wish.values;
    if (length > (wish.weight === 0 ? left : shortLength)) return true;
    if (length > shortLength) left -= length;
    keepPrepared(wish.values, wish, prepareValues(wish.values, wish));
    return false;
  });
}

/** Enough that the worker never waits, few enough that wishes can change. */
const maxRunning = 4;

/** @param onReady after each kind, raw lines first, so that lines appear together */
export function createPreparer(onReady: () => void): Preparer {
  const keys = new Map<Float64Array, number>();
  let lastKey = 0;
  let worker: Worker | null = null;
  let queue: readonly Wish[] = [];
  let running: readonly Wish[] = [];
  let shown: ReadonlySet<Float64Array> = new Set();
  let isBroken = false;
  let isClosed = false;

  const finish = (wish: Wish, extremes: Extremes) => {
    running = running.slice(1);
    keepPrepared(wish.values, wish, extremes);
    const following = running[0] ?? queue[0];
    if (following?.weight !== wish.weight) onReady();
    next();
  };

  const start = (): Worker => {
    const started = startOwnWorker(workerUrl);
    started.addEventListener('message', ({ data }: MessageEvent<PrepareAnswer>) => {
      const wish = running[0];
      if (wish !== undefined) finish(wish, { ...data.extremes, values: data.values ?? wish.values });
    });
    // If the worker cannot run (blocked, out of memory), the page takes over.
    started.addEventListener('error', () => {
      isBroken = true;
      for (const wish of running) finish(wish, prepareValues(wish.values, wish));
    });
    return started;
  };

  const forgotten = (): number[] => {
    const gone = [...keys].filter(([values]) => !shown.has(values));
    for (const [values] of gone) keys.delete(values);
    return gone.map(([, key]) => key);
  };

  const next = () => {
    const wish = queue[0];
    if (wish === undefined || running.length >= maxRunning) return;
    queue = queue.slice(1);
    running = [...running, wish];
    if (isBroken) {
      finish(wish, prepareValues(wish.values, wish));
      return;
    }
    worker ??= start();
    const forget = forgotten();
    const known = keys.get(wish.values);
    const key = known ?? (lastKey += 1);
    keys.set(wish.values, key);
    const { weight, isLog } = wish;
    const values = known === undefined ? wish.values : null;
    const order: PrepareOrder = { key, forget, weight, isLog, values };
    worker.postMessage(order, []);
    next();
  };

  return {
    want(wishes, all) {
      shown = new Set(all.map(({ values }) => values));
      queue = wishes.filter((wish) => !running.some((each) => isSame(wish, each)));
      // Sending millions of values copies them: paint first.
      if (queue.length > 0) afterPaint(() => isClosed || next());
    },
    close() {
      isClosed = true;
      queue = [];
      worker?.terminate();
      worker = null;
      running = [];
      keys.clear();
    },
  };
}

function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

function isSame(one: Wish, other: Wish): boolean {
  return one.values === other.values && one.weight === other.weight && one.isLog === other.isLog;
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

  useEffect(() => preparer.current?.want(prepareShort(wishes), wishes), [wishes]);

  return { version, isBusy: missing.length > 0 };
}
