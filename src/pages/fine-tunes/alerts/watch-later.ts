// Client of the alert worker: queues trainings, keeps nothing.
import { startOwnWorker } from '#lib/own-worker.ts';
import type { CurveSet } from '#pages/fine-tunes/curves/curve.ts';
import { watchOrder, type Watched, type WatchOrder } from './find-alerts.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './watch-worker.ts?worker&url';

interface Waiting extends WatchOrder {
  readonly onWatched: (watched: Watched) => void;
}

let worker: Worker | null = null;
let isBroken = false;
let queue: readonly Waiting[] = [];
let running: Waiting | null = null;

/** @returns cancels the order unless it has started, so that fast news cannot suppress every result */
export function watchLater(order: WatchOrder, onWatched: (watched: Watched) => void): () => void {
  const waiting = { ...order, onWatched };
  queue = [...queue, waiting];
  next();
  return () => {
    queue = queue.filter((each) => each !== waiting);
  };
}

function next(): void {
  const first = queue[0];
  if (running !== null || first === undefined) return;
  queue = queue.slice(1);
  running = first;
  const { facts, thresholds } = first;
  if (isBroken) {
    finish(watchOrder(first));
    return;
  }
  worker ??= start();
  const order: WatchOrder = { facts: { ...facts, curves: facts.curves && lean(facts.curves) }, thresholds };
  worker.postMessage(order, []);
}

function start(): Worker {
  const started = startOwnWorker(workerUrl);
  started.addEventListener('message', ({ data }: MessageEvent<Watched>) => finish(data));
  // A worker that cannot run (blocked, out of memory) must not hide an alert: the page does it itself.
  started.addEventListener('error', () => {
    isBroken = true;
    if (running !== null) finish(watchOrder(running));
  });
  return started;
}

function finish(watched: Watched): void {
  const done = running;
  running = null;
  done?.onWatched(watched);
  next();
}

const none = { epochs: new Float64Array(), sources: new Uint16Array(), lines: new Uint32Array() } as const;

/** Only these are copied to the worker. */
function lean({ curves }: CurveSet): CurveSet {
  const copied = Array.from(
    curves,
    ([name, segments]) =>
      [name, segments.map(({ steps, values, timesMs }) => ({ ...none, steps, values, timesMs }))] as const,
  );
  return { sources: [], curves: new Map(copied) };
}
