// The worker that watches long trainings, so that the page stays free.
import { watchOrder, type WatchOrder } from './watch-order.ts';

addEventListener('message', ({ data }: MessageEvent<WatchOrder>) => {
  postMessage(watchOrder(data), { transfer: [] });
});
