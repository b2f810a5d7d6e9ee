// What scaling costs: the price of a GPU where there are several, against the smallest configuration of the same card.
import type { Hardware } from '#api/schema/hardware.ts';
import { inFormula, unknown, type Derived } from './derived.ts';
import { listedPrice } from './rate.ts';

/**
 * For a list, a function that gives the price per GPU against that of the smallest configuration of the same GPU and
 * link: 1 is linear, more is a penalty.
 * @param all the list that is compared within
 */
export function scalingIn(all: readonly Hardware[]): (hardware: Hardware) => Derived {
  const smallest = new Map<string, PerGpu>();
  for (const hardware of all) {
    const offer = perGpu(hardware);
    if (offer === null) continue;
    const before = smallest.get(offer.card);
    if (before === undefined || offer.count < before.count) smallest.set(offer.card, offer);
  }
  return (hardware) => {
    const own = perGpu(hardware);
    if (own === null) return unknown('Its price or its count of GPUs is not stated.');
    const base = smallest.get(own.card);
    if (base === undefined || base.cents === 0) return unknown('There is nothing to compare it with.');
    const value = own.cents / base.cents;
    return {
      value,
      // Made when it is read: a sort of ten thousand rows needs the value alone.
      get formula() {
        return `${inFormula(own.cents)} ¢/min per GPU ÷ ${inFormula(base.cents)} (${base.count}×) = ${inFormula(value)}×`;
      },
    };
  };
}

interface PerGpu {
  /** Cents a minute for one GPU. */
  readonly cents: number;
  readonly count: number;
  /** GPU, link and memory: the same for all that are compared. */
  readonly card: string;
}

function perGpu(hardware: Hardware): PerGpu | null {
  const price = listedPrice(hardware);
  const { gpu_type: type, gpu_link: link, gpu_memory: memory, gpu_count: count = 0 } = hardware.specs ?? {};
  if (price.kind !== 'listed' || !(count > 0)) return null;
  return { cents: price.centsPerMinute / count, count, card: JSON.stringify([type, link, memory]) };
}
