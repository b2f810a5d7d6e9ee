// Rows as JSON: an object a line, or one array of objects.
import { parseJsonExactly } from '#api/json.ts';
import { Problems, uniqueNames, type DataReading, type DataSet } from './data-set.ts';

/** Reads one object a line. A line that is none is left out and reported by its number. */
export function readJsonLines(text: string): DataReading {
  const problems = new Problems();
  const records: (readonly [string, unknown])[][] = [];
  let line = 0;
  for (const each of text.split(/\r\n|\r|\n/)) {
    line += 1;
    if (each.trim() === '') continue;
    const record = parse(each);
    if (record === undefined) problems.add(line, 'This is not JSON; the line is left out.');
    else if (!isRecord(record)) problems.add(line, 'This is not a JSON object; the line is left out.');
    else records.push(Object.entries(record));
  }
  return toData('JSONL', records, problems);
}

/** Reads one array of objects. An element that is none is left out and reported by its number. */
export function readJsonArray(elements: readonly unknown[]): DataReading {
  const problems = new Problems();
  const records: (readonly [string, unknown])[][] = [];
  elements.forEach((element, index) => {
    if (isRecord(element)) records.push(Object.entries(element));
    else problems.add(index + 1, 'This element is not an object; it is left out.');
  });
  return toData('JSON', records, problems);
}

/** JSON with long integers as their digits; undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch {
    return undefined;
  }
}

function toData(
  kind: DataSet['kind'],
  records: readonly (readonly (readonly [string, unknown])[])[],
  problems: Problems,
): DataReading {
  if (records.length === 0) {
    const first = problems.kept[0];
    const where = first === undefined ? '' : ` ${first.line}: ${first.message}`;
    const message = first === undefined ? 'There is no row in it.' : `No row could be read. Line${where}`;
    return { ok: false, message };
  }
  const places = new Map<string, number>();
  for (const record of records)
    for (const [key] of record) if (!places.has(key)) places.set(key, places.size);
  const keys = [...places.keys()];
  const columns = uniqueNames(keys);
  const rows = records.map((record) => {
    const row = columns.map(() => '');
    for (const [key, value] of record) row[places.get(key) ?? 0] = toText(value);
    return row;
  });
  const { kept, count } = problems;
  return { ok: true, data: { kind, columns, rows, problems: kept, problemCount: count, delimiter: null } };
}

/** A string is itself, null is empty, everything else is written as JSON. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
