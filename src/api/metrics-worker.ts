// Web worker that reads a large answer with metrics while it arrives.
import { createMetricReader } from './metric-reader.ts';

const reader = createMetricReader();

/** Each chunk, then null. */
addEventListener('message', ({ data }: MessageEvent<Uint8Array | null>) => {
  if (data !== null) {
    reader.add(data);
    return;
  }
  const columns = reader.end();
  postMessage(columns, { transfer: Object.values(columns ?? {}).map(({ buffer }) => buffer) });
});
