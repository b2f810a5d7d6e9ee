// Client of the alert worker: queues trainings, keeps the last.
import { startOwnWorker } from '#lib/own-worker.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import type { Watched } from './find-alerts.ts';
import { columnsOf, createOrderWatch, newsOf, ordersUpTo, type WatchOrder } from './watch-order.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './watch-worker.ts?worker&url';

interface Waiting extends WatchOrder {
  readonly onWatched: (watched: Watched) => void;
}

let worker: Worker | null = null;
let isBroken = false;
let queue: readonly Waiting[] = [];
let running: Waiting | null = null;
/** The worker keeps it. */
let sent: WatchOrder | null = null;
const watchHere = createOrderWatch();

/** Copying 100,000 points takes 30 ms, in which the charts of the same answer are drawn first. */
const restMs = 200;

/** @returns cancels only an order not yet started: frequent news must not suppress every result */
export function watchLater(order: WatchOrder, onWatched: (watched: Watched) => void): () => void {
  const waiting = { ...order, onWatched };
  queue = [...queue, waiting];
  setTimeout(next, restMs);
  return () => {
    queue = queue.filter((each) => each !== waiting);
  };
}

function next(): void {
  const first = queue[0];
  if (running !== null || first === undefined) return;
  queue = queue.slice(1);
  running = first;
  if (isBroken) {
    finish(watchHere(first));
    return;
  }
  worker ??= start();
  void send(first, worker);
}

async function send(order: Waiting, to: Worker): Promise<void> {
  const endTurn = createYieldToPage(0);
  const orders = ordersUpTo(order, sent);
  for (const [index, each] of orders.entries()) {
    const news = newsOf(each, sent);
    sent = each;
    const isLast = index === orders.length - 1;
    to.postMessage(
      { ...news, isLast },
      columnsOf(news).map(({ buffer }) => buffer),
    );
    if (!isLast) await endTurn();
  }
}

function start(): Worker {
  const started = startOwnWorker(workerUrl);
  started.addEventListener('message', ({ data }: MessageEvent<Watched>) => finish(data));
  // If the worker cannot run (blocked, out of memory), the page takes over.
  started.addEventListener('error', () => {
    isBroken = true;
    if (running !== null) finish(watchHere(running));
  });
  return started;
}

function finish(watched: Watched): void {
  const done = running;
  running = null;
  done?.onWatched(watched);
  next();
}
