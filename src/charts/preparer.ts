// Gets series prepared: short ones at once, long ones by a worker, one after another, the newest wishes only.
import { startOwnWorker } from '#lib/own-worker.ts';
import type { PrepareAnswer, PrepareOrder } from './prepare-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './prepare-worker.ts?worker&url';
import { prepareValues, type Preparation } from './prepare-values.ts';
import { findPrepared, keepPrepared } from './prepared-values.ts';

/** A series and what is wanted of it. */
export interface Wish extends Preparation {
  readonly values: Float64Array;
}

/** Prepares for one set of charts. */
export interface Preparer {
  /** What is wanted now, the most urgent first; earlier wishes that were not begun are dropped. */
  want(wishes: readonly Wish[]): void;
  close(): void;
}

/** Series up to this length are prepared while the page renders: that takes about a millisecond. */
const shortLength = 20_000;

/** Prepares the short ones of them, and says which are left. */
export function prepareShort(wishes: readonly Wish[]): readonly Wish[] {
  const missing = wishes.filter((wish) => findPrepared(wish.values, wish) === null);
  return missing.filter((wish) => {
    if (wish.values.length > shortLength) return true;
    keepPrepared(wish.values, wish, prepareValues(wish.values, wish));
    return false;
  });
}

/** @param onReady called after each series that was prepared */
export function createPreparer(onReady: () => void): Preparer {
  const keys = new Map<Float64Array, number>();
  let worker: Worker | null = null;
  let queue: readonly Wish[] = [];
  let running: Wish | null = null;

  const finish = (wish: Wish, extremes: ReturnType<typeof prepareValues>) => {
    running = null;
    keepPrepared(wish.values, wish, extremes);
    onReady();
    next();
  };

  const start = (): Worker => {
    const started = startOwnWorker(workerUrl);
    started.addEventListener('message', ({ data }: MessageEvent<PrepareAnswer>) => {
      if (running !== null) {
        finish(running, { ...data.extremes, values: data.values ?? running.values });
      }
    });
    // A worker that cannot run (blocked, out of memory) must not leave the chart empty: the page does it itself.
    started.addEventListener('error', () => {
      if (running !== null) finish(running, prepareValues(running.values, running));
    });
    return started;
  };

  const next = () => {
    const wish = queue[0];
    if (running !== null || wish === undefined) return;
    queue = queue.slice(1);
    running = wish;
    worker ??= start();
    const known = keys.get(wish.values);
    const key = known ?? keys.size;
    keys.set(wish.values, key);
    const { weight, isLog } = wish;
    const order: PrepareOrder = { key, weight, isLog, values: known === undefined ? wish.values : null };
    worker.postMessage(order, []);
  };

  return {
    want(wishes) {
      queue = wishes.filter((wish) => running === null || !isSame(wish, running));
      next();
    },
    close() {
      queue = [];
      worker?.terminate();
      worker = null;
      running = null;
      keys.clear();
    },
  };
}

function isSame(one: Wish, other: Wish): boolean {
  return one.values === other.values && one.weight === other.weight && one.isLog === other.isLog;
}
