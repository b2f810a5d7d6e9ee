// Rates of hardware, unrounded.
import type { Hardware } from '#api/schema/hardware.ts';
import { readTimeMs } from '#lib/read-time.ts';
import {
  formatAmount,
  formatDollars,
  dollarsInFormula,
  inFormula,
  unknown,
  type Derived,
  priceNumber,
  priceWords,
} from './money.ts';

/** A year's mean. */
export const hoursPerMonth = 730;

/** `factor` converts US cents per minute; `steps` is for formulas. */
interface RateUnit {
  readonly id: string;
  readonly label: string;
  readonly factor: number;
  readonly steps: string;
}

export const rateUnits = [
  { id: 'minute', label: '¢/min', factor: 1, steps: '' },
  { id: 'hour', label: '$/h', factor: 0.6, steps: ' × 60 min ÷ 100' },
  { id: 'day', label: '$/day', factor: 14.4, steps: ' × 60 min ÷ 100 × 24 h' },
  {
    id: 'month',
    label: '$/month',
    factor: 0.6 * hoursPerMonth,
    steps: ` × 60 min ÷ 100 × ${hoursPerMonth} h`,
  },
] as const satisfies readonly RateUnit[];

export type RateUnitId = (typeof rateUnits)[number]['id'];

export function rateUnit(id: RateUnitId): (typeof rateUnits)[number] {
  return rateUnits.find((unit) => unit.id === id) ?? rateUnits[1];
}

/** `$5.40/h`, `9.00 ¢/min`, `$3,942.00/month`. */
export function formatPriceIn(amount: number, unitLabel: string): string {
  return unitLabel.startsWith('$')
    ? `${formatDollars(amount)}${unitLabel.slice(1)}`
    : `${formatAmount(amount)} ${unitLabel}`;
}

/** Configuration, GPU, or GB of memory. */
export const shares = ['whole', 'gpu', 'gb'] as const;

export type Share = (typeof shares)[number];

type ListedPrice =
  | { readonly kind: 'listed'; readonly centsPerMinute: number }
  /** The service's own words. */
  | { readonly kind: 'contact'; readonly words: string }
  | { readonly kind: 'missing' };

/** Zero is listed. */
export function listedPrice({ pricing }: Pick<Hardware, 'pricing'>): ListedPrice {
  const cents = priceNumber(pricing?.cents_per_minute);
  if (cents !== null) return { kind: 'listed', centsPerMinute: cents };
  // Some services put it into another field.
  const elsewhere = Object.values(pricing ?? {})
    .filter((value) => typeof value === 'string')
    .find((value) => /contact/i.test(value));
  const words = priceWords(pricing?.cents_per_minute) ?? priceWords(elsewhere);
  return words === null ? { kind: 'missing' } : { kind: 'contact', words };
}

/** In UTC; null if not stated, or a placeholder. */
export function updatedDay({ updated_at: text }: Pick<Hardware, 'updated_at'>): string | null {
  const atMs = readTimeMs(text);
  return atMs === null ? null : new Date(atMs).toISOString().slice(0, 10);
}

export function dollarsPerHour(centsPerMinute: number): number {
  return (centsPerMinute * 60) / 100;
}

/** GB of all GPUs. Never from ids: they are irregular. */
export function totalMemory({ specs }: Pick<Hardware, 'specs'>): number | null {
  const { gpu_memory: memory = 0, gpu_count: count = 0 } = specs ?? {};
  return memory > 0 && count > 0 ? memory * count : null;
}

/** @param replicas from 1 */
export function rate(
  hardware: Hardware,
  unitId: RateUnitId,
  share: Share,
  replicas: number | null = 1,
): Derived {
  const price = listedPrice(hardware);
  if (price.kind === 'contact') return unknown(`The service states no amount: ${price.words}.`);
  if (price.kind === 'missing') return unknown('The service states no price.');
  const unit = rateUnit(unitId);
  const parts = partsOf(hardware, share);
  if (parts === null) return unknown(`Its specs lack the ${share === 'gpu' ? 'number of GPUs' : 'memory'}.`);
  if (replicas === null && share === 'whole') return unknown('The number of replicas is invalid.');
  const cents = price.centsPerMinute;
  // A share costs the same for any replicas.
  const times = share === 'whole' ? (replicas ?? 1) : 1;
  const value = (cents * unit.factor * times) / parts.count;
  return {
    value,
    // Lazy: sorting only needs the value.
    get formula() {
      const factors = [
        `${inFormula(cents)} ¢/min${unit.steps}`,
        ...(times === 1 ? [] : [`${times} replicas`]),
      ].join(' × ');
      const divided = parts.words === null ? factors : `${factors} ÷ ${parts.words()}`;
      const { label } = unit;
      return label.startsWith('$')
        ? `${divided} = ${dollarsInFormula(value)}${label.slice(1)}`
        : `${divided} = ${inFormula(value)} ${label}`;
    },
  };
}

function partsOf(
  hardware: Hardware,
  share: Share,
): { readonly count: number; readonly words: (() => string) | null } | null {
  if (share === 'whole') return { count: 1, words: null };
  const count = hardware.specs?.gpu_count ?? 0;
  if (share === 'gpu') return count > 0 ? { count, words: () => `${count} GPU` } : null;
  const memory = totalMemory(hardware);
  return memory === null ? null : { count: memory, words: () => `${inFormula(memory)} GB` };
}

/**
 * Price per GPU relative to the smallest configuration of the same GPU, link and memory: more than 1 is a
 * penalty.
 * @param all the list to compare within
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
    if (own === null) return unknown('Its price or number of GPUs is not stated.');
    if (own.card === null) return unknown('Its GPU type or memory is not stated.');
    const base = smallest.get(own.card);
    if (base === undefined || base.cents === 0) return unknown('There is nothing to compare it with.');
    const value = own.cents / base.cents;
    return {
      value,
      // Lazy: sorting only needs the value.
      get formula() {
        const days = own.day === base.day ? '' : `; prices from different days, ${own.day} and ${base.day}`;
        return `${inFormula(own.cents)} ¢/min per GPU ÷ ${inFormula(base.cents)} (${base.count}×) = ${inFormula(value)}×${days}`;
      },
    };
  };
}

interface PerGpu {
  /** Cents per minute for one GPU. */
  readonly cents: number;
  readonly count: number;
  /** Null if unnamed. */
  readonly card: string | null;
  readonly day: string;
}

/** Null without GPU or memory. */
export function cardKey({ specs }: Pick<Hardware, 'specs'>): string | null {
  const { gpu_type: type, gpu_link: link, gpu_memory: memory } = specs ?? {};
  return type === undefined || memory === undefined ? null : JSON.stringify([type, link, memory]);
}

function perGpu(hardware: Hardware): PerGpu | null {
  const price = listedPrice(hardware);
  const count = hardware.specs?.gpu_count ?? 0;
  if (price.kind !== 'listed' || !(count > 0)) return null;
  const day = updatedDay(hardware) ?? 'an unknown day';
  return { cents: price.centsPerMinute / count, count, card: cardKey(hardware), day };
}
