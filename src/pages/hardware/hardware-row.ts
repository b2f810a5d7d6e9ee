// A row of the table: a configuration, whether it is offered for the chosen model, and what it is beside the others.
import type { Hardware } from '#api/schema/hardware.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import type { Derived } from '#pricing/derived.ts';
import { dominanceIn, paretoFront } from '#pricing/dominance.ts';
import { listedPrice, rate, totalMemory } from '#pricing/rate.ts';
import { scalingIn } from '#pricing/scaling-penalty.ts';
import { cardFacts } from './card-facts.ts';
import type { Choices } from './search.ts';

/** What is known of a configuration for the chosen model. */
export type Offer =
  /** No model is chosen, or its list has not come. */
  | { readonly kind: 'unasked' }
  /** `status` as the service says it; null where it says none. */
  | {
      readonly kind: 'offered';
      readonly status: string | null;
      /** The service says that it invents it: nothing can be rented. */
      readonly isSimulated?: boolean;
    }
  /** Not in the model's list: it does not fit, or is not offered for it. */
  | { readonly kind: 'not-offered' };

/** A configuration and what it is here. */
export interface HardwareRow {
  readonly hardware: Hardware;
  /** The record before it was read. */
  readonly raw: unknown;
  readonly offer: Offer;
  /** One that costs no more, has no less memory, is no slower where both speeds are known, and is as easily had. */
  readonly dominator: Hardware | null;
  readonly penalty: Derived;
  /** It is the cheapest way to the memory that is needed. */
  readonly isCheapest: boolean;
  /** It costs more a month than the budget; false where no budget is set or no price is known. */
  readonly isOverBudget: boolean;
  /** Why the row steps back, each a phrase. */
  readonly notes: readonly string[];
}

/** What rows are made from. */
export interface RowParts {
  /** All configurations. */
  readonly all: RecordList<Hardware>;
  /** The list for the chosen model; null where none is chosen or it has not come. */
  readonly offered: RecordList<Hardware> | null;
  readonly model: string | null;
}

/** All configurations in the service's order, then what only the model's list has; nothing of the plan is in them. */
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
  return entries.map(({ hardware, raw }) => {
    const offer = offerOf(hardware, model, offered, byId);
    // Availability stands in the record of the model's list.
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
}

/** What the plan says of rows. */
export type Plan = Pick<Choices, 'replicas' | 'budget' | 'need'>;

/**
 * The rows with the plan: one at most is the cheapest way to the memory, some are over the budget. The same array where
 * the plan says nothing, the same row where it says nothing of it.
 * @param rivals whose prices count: the model's list where there is one
 */
export function plannedRows(
  rows: readonly HardwareRow[],
  rivals: readonly Hardware[],
  { replicas, budget, need }: Plan,
): readonly HardwareRow[] {
  if (budget === null && need === null) return rows;
  const cheapestId = cheapestFor(rivals, need)?.id;
  return rows.map((row) => {
    const isCheapest = row.hardware.id === cheapestId;
    const month = budget === null ? null : rate(row.hardware, 'month', 'whole', replicas).value;
    const isOverBudget = budget !== null && month !== null && month > budget;
    if (!isCheapest && !isOverBudget) return row;
    const notes = isOverBudget ? ['over budget', ...row.notes] : row.notes;
    return { ...row, isCheapest, isOverBudget, notes };
  });
}

/** The cheapest with at least that memory, of what is available where anything is; null where none has it. */
function cheapestFor(rivals: readonly Hardware[], need: number | null): Hardware | null {
  if (need === null) return null;
  const cheapestOf = (some: readonly Hardware[]) =>
    paretoFront(some).find((hardware) => (totalMemory(hardware) ?? 0) >= need) ?? null;
  return cheapestOf(rivals.filter((hardware) => availabilityRank(hardware) === 2)) ?? cheapestOf(rivals);
}

function offerOf(
  hardware: Hardware,
  model: string | null,
  offered: RecordList<Hardware> | null,
  byId: ReadonlyMap<string, Hardware>,
): Offer {
  if (offered === null) {
    // Some services state it without being asked for a model; it says nothing of the one that is.
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
  const price = other < own ? 'costs less' : 'costs the same';
  const memory = otherGb > ownGb ? 'has more memory' : 'has as much memory';
  const others = [
    ...(cardFacts(hardware) && cardFacts(by) ? ['is no slower'] : []),
    ...(by.availability?.status === undefined ? [] : ['is as available']),
  ];
  return `cheaper alternative: ${[`${by.id} ${price}`, memory, ...others].join(', ')}`;
}

/** Speed of all cards together, where it is known, and how easily it can be had for the model that was asked for. */
function meritsOf(hardware: Hardware): readonly number[] {
  const facts = cardFacts(hardware);
  const count = hardware.specs?.gpu_count ?? 0;
  // A known speed and an unknown one cannot be compared: neither beats the other.
  const speeds = facts === null ? [1, -1] : [-1, 1, facts.bandwidth * count, facts.tflops * count];
  return [...speeds, availabilityRank(hardware)];
}

/** What is available, what may be soon or is not stated, what cannot be had. */
function availabilityRank({ availability }: Hardware): number {
  if (availability?.status === 'available') return 2;
  return availability?.status === 'unavailable' ? 0 : 1;
}
