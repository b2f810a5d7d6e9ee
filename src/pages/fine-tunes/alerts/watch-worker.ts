// Web worker that finds alerts of long trainings.
import { watchOrder, type WatchOrder } from './find-alerts.ts';

addEventListener('message', ({ data }: MessageEvent<WatchOrder>) => {
  postMessage(watchOrder(data), { transfer: [] });
});
