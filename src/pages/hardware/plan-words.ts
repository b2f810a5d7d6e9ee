// What a plan means, in sentences: the cheapest way to a memory, and how many configurations fit a budget.
import { formatDollars, formatPriceIn } from '#pricing/money.ts';
import { hoursPerMonth, rate, rateUnits, totalMemory } from '#pricing/rate.ts';
import { formatCount } from '#lib/format.ts';
import type { HardwareRow } from './hardware-row.ts';
import type { Choices } from './search.ts';

/** The sentence before the cheapest configuration's name, or the whole answer where there is none. */
export function needSentence(
  need: number,
  cheapest: HardwareRow | undefined,
  { unit, replicas }: Pick<Choices, 'unit' | 'replicas'>,
): string {
  const memory = `${formatCount(need)} GB`;
  if (!cheapest) return `No configuration with a price has ${memory} or more.`;
  const { hardware, offer } = cheapest;
  const price = rate(hardware, unit, 'whole', replicas).value;
  const label = rateUnits.find(({ id }) => id === unit)?.label ?? '';
  const times = replicas === 1 ? '' : ` for ${replicas ?? '—'} replicas`;
  const isAvailable = offer.kind === 'offered' && offer.status === 'available';
  const isAway = offer.kind === 'offered' && offer.status !== null && offer.status !== 'available';
  const parts = [
    `The cheapest${isAvailable ? ' available' : ''} way to at least ${memory} is ${formatCount(totalMemory(hardware) ?? 0)} GB`,
    price === null ? '' : ` at ${formatPriceIn(price, label)}${times}`,
    isAway ? `, now ${offer.status}` : '',
    hardware.updated_at === undefined ? '' : `, a price of ${hardware.updated_at.slice(0, 10)}`,
  ];
  return `${parts.join('')}:`;
}

/** `6 of 19 fit into $5,000.00 a month (730 h); 1 has no price.` */
export function budgetSentence(
  rows: readonly HardwareRow[],
  budget: number,
  replicas: number | null,
): string {
  if (replicas === null) return `— of ${rows.length} fit into ${formatDollars(budget)} a month.`;
  const months = rows.map(({ hardware }) => rate(hardware, 'month', 'whole', replicas).value);
  const fitting = months.filter((month) => month !== null && month <= budget).length;
  const unpriced = months.filter((month) => month === null).length;
  const times = replicas === 1 ? '' : ` with ${replicas} replicas each`;
  const rest = unpriced === 0 ? '' : `; ${unpriced} ${unpriced === 1 ? 'has' : 'have'} no stated price`;
  return `${fitting} of ${rows.length} fit into ${formatDollars(budget)} a month (${hoursPerMonth} h)${times}${rest}.`;
}

/** `2 replicas, used 50 % of the time.`; empty for one that is always used. */
export function timesSentence(replicas: number | null, utilisation: number | null): string {
  const used = utilisation === 100 ? null : `sed ${utilisation ?? '—'} % of the time.`;
  if (replicas === 1) return used === null ? '' : `U${used}`;
  const times = `${replicas === null ? '—' : formatCount(replicas)} replicas`;
  return used === null ? `${times}.` : `${times}, u${used}`;
}
