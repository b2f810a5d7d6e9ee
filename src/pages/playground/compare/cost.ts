// What a comparison costs: the bounds of its requests and their true costs, added up. Unknown stays unknown.
import type { CompletionRequest } from '#api/schema/completion-request.ts';
import type { Model } from '#api/schema/model.ts';
import { formatCount } from '#lib/format.ts';
import { boundDollars, boundTokens, readTokenPrices, usageDollars } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';

/** What one request can cost at most; null where it is not known. */
export interface Bound {
  readonly tokens: number | null;
  readonly dollars: number | null;
}

/** @param models the service's list: a model that is not in it has neither a known context nor known prices */
export function boundOf(request: CompletionRequest, models: readonly Model[], unit: TokenUnit): Bound {
  const record = models.find(({ id }) => id === request.model);
  const bound = boundTokens(request, record?.context_length);
  return {
    tokens: bound.output === null ? null : bound.input + bound.output,
    dollars: boundDollars(bound, readTokenPrices(record?.pricing, unit)),
  };
}

/** The true cost in dollars; null where the usage or the model's prices are not known. */
export function costOf(
  model: string,
  usage: Parameters<typeof usageDollars>[0],
  models: readonly Model[],
  unit: TokenUnit,
): number | null {
  const record = models.find(({ id }) => id === model);
  return usageDollars(usage, readTokenPrices(record?.pricing, unit));
}

/** A sum of which parts may not be known. */
export interface Sum {
  readonly known: number;
  readonly unknownCount: number;
  readonly count: number;
}

/** Adds up what is known, and counts what is not. */
export function addUp(parts: readonly (number | null)[]): Sum {
  const known = parts.filter((part) => part !== null);
  return {
    known: known.reduce((sum, part) => sum + part, 0),
    unknownCount: parts.length - known.length,
    count: parts.length,
  };
}

/** `$0.0012`, `$0.0012 + 2 unknown`, `unknown`; a dash where there is nothing to add up. */
export function describeDollars(sum: Sum): string {
  return describe(sum, formatDollars);
}

/** As `describeDollars`, for tokens. */
export function describeTokens(sum: Sum): string {
  return describe(sum, formatCount);
}

function describe({ known, unknownCount, count }: Sum, format: (value: number) => string): string {
  if (count === 0) return '–';
  if (unknownCount === count) return 'unknown';
  return unknownCount === 0 ? format(known) : `${format(known)} + ${unknownCount} unknown`;
}
