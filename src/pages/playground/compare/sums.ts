// Sums with unknown parts.
import { formatCount, noValue } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';

interface Sum {
  readonly known: number;
  readonly unknownCount: number;
  readonly count: number;
}

export function addUp(parts: readonly (number | null)[]): Sum {
  const known = parts.filter((part) => part !== null);
  return {
    known: known.reduce((sum, part) => sum + part, 0),
    unknownCount: parts.length - known.length,
    count: parts.length,
  };
}

/** `$0.0012`, `$0.0012 + 2 unknown`, `unknown`; a dash for no parts. */
export function describeDollars(sum: Sum): string {
  return describe(sum, formatDollars);
}

export function describeTokens(sum: Sum): string {
  return describe(sum, formatCount);
}

function describe({ known, unknownCount, count }: Sum, format: (value: number) => string): string {
  if (count === 0) return noValue;
  if (unknownCount === count) return 'unknown';
  return unknownCount === 0 ? format(known) : `${format(known)} + ${unknownCount} unknown`;
}
