// At which traffic dedicated costs less: from the break-even to what the machines can serve, with gaps where one is added.
import type { Decision } from './decision.ts';
import { reckon } from './reckon.ts';

/** Tokens a minute; `to` is Infinity where nothing is known to end it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Ranges that are looked for; beyond, every further replica pays at once or nobody will read on. */
const mostRanges = 200;

/**
 * The ranges in rising order; none where dedicated never costs less or something is not known. Where replicas are added,
 * a new one is dear until its share of the traffic has come.
 */
export function cheaperRanges(decision: Decision): readonly Range[] {
  const { breakEven, capacity } = reckon(decision);
  const { replicas, growth } = decision.terms;
  if (breakEven.value === null) return [];
  if (capacity.value === null) return [{ from: breakEven.value, to: Infinity }];
  if (growth === 'fixed')
    return breakEven.value <= capacity.value ? [{ from: breakEven.value, to: capacity.value }] : [];

  const [breakEvenOfOne, capacityOfOne] = [breakEven.value / replicas, capacity.value / replicas];
  if (breakEvenOfOne > capacityOfOne) return [];
  const ranges: Range[] = [];
  for (let count = replicas; count < replicas + mostRanges; count++) {
    const from = count * breakEvenOfOne;
    const last = ranges.at(-1);
    // From here on each replica is cheaper from its first token.
    if (last !== undefined && from <= last.to)
      return [...ranges.slice(0, -1), { from: last.from, to: Infinity }];
    ranges.push({ from, to: count * capacityOfOne });
  }
  return ranges;
}
