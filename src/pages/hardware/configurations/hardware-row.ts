// Hardware rows: configuration, availability, rank.
import type { Hardware } from '#api/schema/hardware.ts';
import { formatNumber, toTwelveDigits } from '#lib/format.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { dominanceIn, paretoFront } from '#pricing/dominance.ts';
import { type Derived, dollarsInFormula, inFormula, unknown } from '#pricing/money.ts';
import { listedPrice, rate, totalMemory, scalingIn } from '#pricing/rate.ts';
import type { Choices } from './search.ts';

export type Offer =
  /** No model, or its list has not arrived. */
  | { readonly kind: 'unasked' }
  /** `status` in the service's words. */
  | {
      readonly kind: 'offered';
      readonly status: string | null;
      /** Invented by the service: nothing can be rented. */
      readonly isSimulated?: boolean;
    }
  /** Does not fit, or is not offered. */
  | { readonly kind: 'not-offered' };

export const lowCapacity = 'low capacity';

export const lowCapacityHelp =
  'The service says “insufficient”: it offers this hardware, but does not state that any can be had now.';

/** The service's other words are shown as sent. */
export function offeredWord(status: string): string {
  return status === 'insufficient' ? lowCapacity : status;
}

export interface HardwareRow {
  readonly hardware: Hardware;
  readonly raw: unknown;
  readonly offer: Offer;
  /** Costs no more, has no less memory, is at least as fast if both speeds are known, and is as available. */
  readonly dominator: Hardware | null;
  readonly penalty: Derived;
  /** With the required memory, among the most available. */
  readonly isCheapest: boolean;
  /** False without a budget or a price. */
  readonly isOverBudget: boolean;
  readonly notes: readonly string[];
}

interface RowParts {
  readonly all: RecordList<Hardware>;
  /** Null without a model or its list. */
  readonly offered: RecordList<Hardware> | null;
  readonly model: string | null;
}

/** In the service's order, then those only in the model's list; for a model those that it is offered on first. */
export function hardwareRows({ all, offered, model }: RowParts): readonly HardwareRow[] {
  const known = new Set(all.items.map(({ id }) => id));
  const byId = new Map(offered?.items.map((hardware) => [hardware.id, hardware]));
  const entries = [
    ...all.items.map((hardware, index) => ({ hardware, raw: all.raw[index] })),
    ...(offered?.items ?? []).flatMap((hardware, index) =>
      known.has(hardware.id) ? [] : [{ hardware, raw: offered?.raw[index] }],
    ),
  ];
  const findBetter = dominanceIn(offered?.items ?? all.items, meritsOf);
  const scaling = scalingIn(all.items);
  const rows = entries.map(({ hardware, raw }): HardwareRow => {
    const offer = offerOf(hardware, model, offered, byId);
    // Only the model's list has the availability.
    const dominator = offer.kind === 'not-offered' ? null : findBetter(byId.get(hardware.id) ?? hardware);
    return {
      hardware,
      raw,
      offer,
      dominator,
      penalty: scaling(hardware),
      isCheapest: false,
      isOverBudget: false,
      notes: [
        ...(offer.kind === 'not-offered' ? ['does not fit or is not offered for this model'] : []),
        ...(dominator === null ? [] : [dominationOf(hardware, dominator)]),
      ],
    };
  });
  // Not by what is available, which would move the rows at each answer.
  const isNone = ({ offer }: HardwareRow) => Number(offer.kind === 'not-offered');
  return rows.toSorted((one, other) => isNone(one) - isNone(other));
}

/** True of the same configurations. */
export function hasOtherPrices(some: readonly Hardware[], others: readonly Hardware[]): boolean {
  const before = new Map(some.map((hardware) => [hardware.id, hardware.pricing?.cents_per_minute]));
  return others.some(({ id, pricing }) => {
    const price = pricing?.cents_per_minute;
    return price !== undefined && before.has(id) && before.get(id) !== price;
  });
}

export type Plan = Pick<Choices, 'replicas' | 'budget' | 'need'>;

/**
 * The same array or row objects where the plan does not affect them.
 * @param offered the model's list; null without a model
 */
