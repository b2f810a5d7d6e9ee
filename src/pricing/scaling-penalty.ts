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
  const smallest = new Map<string, Base>();
  for (const hardware of all) {
    const cents = perGpu(hardware);
    if (cents === null) continue;
    const base = { cents, count: hardware.specs?.gpu_count ?? 1 };
    const before = smallest.get(cardKey(hardware));
    if (before === undefined || base.count < before.count) smallest.set(cardKey(hardware), base);
  }
  return (hardware) => {
    const own = perGpu(hardware);
    if (own === null) return unknown('Its price or its count of GPUs is not stated.');
    const base = smallest.get(cardKey(hardware));
    if (base === undefined || base.cents === 0) return unknown('There is nothing to compare it with.');
    const value = own / base.cents;
    return {
      value,
      // Made when it is read: a sort of ten thousand rows needs the value alone.
      get formula() {
        return `${inFormula(own)} ¢/min per GPU ÷ ${inFormula(base.cents)} (${base.count}×) = ${inFormula(value)}×`;
      },
    };
  };
}

interface Base {
  /** Cents a minute for one GPU. */
  readonly cents: number;
  readonly count: number;
}

function perGpu(hardware: Hardware): number | null {
  const price = listedPrice(hardware);
  const count = hardware.specs?.gpu_count;
  if (price.kind !== 'listed' || count === undefined || !(count > 0)) return null;
  return price.centsPerMinute / count;
}

function cardKey({ specs }: Hardware): string {
  return JSON.stringify([specs?.gpu_type, specs?.gpu_link, specs?.gpu_memory]);
}
