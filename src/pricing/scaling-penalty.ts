// What scaling costs: the price of a GPU where there are several, against the smallest configuration of the same card.
import type { Hardware } from '#api/schema/hardware.ts';
import { inFormula, unknown, type Derived } from './derived.ts';
import { listedPrice } from './rate.ts';

/**
 * For a list, a function that gives the price per GPU against that of the smallest configuration of the same GPU, link
 * and memory: 1 is linear, more is a penalty.
 * @param all the list that is compared within
 */
export function scalingIn(all: readonly Hardware[]): (hardware: Hardware) => Derived {
  const smallest = new Map<string, PerGpu>();
  for (const hardware of all) {
    const offer = perGpu(hardware);
    if (offer === null || offer.card === null) continue;
    const before = smallest.get(offer.card);
    if (before === undefined || offer.count < before.count) smallest.set(offer.card, offer);
  }
  return (hardware) => {
    const own = perGpu(hardware);
    if (own === null) return unknown('Its price or its count of GPUs is not stated.');
    if (own.card === null) return unknown('Its GPU type or memory is not stated.');
    const base = smallest.get(own.card);
    if (base === undefined || base.cents === 0) return unknown('There is nothing to compare it with.');
    const value = own.cents / base.cents;
    return {
      value,
      // Made when it is read: a sort of ten thousand rows needs the value alone.
      get formula() {
        const days = own.day === base.day ? '' : `; prices of different days, ${own.day} and ${base.day}`;
        return `${inFormula(own.cents)} ¢/min per GPU ÷ ${inFormula(base.cents)} (${base.count}×) = ${inFormula(value)}×${days}`;
      },
    };
  };
}

interface PerGpu {
  /** Cents a minute for one GPU. */
  readonly cents: number;
  readonly count: number;
  /** Null where the specs do not say which. */
  readonly card: string | null;
  /** When the service last changed the record. */
  readonly day: string;
}

/** GPU, link and memory, the same for all that are compared; null where the GPU or its memory is not stated. */
export function cardKey({ specs }: Pick<Hardware, 'specs'>): string | null {
  const { gpu_type: type, gpu_link: link, gpu_memory: memory } = specs ?? {};
  return type === undefined || memory === undefined ? null : JSON.stringify([type, link, memory]);
}

function perGpu(hardware: Hardware): PerGpu | null {
  const price = listedPrice(hardware);
  const count = hardware.specs?.gpu_count ?? 0;
  if (price.kind !== 'listed' || !(count > 0)) return null;
  const day = hardware.updated_at?.slice(0, 10) ?? 'an unknown day';
  return { cents: price.centsPerMinute / count, count, card: cardKey(hardware), day };
}
