// In which unit a job's total_price is read. No service states one, so a person sees the choice and can change it.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { formatDollars } from './money.ts';

/** A unit of total_price; `dollars` is null while a person has not chosen one. */
export interface PriceUnit {
  readonly id: string;
  readonly label: string;
  readonly dollars: number | null;
}

/** The units that have been seen; the first one leaves the figure as it was sent. */
export const priceUnits = [
  { id: 'as-sent', label: 'as sent, unit not stated', dollars: null },
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

/** The unit with an id; the first for an id that is not known. */
export function priceUnit(id: string): PriceUnit {
  return priceUnits.find((unit) => unit.id === id) ?? priceUnits[0];
}

/** The chosen unit. */
export const usePriceUnit = create<{ readonly unit: PriceUnit }>(() => ({ unit: priceUnit(entry.read()) }));

/** Chooses another one, by its id; it is kept. */
export function choosePriceUnit(id: string): void {
  const unit = priceUnit(id);
  usePriceUnit.setState({ unit });
  entry.write(unit.id);
}

/** A sum of `total_price` in the unit in which it is read. */
export function formatTotalPrice(value: number, unit: PriceUnit): string {
  return unit.dollars === null ? precise.format(value) : formatDollars(value * unit.dollars);
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });
