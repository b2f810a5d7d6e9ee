// Web worker that reads a large answer with metrics.
import { parseJson } from './json.ts';
import { readMetricColumns } from './schema/metric-columns.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  const columns = readMetricColumns(parseJson(data));
  postMessage(columns, { transfer: Object.values(columns ?? {}).map(({ buffer }) => buffer) });
});