export function plannedRows(
  rows: readonly HardwareRow[],
  offered: readonly Hardware[] | null,
  { replicas, budget, need }: Plan,
): readonly HardwareRow[] {
  if (budget === null && need === null && offered === null) return rows;
  const rivals = offered ?? rows.map(({ hardware }) => hardware);
  const cheapestId = offered === null && need === null ? undefined : cheapestFor(rivals, need)?.id;
  return rows.map((row) => {
    const isCheapest = row.hardware.id === cheapestId;
    const month = budget === null ? null : monthlyDollars(row.hardware, replicas);
    const isOverBudget = budget !== null && month !== null && month > budget;
    const isSmall = need !== null && (totalMemory(row.hardware) ?? 0) < need;
    if (!isCheapest && !isOverBudget && !isSmall) return row;
    const notes = [
      ...(isSmall ? [`less than ${formatNumber(need)} GB`] : []),
      ...(isOverBudget ? ['over budget'] : []),
      ...row.notes,
    ];
    return { ...row, isCheapest, isOverBudget, notes };
  });
}

/** Null if unknown. Of 0.07 ¢/min they are 30.660000000000004, within a budget of 30.66. */
export function monthlyDollars(hardware: Hardware, replicas: number | null): number | null {
  const { value } = rate(hardware, 'month', 'whole', replicas);
  return value === null ? null : toTwelveDigits(value);
}

/**
 * With at least `need` GB, among the most available; of equal prices the larger. Free machines do not count
 * for a need.
 */
function cheapestFor(rivals: readonly Hardware[], need: number | null): Hardware | null {
  const cheapestOf = (some: readonly Hardware[]) =>
    need === null
      ? some.filter((hardware) => listedPrice(hardware).kind === 'listed').toSorted(byCents)[0]
      : paretoFront(some).find((hardware) => (totalMemory(hardware) ?? 0) >= need);
  for (const least of [2, 1, 0]) {
    const found = cheapestOf(rivals.filter((hardware) => availabilityRank(hardware) >= least));
    if (found) return found;
  }
  return null;
}

/** Of equal prices the larger first. */
export function byCents(one: Hardware, other: Hardware): number {
  return centsOf(one) - centsOf(other) || (totalMemory(other) ?? 0) - (totalMemory(one) ?? 0);
}

function offerOf(
  hardware: Hardware,
  model: string | null,
  offered: RecordList<Hardware> | null,
  byId: ReadonlyMap<string, Hardware>,
): Offer {
  if (offered === null) {
    // Stated without a model, it says nothing about the chosen one.
    const status = model === null ? hardware.availability?.status : undefined;
    return status === undefined ? { kind: 'unasked' } : statedOffer(status, hardware);
  }
  const found = byId.get(hardware.id);
  if (found === undefined) return { kind: 'not-offered' };
  return statedOffer(found.availability?.status ?? null, found);
}

function statedOffer(status: string | null, { availability }: Hardware): Offer {
  return { kind: 'offered', status, ...(availability?.sample === true && { isSimulated: true }) };
}

function centsOf(hardware: Hardware): number {
  const price = listedPrice(hardware);
  return price.kind === 'listed' ? price.centsPerMinute : 0;
}

function dominationOf(hardware: Hardware, by: Hardware): string {
  const [own, other] = [centsOf(hardware), centsOf(by)];
  const [ownGb, otherGb] = [totalMemory(hardware) ?? 0, totalMemory(by) ?? 0];
  const [kind, price] = other < own ? ['cheaper', 'costs less'] : ['better', 'costs the same'];
  const memory = otherGb > ownGb ? 'has more memory' : 'has as much memory';
  const others = [
    ...(cardFacts(hardware) && cardFacts(by) ? ['is at least as fast'] : []),
    ...(by.availability?.status === undefined ? [] : ['is as available']),
  ];
  return `${kind} alternative: ${[`${by.id} ${price}`, memory, ...others].join(', ')}`;
}

/** Total speed, if known, and availability. */
function meritsOf(hardware: Hardware): readonly number[] {
  const facts = cardFacts(hardware);
  const count = hardware.specs?.gpu_count ?? 0;
  // A known and an unknown speed cannot be compared.
  const speeds = facts === null ? [1, -1] : [-1, 1, facts.bandwidth * count, facts.tflops * count];
  return [...speeds, availabilityRank(hardware)];
}

