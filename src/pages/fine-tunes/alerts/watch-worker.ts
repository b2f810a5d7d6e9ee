// The worker that watches long trainings, so that the page stays free.
import { watchOrder, type WatchOrder } from './find-alerts.ts';

addEventListener('message', ({ data }: MessageEvent<WatchOrder>) => {
  postMessage(watchOrder(data), { transfer: [] });
});
