// Reader of CSV, JSONL and JSON rows.
import papa from 'papaparse';
import { isRecord } from '#api/errors.ts';
import { parseJsonExactly } from '#api/json.ts';
import { type DataReading, Problems, uniqueNames, type DataSet, delimiters } from './data-set.ts';

// On the page in slices: copying rows out of a worker takes longer than parsing them (37 MB: 252 against 205 ms).
/**
 * Detects the format, except that `.csv` and `.tsv` are always CSV.
 * @param name of the file; empty if pasted
 * @param delimiter of CSV; empty: detect
 */
export function* readData(
  content: string,
  name: string,
  delimiter: string,
): Generator<undefined, DataReading> {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const start = /\S/.exec(text)?.[0];
  if (start === undefined) return { ok: false, message: 'It is empty.' };
  if (/\.[ct]sv$/i.test(name) || (start !== '[' && start !== '{')) return yield* readCsv(text, delimiter);
  if (start === '[') return yield* readJsonArray(text);
  const lines = yield* readJsonLines(text);
  // One object over several lines has no valid line.
  return lines.ok ? lines : ((yield* readJsonObject(text)) ?? lines);
}

/** UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Per slice of a few milliseconds. */
const recordsAtOnce = 500;

type Fields = readonly (readonly [string, unknown])[];

function* readJsonLines(text: string): Generator<undefined, DataReading> {
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
    if (record === undefined) problems.add(line, 'This is not JSON; the line was skipped.');
    else if (isRecord(record)) records.push(Object.entries(record));
    else problems.add(line, 'This is not a JSON object; the line was skipped.');
  }
  return yield* toData('JSONL', records, problems);
}

function* readJsonArray(text: string): Generator<undefined, DataReading> {
  const problems = new Problems();
  const records: Fields[] = [];
  let number = 0;
  const elements = splitArray(text);
  for (;;) {
    const step = elements.next();
    if (step.done === true) {
      if (step.value) break;
      return { ok: false, message: 'It starts like a JSON array but is not valid JSON.' };
    }
    number += 1;
    if (number % recordsAtOnce === 0) yield undefined;
    const record = parse(step.value);
    if (isRecord(record)) records.push(Object.entries(record));
    else problems.add(number, 'This element is not an object; it was skipped.');
  }
  return yield* toData('JSON', records, problems);
}

function* readJsonObject(text: string): Generator<undefined, DataReading | null> {
  const record = parse(text);
  return isRecord(record) ? yield* toData('JSON', [Object.entries(record)], new Problems()) : null;
}

/** @returns whether the array was closed with nothing after it */
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
        ? 'It has no rows.'
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

/** Strings unchanged, null as empty, all else as JSON. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}

const pieceSize = 131_072;

/**
 * The first row names the columns. Skips malformed rows: a shifted row would send a wrong prompt.
 * @param delimiter empty: detect
 */
function* readCsv(text: string, delimiter: string): Generator<undefined, DataReading> {
  const problems = new Problems();
  const rows: string[][] = [];
  const config = formatOf(text, delimiter);
  let columns: string[] | null = null;
  let line = 1;
  let size = pieceSize;
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + size);
    const isLast = from + size >= text.length;
    const { data, errors, end } = parsePiece(piece, config, isLast);
    for (const [index, fields] of data.entries()) {
      const at = line;
      line += 1;
      for (const field of fields) line += countLineEnds(field);
      if (fields.length === 1 && fields[0] === '') continue;
      const quotes = errors.get(index);
      if (quotes !== undefined) problems.add(at, describeQuotes(quotes, line - at));
      else if (columns === null) {
        columns = uniqueNames(fields);
        if (columns.some((name, place) => name !== fields[place]?.trim()))
          problems.add(at, 'Unnamed and duplicate columns were renamed.');
      } else if (fields.length === columns.length) rows.push(fields);
      else {
        const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
        problems.add(at, `${count} where the header has ${columns.length}; the row was skipped.`);
      }
    }
    // A row longer than the slice needs a longer slice.
    size = end === 0 ? size * 2 : pieceSize;
    from = isLast ? text.length : from + end;
    yield undefined;
  }
  if (columns === null) return { ok: false, message: problems.kept[0]?.message ?? 'It has no rows.' };
  const { kept, count } = problems;
  return {
    ok: true,
    data: {
      kind: 'CSV',
      columns,
      rows,
      problems: kept,
      problemCount: count,
      delimiter: config.delimiter,
    },
  };
}

interface Format {
  readonly delimiter: string;
  readonly newline: '\r' | '\n';
}

// The parser guesses from few rows: empty lines would count as rows of one field.
function formatOf(text: string, delimiter: string): Format {
  const delimitersToGuess = delimiters.map(({ value }) => value);
  const config = { delimiter, delimitersToGuess, skipEmptyLines: true, preview: 10 } as const;
  const { meta } = papa.parse(text.slice(0, 65_536).replaceAll('\r\n', '\n'), config);
  return { delimiter: meta.delimiter, newline: meta.linebreak === '\r' ? '\r' : '\n' };
}

/** Whole rows, quote errors by row, and the end of the last whole row. */
function parsePiece(piece: string, format: Format, isLast: boolean) {
  let end = 0;
  const data: string[][] = [];
  const errors = new Map<number, string>();
  const step = (result: papa.ParseStepResult<readonly string[][]>) => {
    const quotes = result.errors.find(({ type }) => type === 'Quotes');
    if (quotes !== undefined) errors.set(data.length, quotes.code);
    end = result.meta.cursor;
    // Not by the parser: lines of one file may end in both ways. A quoted value keeps its own.
    const isReturned = piece.endsWith('\r\n', end) && !piece.endsWith('\r"\r\n', end);
    data.push(...(isReturned ? result.data.map(withoutReturn) : result.data));
  };
  // The last row may continue in the next slice.
  new papa.Parser({ ...format, step }).parse(piece, 0, !isLast);
  return { data, errors, end };
}

function withoutReturn(row: readonly string[]): string[] {
  return [...row.slice(0, -1), ...row.slice(-1).map((last) => last.replace(/\r$/, ''))];
}

function describeQuotes(code: string, lines: number): string {
  return code === 'MissingQuotes'
    ? `A quote opens here and is never closed; the rest of the file, ${lines} lines, was skipped.`
    : 'A quote inside a quoted field is not doubled; the row was skipped.';
}

function countLineEnds(field: string): number {
  if (!field.includes('\n') && !field.includes('\r')) return 0;
  return field.match(/\r\n|\r|\n/g)?.length ?? 0;
}
