// Unit of token prices: unstated, so users choose.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/** A price of 1 is `dollars` per `tokens`. */
export interface TokenUnit {
  readonly id: string;
  readonly label: string;
  readonly dollars: number;
  readonly tokens: number;
}

/** The first is the default. */
export const tokenUnits = [
  { id: 'dollars-million', label: '$/1M tokens', dollars: 1, tokens: 1e6 },
  { id: 'dollars-thousand', label: '$/1K tokens', dollars: 1, tokens: 1e3 },
  { id: 'dollars-token', label: '$/token', dollars: 1, tokens: 1 },
  { id: 'cents-million', label: '¢/1M tokens', dollars: 0.01, tokens: 1e6 },
  { id: 'cents-thousand', label: '¢/1K tokens', dollars: 0.01, tokens: 1e3 },
] as const satisfies readonly [TokenUnit, ...TokenUnit[]];

/** Unknown ids get the default. */
export function tokenUnit(id: string | null): TokenUnit {
  return tokenUnits.find((unit) => unit.id === id) ?? tokenUnits[0];
}

/** From a URL parameter. */
export function readTokenUnit(raw: unknown): TokenUnit | null {
  return tokenUnits.find((unit) => unit.id === raw) ?? null;
}

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

export const useTokenUnit = create<{ readonly unit: TokenUnit }>(() => ({ unit: tokenUnit(entry.read()) }));

/** The sender's in a link, else the user's own. */
export function useReadUnit(said: TokenUnit | null): TokenUnit {
  const { unit } = useTokenUnit();
  return said ?? unit;
}

export function chooseTokenUnit(id: string): void {
  const unit = tokenUnit(id);
  useTokenUnit.setState({ unit });
  entry.write(unit.id);
}
