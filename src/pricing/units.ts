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

/** From a URL parameter. */
export function readTokenUnit(raw: unknown): TokenUnit | null {
  return tokenUnits.find((unit) => unit.id === raw) ?? null;
}

export function dollarsPerToken(price: number, unit: TokenUnit): number {
  return (price * unit.dollars) / unit.tokens;
}

/** Stays in this browser and applies to every page; unknown ids mean the first unit. */
export function createUnitChoice<Unit extends { readonly id: string }>(
  key: string,
  units: readonly [Unit, ...Unit[]],
) {
  const find = (id: string | null): Unit => units.find((unit) => unit.id === id) ?? units[0];
  const entry = stored({
    key,
    version: 1,
    parse: (value) => (typeof value === 'string' ? value : null),
    fallback: '',
    storage: () => localStorage,
  });
  const useUnit = create<{ readonly unit: Unit }>(() => ({ unit: find(entry.read()) }));
  const choose = (id: string): void => {
    useUnit.setState({ unit: find(id) });
    entry.write(id);
  };
  return [find, useUnit, choose] as const;
}

export const [tokenUnit, useTokenUnit, chooseTokenUnit] = createUnitChoice<TokenUnit>(
  'inferdeck.token-unit',
  tokenUnits,
);

/** The sender's in a link, else the user's own. */
export function useReadUnit(fromLink: TokenUnit | null): TokenUnit {
  const { unit } = useTokenUnit();
  return fromLink ?? unit;
}
