// Unit of total_price: unstated, so users choose.
import { formatNumber } from '#lib/format.ts';
import { createUnitChoice } from '#ui/unit-choice.ts';
import { formatDollars } from './money.ts';

/** `dollars` is null until chosen. */
export interface PriceUnit {
  readonly id: string;
  readonly label: string;
  readonly dollars: number | null;
}

/** Seen so far; the first leaves figures as sent. */
export const priceUnits = [
  { id: 'as-sent', label: 'as sent, unit unknown', dollars: null },
  { id: 'dollars', label: 'US dollars', dollars: 1 },
  { id: 'cents', label: 'US cents', dollars: 0.01 },
  { id: 'nano-dollars', label: 'billionths of a US dollar', dollars: 1e-9 },
] as const satisfies readonly [PriceUnit, ...PriceUnit[]];

export const [priceUnit, usePriceUnit, choosePriceUnit] = createUnitChoice<PriceUnit>(
  'inferdeck.total-price-unit',
  priceUnits,
);

export function formatTotalPrice(value: number, unit: PriceUnit): string {
  return unit.dollars === null ? formatNumber(value) : formatDollars(value * unit.dollars);
}
