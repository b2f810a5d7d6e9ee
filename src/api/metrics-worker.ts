// Web worker that reads a large answer with metrics.
import { parseJson, textOf } from './json.ts';
import { type MetricColumns, readMetricColumns } from './schema/metric-columns.ts';

addEventListener('message', ({ data }: MessageEvent<readonly Uint8Array[]>) => {
  const text = textOf(data);
  const columns = columnsOf(text);
  if (columns === null) postMessage(text);
  else postMessage(columns, { transfer: Object.values(columns).map(({ buffer }) => buffer) });
});

postMessage(null);

function columnsOf(text: string): MetricColumns | null {
  try {
    return readMetricColumns(parseJson(text));
  } catch {
    return null;
  }
}
