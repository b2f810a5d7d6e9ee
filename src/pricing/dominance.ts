// Which configurations another one beats in price, memory and whatever else counts.
import type { Hardware } from '#api/schema/hardware.ts';
import { listedPrice, totalMemory } from './rate.ts';

/** What counts besides price and memory, more being better: the same number of figures for every configuration. */
type Merits = (hardware: Hardware) => readonly number[];

/**
 * For a list, a function that finds what beats a configuration: of those that cost no more, have no less memory and no less
 * merit, and are better in one of them, the cheapest that nothing beats. Null where there is none.
 * @param all the list; what is asked for need not be in it
 */
export function dominanceIn(
  all: readonly Hardware[],
  merits: Merits = () => [],
): (hardware: Hardware) => Hardware | null {
  // What beats something is beaten at most by what beats that, too: the unbeaten are enough to compare with.
  const unbeaten: Weight[] = [];
  const weights = all.flatMap((hardware, index) => weigh(hardware, merits, index) ?? []);
  for (const weight of weights.sort(byPrice)) {
    if (!unbeaten.some((other) => beats(other, weight))) unbeaten.push(weight);
  }
  return (hardware) => {
    const own = weigh(hardware, merits, 0);
    return own === null ? null : (unbeaten.find((other) => beats(other, own))?.hardware ?? null);
  };
}

/** The configurations to which none is both cheaper and larger, by rising memory: the cheapest way to at least X GB. */
export function paretoFront(all: readonly Hardware[]): readonly Hardware[] {
  const findBetter = dominanceIn(all);
  return all
    .flatMap((hardware, index) => weigh(hardware, () => [], index) ?? [])
    .filter(({ hardware }) => findBetter(hardware) === null)
    .sort((one, other) => gbOf(one) - gbOf(other))
    .map(({ hardware }) => hardware);
}

interface Weight {
  readonly hardware: Hardware;
  readonly cents: number;
  /** Memory in GB first, then the merits. */
  readonly figures: readonly number[];
  readonly index: number;
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

/** The cheaper one first, of equals the better one: what comes later beats nothing before it. */
function byPrice(one: Weight, other: Weight): number {
  if (one.cents !== other.cents) return one.cents - other.cents;
  for (const [index, figure] of one.figures.entries()) {
    const theirs = other.figures[index] ?? -Infinity;
    if (theirs !== figure) return theirs > figure ? 1 : -1;
  }
  return one.index - other.index;
}

function gbOf({ figures }: Weight): number {
  return figures[0] ?? 0;
}

/** Only what has a price above zero and a memory can be weighed: free machines are no offer. */
function weigh(hardware: Hardware, merits: Merits, index: number): Weight | null {
  const price = listedPrice(hardware);
  const gb = totalMemory(hardware);
  if (price.kind !== 'listed' || price.centsPerMinute === 0 || gb === null) return null;
  return { hardware, cents: price.centsPerMinute, figures: [gb, ...merits(hardware)], index };
}
