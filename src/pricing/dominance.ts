// Dominance and Pareto front of configurations.
import type { Hardware } from '#api/schema/hardware.ts';
import { listedPrice, totalMemory } from './rate.ts';

/** Higher is better; equally many for all. */
type Merits = (hardware: Hardware) => readonly number[];

/**
 * Returns the cheapest undominated one that costs no more, has no less memory or merit, and is better in one.
 * @param all the argument need not be in it
 */
export function dominanceIn(
  all: readonly Hardware[],
  merits: Merits = () => [],
): (hardware: Hardware) => Hardware | null {
  // A dominated dominator's dominator dominates, too.
  const unbeaten: Weight[] = [];
  const weights = all.flatMap((hardware) => weigh(hardware, merits) ?? []);
  for (const weight of weights.sort(byPrice)) {
    if (!unbeaten.some((other) => beats(other, weight))) unbeaten.push(weight);
  }
  return (hardware) => {
    const own = weigh(hardware, merits);
    return own === null ? null : (unbeaten.find((other) => beats(other, own))?.hardware ?? null);
  };
}

/** By rising memory: each is the cheapest with at least its GB. */
export function paretoFront(all: readonly Hardware[]): readonly Hardware[] {
  const findBetter = dominanceIn(all);
  return all
    .flatMap((hardware) => weigh(hardware, () => []) ?? [])
    .filter(({ hardware }) => findBetter(hardware) === null)
    .sort((one, other) => gbOf(one) - gbOf(other))
    .map(({ hardware }) => hardware);
}

interface Weight {
  readonly hardware: Hardware;
  readonly cents: number;
  /** GB first, then the merits. */
  readonly figures: readonly number[];
}

function beats(one: Weight, other: Weight): boolean {
  if (one.cents > other.cents) return false;
  let isBetter = one.cents < other.cents;
  for (const [index, figure] of other.figures.entries()) {
    const own = one.figures[index] ?? -Infinity;
    if (own < figure) return false;
    if (own > figure) isBetter = true;
  }
  return isBetter;
}

/** An item never dominates an earlier one. Equal ones keep their order. */
function byPrice(one: Weight, other: Weight): number {
  if (one.cents !== other.cents) return one.cents - other.cents;
  for (const [index, figure] of one.figures.entries()) {
    const theirs = other.figures[index] ?? -Infinity;
    if (theirs !== figure) return theirs > figure ? 1 : -1;
  }
  return 0;
}

function gbOf({ figures }: Weight): number {
  return figures[0] ?? 0;
}

/** Free machines are not offers. */
function weigh(hardware: Hardware, merits: Merits): Weight | null {
  const price = listedPrice(hardware);
  const gb = totalMemory(hardware);
  if (price.kind !== 'listed' || price.centsPerMinute === 0 || gb === null) return null;
  return { hardware, cents: price.centsPerMinute, figures: [gb, ...merits(hardware)] };
}
