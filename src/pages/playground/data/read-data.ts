// Finds out what a text or a file is, and reads it as rows. Runs in a worker, so that a large file freezes nothing.
import type { DataReading } from './data-set.ts';
import { readCsv } from './read-csv.ts';
import { parse, readJsonArray, readJsonLines } from './read-json-rows.ts';

/**
 * Reads rows. The content decides, but a name that ends in `.csv` or `.tsv` is CSV whatever it begins with.
 * @param name of the file; empty for what was pasted
 * @param delimiter of CSV; empty: found
 */
export function readData(content: string, name: string, delimiter: string): DataReading {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const start = text.trimStart().slice(0, 1);
  if (start === '') return { ok: false, message: 'There is nothing in it.' };
  if (/\.[ct]sv$/i.test(name) || (start !== '[' && start !== '{')) return readCsv(text, delimiter);
  // One object over several lines is read as one row; its first line alone would not be JSON.
  const firstLine = text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  if (start === '[' || parse(firstLine) === undefined) {
    const whole = parse(text);
    if (Array.isArray(whole)) return readJsonArray(whole);
    if (whole !== undefined) return readJsonArray([whole]);
  }
  const lines = readJsonLines(text);
  if (!lines.ok && start === '[')
    return { ok: false, message: 'It begins like a JSON array, and is not JSON.' };
  return lines;
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
