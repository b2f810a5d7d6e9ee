// Which configurations another one beats in price and memory: sorted once, so that ten thousand are no work.
import type { Hardware } from '#api/schema/hardware.ts';
import { listedPrice, totalMemory } from './rate.ts';

/**
 * For a list, a function that finds what beats a configuration: of those that cost no more and have no less memory, and
 * are better in one of the two, the cheapest; the earlier one of equals. Null where there is none.
 * @param all the list; what is asked for need not be in it
 */
export function dominanceIn(all: readonly Hardware[]): (hardware: Hardware) => Hardware | null {
  const steps = stepsOf(all);
  return (hardware) => {
    const own = weigh(hardware);
    if (own === null) return null;
    const index = firstFrom(steps, own.gb);
    const step = steps[index];
    const isEqual = step?.gb === own.gb;
    const larger = (isEqual ? steps[index + 1] : step)?.cheapestFromHere;
    const equal = isEqual ? step.cheapest : undefined;
    const candidates = [
      ...(larger !== undefined && larger.cents <= own.cents ? [larger] : []),
      ...(equal !== undefined && equal.cents < own.cents ? [equal] : []),
    ];
    const [one, other] = candidates;
    return (one && other && isBefore(other, one) ? other : one)?.hardware ?? null;
  };
}

/** The configurations to which none is both cheaper and larger, by rising memory: the cheapest way to at least X GB. */
export function paretoFront(all: readonly Hardware[]): readonly Hardware[] {
  const findBetter = dominanceIn(all);
  return all
    .flatMap((hardware) => {
      const weight = weigh(hardware);
      return weight === null || findBetter(hardware) !== null ? [] : [{ hardware, gb: weight.gb }];
    })
    .sort((one, other) => one.gb - other.gb)
    .map(({ hardware }) => hardware);
}

interface Offer {
  readonly hardware: Hardware;
  readonly cents: number;
  readonly gb: number;
  readonly index: number;
}

/** All configurations of one memory. */
interface Step {
  readonly gb: number;
  readonly cheapest: Offer;
  /** Of this memory and of every larger one. */
  readonly cheapestFromHere: Offer;
}

/** By rising memory. */
function stepsOf(all: readonly Hardware[]): readonly Step[] {
  const cheapest = new Map<number, Offer>();
  for (const [index, hardware] of all.entries()) {
    const weight = weigh(hardware);
    if (weight === null) continue;
    const offer = { ...weight, hardware, index };
    const before = cheapest.get(offer.gb);
    if (before === undefined || isBefore(offer, before)) cheapest.set(offer.gb, offer);
  }
  const steps: Step[] = [];
  let best: Offer | undefined;
  for (const offer of [...cheapest.values()].sort((one, other) => other.gb - one.gb)) {
    if (best === undefined || isBefore(offer, best)) best = offer;
    steps.push({ gb: offer.gb, cheapest: offer, cheapestFromHere: best });
  }
  return steps.toReversed();
}

function isBefore(one: Offer, other: Offer): boolean {
  return one.cents < other.cents || (one.cents === other.cents && one.index < other.index);
}

/** The index of the first step with at least that memory; the count of steps where there is none. */
function firstFrom(steps: readonly Step[], gb: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.gb ?? 0) < gb) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Only what has a price above zero and a memory can be weighed: a machine that bills nothing is no offer. */
function weigh(hardware: Hardware): { readonly cents: number; readonly gb: number } | null {
  const price = listedPrice(hardware);
  const gb = totalMemory(hardware);
  if (price.kind !== 'listed' || price.centsPerMinute === 0 || gb === null) return null;
  return { cents: price.centsPerMinute, gb };
}
