// When something was measured: numbers in four units told apart by their size, or a date in words.

/** Unix milliseconds of a number in seconds, ms, µs or ns since 1970, or of an ISO date; NaN for anything else, as seconds since a start. */
export function readLogTimeMs(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return readLogDateMs(text);
  if (value >= 1e17) return value / 1e6;
  if (value >= 1e14) return value / 1e3;
  if (value >= 1e11) return value;
  return value >= 1e8 ? value * 1e3 : Number.NaN;
}

/** Unix milliseconds of the first date with a time in the text; without a zone it is read as UTC. NaN without one. */
export function readLogDateMs(text: string): number {
  const [, day, time, fraction = '', zone = 'Z'] = date.exec(text) ?? [];
  if (day === undefined || time === undefined) return Number.NaN;
  return Date.parse(`${day}T${time}${fraction.replace(',', '.').slice(0, 4)}${zone}`);
}

const date = /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)([.,]\d+)?(?:\s?(Z|[+-]\d\d:\d\d))?/;
