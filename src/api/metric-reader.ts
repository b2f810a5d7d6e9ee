// Reader of a list of metrics in parts, as its bytes arrive.
import { parseJson } from './json.ts';
import { type MetricColumns, metricColumns, readMetricColumns } from './schema/metric-columns.ts';

interface MetricReader {
  add(bytes: Uint8Array): void;
  /** The same as of the whole body; null if that is not JSON, or not a list. */
  end(): MetricColumns | null;
}

/**
 * Never throws. Other bodies than a list, bare or first in `metrics`, are read at the end.
 * @param partLength characters; this many are read in about a millisecond
 */
export function createMetricReader(partLength = 131_072): MetricReader {
  const decoder = new TextDecoder();
  const parts: MetricColumns[] = [];
  /** The list's beginning, with a 0 in the place of rows already read: it is no row. */
  let list = '';
  let rest = '';
  let nextLength = partLength;

  return {
    add(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      if (rest.length < nextLength) return;
      if (list === '') {
        list = /^\s*(?:\{\s*"metrics"\s*:\s*)?\[/.exec(rest)?.[0] ?? '';
        rest = rest.slice(list.length);
      }
      const end = rest.lastIndexOf('},') + 1;
      const begin = list.endsWith('0') ? '[0' : '[';
      // Inside a row or a text brackets and quotes do not match, so it is not JSON.
      const rows = list === '' || end === 0 ? null : columnsOf(`${begin}${rest.slice(0, end)}]`);
      nextLength = rows === null ? 2 * rest.length : partLength;
      if (rows === null) return;
      parts.push(rows);
      rest = rest.slice(end);
      list = list.replace(/0?$/, '0');
    },
    end() {
      const last = columnsOf(list + rest + decoder.decode());
      return last && metricColumns((name) => concatenated([...parts, last].map((part) => part[name])));
    },
  };
}

/** Without room behind it: to a column that fills its memory others can be appended, and need not be compared with it. */
function concatenated(columns: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const column of columns) {
    whole.set(column, place);
    place += column.length;
  }
  return whole;
}

function columnsOf(text: string): MetricColumns | null {
  try {
    return readMetricColumns(parseJson(text, '"NaN"'));
  } catch {
    return null;
  }
}
