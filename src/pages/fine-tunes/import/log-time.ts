// When a line of a log was printed, or a row was measured.
import { readTimeMs } from '#lib/read-time.ts';

/** Unix milliseconds of a date or of a number in seconds, ms, µs or ns since 1970; NaN for anything else, as seconds since a start. */
export function readLogTimeMs(text: string): number {
  return readTimeMs(text) ?? Number.NaN;
}

/** Unix milliseconds of the first date with a time in a line; without a zone it is read as UTC. NaN without one. */
export function readLogDateMs(line: string): number {
  return readLogTimeMs(date.exec(line)?.[0] ?? '');
}

const date = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?/;
