// Unit of total_price: unstated, so users choose.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
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

const entry = stored({
  key: 'inferdeck.total-price-unit',
  version: 1,
  parse: (value) => (typeof value === 'string' ? value : null),
  fallback: '',
  storage: () => localStorage,
});

/** Unknown ids get the first. */
export function priceUnit(id: string): PriceUnit {
  return priceUnits.find((unit) => unit.id === id) ?? priceUnits[0];
}

export const usePriceUnit = create<{ readonly unit: PriceUnit }>(() => ({ unit: priceUnit(entry.read()) }));

export function choosePriceUnit(id: string): void {
  const unit = priceUnit(id);
  usePriceUnit.setState({ unit });
  entry.write(unit.id);
}

export function formatTotalPrice(value: number, unit: PriceUnit): string {
  return unit.dollars === null ? precise.format(value) : formatDollars(value * unit.dollars);
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });
