// Rows as JSON: an object a line, or one array of objects. Both yield where the page may draw.
import { parseJsonExactly } from '#api/json.ts';
import { Problems, uniqueNames, type DataReading, type DataSet } from './data-set.ts';

/** Records that are read at once: a few milliseconds of work. */
const recordsAtOnce = 500;

type Fields = readonly (readonly [string, unknown])[];

/** Reads one object a line. A line that is none is left out and reported by its number. */
export function* readJsonLines(text: string): Generator<undefined, DataReading> {
  const problems = new Problems();
  const records: Fields[] = [];
  let line = 0;
  for (let from = 0; from < text.length;) {
    const ends = text.indexOf('\n', from);
    const end = ends === -1 ? text.length : ends;
    const each = text.slice(from, end).trim();
    from = end + 1;
    line += 1;
    if (line % recordsAtOnce === 0) yield undefined;
    if (each === '') continue;
    const record = parse(each);
    if (record === undefined) problems.add(line, 'This is not JSON; the line is left out.');
    else if (isRecord(record)) records.push(Object.entries(record));
    else problems.add(line, 'This is not a JSON object; the line is left out.');
  }
  return yield* toData('JSONL', records, problems);
}

/** Reads an array of objects, element by element. One that is none is left out and reported by its number. */
export function* readJsonArray(text: string): Generator<undefined, DataReading> {
  const problems = new Problems();
  const records: Fields[] = [];
  let number = 0;
  const elements = splitArray(text);
  for (;;) {
    const step = elements.next();
    if (step.done === true) {
      if (step.value) break;
      return { ok: false, message: 'It begins like a JSON array, and is not JSON.' };
    }
    number += 1;
    if (number % recordsAtOnce === 0) yield undefined;
    const record = parse(step.value);
    if (isRecord(record)) records.push(Object.entries(record));
    else problems.add(number, 'This element is not an object; it is left out.');
  }
  return yield* toData('JSON', records, problems);
}

/** Reads one object, over however many lines, as one row. Null where the text is none. */
export function* readJsonObject(text: string): Generator<undefined, DataReading | null> {
  const record = parse(text);
  return isRecord(record) ? yield* toData('JSON', [Object.entries(record)], new Problems()) : null;
}

/** The texts of an array's elements. @returns whether the array was closed, with nothing behind it */
function* splitArray(text: string): Generator<string, boolean> {
  let depth = 0;
  let from = text.indexOf('[') + 1;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) at = closingQuote(text, at);
    else if (code === 123 || code === 91) depth += 1;
    else if (depth > 0) depth -= code === 125 || code === 93 ? 1 : 0;
    else if (code === 44 || code === 93) {
      const element = text.slice(from, at);
      if (element.trim() !== '') yield element;
      if (code === 93) return text.slice(at + 1).trim() === '';
      from = at + 1;
    }
  }
  return false;
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at;
  }
  return text.length;
}

function parse(text: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch {
    return undefined;
  }
}

function* toData(
  kind: DataSet['kind'],
  records: readonly Fields[],
  problems: Problems,
): Generator<undefined, DataReading> {
  if (records.length === 0) {
    const [first] = problems.kept;
    const message =
      first === undefined
        ? 'There is no row in it.'
        : `No row could be read. ${kind === 'JSON' ? 'Element' : 'Line'} ${first.line}: ${first.message}`;
    return { ok: false, message };
  }
  const places = new Map<string, number>();
  for (const record of records)
    for (const [key] of record) if (!places.has(key)) places.set(key, places.size);
  yield undefined;
  const columns = uniqueNames([...places.keys()]);
  const rows: string[][] = [];
  for (const record of records) {
    const row = columns.map(() => '');
    for (const [key, value] of record) row[places.get(key) ?? 0] = toText(value);
    rows.push(row);
    if (rows.length % (recordsAtOnce * 8) === 0) yield undefined;
  }
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