/** Available, then limited or not stated, then unavailable. */
function availabilityRank({ availability }: Hardware): number {
  if (availability?.status === 'available') return 2;
  return availability?.status === 'unavailable' ? 0 : 1;
}

interface CardFacts {
  readonly card: string;
  /** GB per second. */
  readonly bandwidth: number;
  /** Dense BF16 tensor TFLOPS, without sparsity. */
  readonly tflops: number;
  readonly source: string;
}

interface KnownCard extends CardFacts {
  readonly word: string;
  /** GB, ± 2: one card is called both 140 and 141 GB. */
  readonly memory: number;
  /** Required only if a card has several variants. */
  readonly link: string | null;
}

const cards: readonly KnownCard[] = [
  card('a100', 'A100 40 GB', 40, null, 1_555, 312),
  card('a100', 'A100 80 GB SXM', 80, 'sxm', 2_039, 312),
  card('a100', 'A100 80 GB PCIe', 80, 'pcie', 1_935, 312),
  card('h100', 'H100 80 GB SXM', 80, 'sxm', 3_350, 989),
  card('h100', 'H100 80 GB PCIe', 80, 'pcie', 2_000, 756),
  card('h200', 'H200', 141, null, 4_800, 989),
  card('b200', 'B200', 180, null, 8_000, 2_250),
  card('b200', 'B200', 192, null, 8_000, 2_250),
  // 1,457 TFLOPS of sparse FP8 are four times its dense BF16.
  card('6000', 'RTX 6000 Ada', 48, 'pcie', 960, 364),
  card('l40s', 'L40S', 48, null, 864, 362),
  card('l40', 'L40', 48, null, 864, 181),
  card('l4', 'L4', 24, null, 300, 121),
];

/** Null for an unknown card or ambiguous specs. */
export function cardFacts({ specs }: Pick<Hardware, 'specs'>): CardFacts | null {
  const { gpu_type: type, gpu_link: link, gpu_memory: memory } = specs ?? {};
  if (type === undefined || memory === undefined) return null;
  const words = new Set(type.toLowerCase().split(/[^a-z0-9]+/));
  const linked = link?.toLowerCase() ?? '';
  return (
    cards.find(
      (each) =>
        words.has(each.word) &&
        Math.abs(each.memory - memory) <= 2 &&
        (each.link === null || linked.startsWith(each.link)),
    ) ?? null
  );
}

function card(
  word: string,
  name: string,
  memory: number,
  link: string | null,
  bandwidth: number,
  tflops: number,
): KnownCard {
  return { word, card: name, memory, link, bandwidth, tflops, source: `NVIDIA data sheet of the ${name}` };
}

/** Dollars per hour of use: an idle machine still bills. @param utilisation percent, above 0 */
export function usedHour(hardware: Hardware, replicas: number | null, utilisation: number | null): Derived {
  const hour = rate(hardware, 'hour', 'whole', replicas);
  if (hour.value === null) return hour;
  if (utilisation === null) return unknown('The utilization is invalid.');
  const value = hour.value / (utilisation / 100);
  return {
    value,
    formula: `${dollarsInFormula(hour.value)}/h ÷ ${inFormula(utilisation)} % used = ${dollarsInFormula(value)}/h`,
  };
}

/** $/h per TB/s. */
export function perBandwidth(hardware: Hardware): Derived {
  return perFact(hardware, (facts) => facts.bandwidth / 1000, 'TB/s');
}

/** $/h per dense BF16 tensor TFLOPS. */
export function perTflops(hardware: Hardware): Derived {
  return perFact(hardware, (facts) => facts.tflops, 'TFLOPS');
}

function perFact(
  hardware: Hardware,
  factOf: (facts: NonNullable<ReturnType<typeof cardFacts>>) => number,
  unit: string,
): Derived {
  const facts = cardFacts(hardware);
  if (facts === null) return unknown('The card’s specifications are unknown.');
  const gpu = rate(hardware, 'hour', 'gpu');
  if (gpu.value === null) return gpu;
  const fact = factOf(facts);
  const value = gpu.value / fact;
  return {
    value,
    formula: `${dollarsInFormula(gpu.value)}/h per GPU ÷ ${inFormula(fact)} ${unit} = ${dollarsInFormula(value)}/h`,
  };
}
