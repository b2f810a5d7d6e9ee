// Web worker that finds alerts of long trainings.
import { createOrderWatch, orderOf, type WatchNews, type WatchOrder } from './watch-order.ts';

const watch = createOrderWatch();
let before: WatchOrder | null = null;

addEventListener('message', ({ data }: MessageEvent<WatchNews & { readonly isLast: boolean }>) => {
  before = orderOf(data, before);
  if (data.isLast) postMessage(watch(before), { transfer: [] });
});
