// Fast number, time and duration parsers for log cells.
import { readLogNumber } from '#pages/fine-tunes/curves/curve-of-key.ts';

/** Undefined for other text, null for "not measured". */
export function readFigure(text: string): number | null | undefined {
  const word = text.trim();
  const first = word.charCodeAt(0);
  const isPlain = (first >= 48 && first <= 57) || first === 45 || first === 46;
  if (isPlain && !/[xob_]/i.test(word)) {
    const value = Number(word);
    if (!Number.isNaN(value)) return value;
  }
  return notMeasured.has(word.toLowerCase()) ? null : readLogNumber(word);
}

/** Of steps or tokens, perhaps `1,000`: no decimals have three digits at each comma. */
export function readCount(text: string, read = readFigure): number | null | undefined {
  return thousands.test(text) ? Number(text.replaceAll(',', '')) : read(text);
}

const thousands = /^\s*[1-9]\d{0,2}(?:,\d{3})+\s*$/;

/** For a line that a comma within a number broke apart; else empty. */
export function commaHint(line: string): string {
  const bare = line.replaceAll(quoted, '""');
  return /(?<!\d)[1-9]\d{0,2},\d{3}(?!\d)/.test(bare) ? 'A number with commas needs quotes.' : '';
}

const quoted = /"[^"]*(?:"|$)/g;

/** Why a figure was not read. */
export function figureProblem(key: string, text: string): string {
  const hasComma = /^\s*[-+]?\d+(?:,\d+)+(?:\.\d*)?\s*$/.test(text);
  return hasComma ? `The comma in “${key}” could be a decimal point.` : `“${key}” is not a number.`;
}

const notMeasured = new Set(['', 'none', 'null', 'na', 'n/a', '-', 'undefined', 'no log']);

/** Empty without a date and time; as `2026-11-29 16:34:25`. */
export function findLogDate(line: string): string {
  const found = date.exec(line)?.[0];
  if (found !== undefined || !/\d\/\d\d/.test(line)) return found ?? '';
  const plain = line.replace(monthFirst, '$3-$1-$2 $4').replace(yearFirst, '$1-$2-$3');
  return date.exec(plain)?.[0] ?? '';
}

/** As the examples of Transformers set Python's logging up. */
const monthFirst = /\b(0\d|1[0-2])\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)(?= - [A-Z]+ - )/;

const yearFirst = /(\d{4})\/(\d\d)\/(\d\d)(?= \d\d:)/;

export function isWithoutZone(text: string): boolean {
  return /^\d{4}-.*:\d\d(?:[.,]\d+)?$/.test(text) && !/[+-]\d\d:\d\d$/.test(text);
}

const date = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?/;

/** From seconds or a printed duration (`0:04:12`, `1 day, 2:03:04.5`, `1h 2m 3s`); else NaN. */
export function readElapsedMs(text: string): number {
  const word = text.trim();
  const seconds = word === '' ? Number.NaN : Number(word);
  if (!Number.isNaN(seconds)) return seconds >= 0 && Number.isFinite(seconds) ? seconds * 1000 : Number.NaN;
  const found = duration.exec(word) ?? unitDuration.exec(word);
  if (found === null) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, rest = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + rest) * 1000;
}

const duration = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d(?:\.\d+)?)$/;
const unitDuration = /^(?:(\d+)d )?(?:(\d+)h )?(?:(\d+)m )?(\d+(?:\.\d+)?)s$/;
