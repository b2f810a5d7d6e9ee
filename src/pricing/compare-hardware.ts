// What configurations mean beside each other: the penalty of scaling, the cheapest way to a memory, what is dominated.
import type { Hardware } from '#api/schema/hardware.ts';
import { inFormula, unknown, type Derived } from './derived.ts';
import { listedPrice, totalMemory } from './rate.ts';

/**
 * Price per GPU against that of the smallest configuration of the same GPU and link: 1 is linear, more is a penalty.
 * @param all the list that the configuration is compared within
 */
export function scalingPenalty(hardware: Hardware, all: readonly Hardware[]): Derived {
  const own = perGpu(hardware);
  if (own === null) return unknown('Its price or its count of GPUs is not stated.');
  const smallest = all
    .filter((other) => sameCard(other, hardware) && perGpu(other) !== null)
    .toSorted((one, other) => (one.specs?.gpu_count ?? 0) - (other.specs?.gpu_count ?? 0))[0];
  const base = smallest && perGpu(smallest);
  if (!smallest || base === undefined || base === null || base === 0)
    return unknown('There is nothing to compare it with.');
  const value = own / base;
  return {
    value,
    formula: `${inFormula(own)} ¢/min per GPU ÷ ${inFormula(base)} (${smallest.specs?.gpu_count ?? 1}×) = ${inFormula(value)}×`,
  };
}

/** The configurations to which none is both cheaper and larger, by rising memory: the cheapest way to at least X GB. */
export function paretoFront(all: readonly Hardware[]): readonly Hardware[] {
  return all
    .filter((hardware) => dominatedBy(hardware, all) === null && weigh(hardware) !== null)
    .toSorted((one, other) => (totalMemory(one) ?? 0) - (totalMemory(other) ?? 0));
}

/** A configuration that costs no more and has no less memory, and is better in one of the two; null where there is none. */
export function dominatedBy(hardware: Hardware, all: readonly Hardware[]): Hardware | null {
  const own = weigh(hardware);
  if (own === null) return null;
  const better = all.filter((other) => {
    const weight = weigh(other);
    if (weight === null || weight.cents > own.cents || weight.gb < own.gb) return false;
    return weight.cents < own.cents || weight.gb > own.gb;
  });
  return better.toSorted((one, other) => (weigh(one)?.cents ?? 0) - (weigh(other)?.cents ?? 0))[0] ?? null;
}

/** Only what has a price above zero and a memory can be weighed: a machine that bills nothing is no offer. */
function weigh(hardware: Hardware): { readonly cents: number; readonly gb: number } | null {
  const price = listedPrice(hardware);
  const gb = totalMemory(hardware);
  if (price.kind !== 'listed' || price.centsPerMinute === 0 || gb === null) return null;
  return { cents: price.centsPerMinute, gb };
}

function perGpu(hardware: Hardware): number | null {
  const price = listedPrice(hardware);
  const count = hardware.specs?.gpu_count;
  if (price.kind !== 'listed' || count === undefined || !(count > 0)) return null;
  return price.centsPerMinute / count;
}

function sameCard(one: Hardware, other: Hardware): boolean {
  return (
    one.specs?.gpu_type === other.specs?.gpu_type &&
    one.specs?.gpu_link === other.specs?.gpu_link &&
    one.specs?.gpu_memory === other.specs?.gpu_memory
  );
}
