// In which unit a service's token prices are read. The interface states none, so a person sees and can change it.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/** A unit of token prices: one price stands for `dollars` dollars for `tokens` tokens. */
export interface TokenUnit {
  readonly id: string;
  readonly label: string;
  readonly dollars: number;
  readonly tokens: number;
}

/** The units that services use; the first is the usual one. */
export const tokenUnits = [
  { id: 'dollars-million', label: '$/1M tokens', dollars: 1, tokens: 1e6 },
  { id: 'dollars-thousand', label: '$/1K tokens', dollars: 1, tokens: 1e3 },
  { id: 'dollars-token', label: '$/token', dollars: 1, tokens: 1 },
  { id: 'cents-million', label: '¢/1M tokens', dollars: 0.01, tokens: 1e6 },
  { id: 'cents-thousand', label: '¢/1K tokens', dollars: 0.01, tokens: 1e3 },
] as const satisfies readonly [TokenUnit, ...TokenUnit[]];

/** The unit with an id; the usual one for an id that is not known. */
export function tokenUnit(id: string | null): TokenUnit {
  return tokenUnits.find((unit) => unit.id === id) ?? tokenUnits[0];
}

/** The unit that a part of an address names; null where it names none. */
export function saidTokenUnit(raw: unknown): TokenUnit | null {
  return tokenUnits.find((unit) => unit.id === raw) ?? null;
}

/** Dollars for one token at a price in the unit. */
export function dollarsPerToken(price: number, unit: TokenUnit): number {
  return (price * unit.dollars) / unit.tokens;
}

const entry = stored({
  key: 'inferdeck.token-unit',
  version: 1,
  parse: (value) => (typeof value === 'string' ? value : null),
  fallback: '',
  storage: () => localStorage,
});

/** The chosen unit. */
export const useTokenUnit = create<{ readonly unit: TokenUnit }>(() => ({ unit: tokenUnit(entry.read()) }));

/** The unit that an address says, so that its figures are those of whoever sent it; else the reader's own. */
export function useReadUnit(said: TokenUnit | null): TokenUnit {
  const { unit } = useTokenUnit();
  return said ?? unit;
}

/** Chooses another one, by its id. */
export function chooseTokenUnit(id: string): void {
  const unit = tokenUnit(id);
  useTokenUnit.setState({ unit });
  entry.write(unit.id);
}
