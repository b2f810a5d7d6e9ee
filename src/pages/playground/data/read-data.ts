// Finds out what a text or a file is, and reads it as rows, piece by piece so that a large file freezes nothing.
import type { DataReading } from './data-set.ts';
import { readCsv } from './read-csv.ts';
import { readJsonArray, readJsonLines, readJsonObject } from './read-json-rows.ts';

/**
 * Reads rows; it yields where the page may draw. The content decides, but a name that ends in `.csv` or `.tsv` is CSV
 * whatever it begins with.
 * @param name of the file; empty for what was pasted
 * @param delimiter of CSV; empty: found
 */
export function* readData(
  content: string,
  name: string,
  delimiter: string,
): Generator<undefined, DataReading> {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const start = /\S/.exec(text)?.[0];
  if (start === undefined) return { ok: false, message: 'There is nothing in it.' };
  if (/\.[ct]sv$/i.test(name) || (start !== '[' && start !== '{')) return yield* readCsv(text, delimiter);
  if (start === '[') return yield* readJsonArray(text);
  const lines = yield* readJsonLines(text);
  // One object over several lines has no line that is one.
  return lines.ok ? lines : ((yield* readJsonObject(text)) ?? lines);
}

/** The text of a file: UTF-8, UTF-16 with its mark, else the Windows code page that spreadsheets write. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
