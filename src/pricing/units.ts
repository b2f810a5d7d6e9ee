// Unit of token prices: unstated, so users choose.
import { createUnitChoice } from '#ui/unit-choice.ts';

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

export function dollarsPerToken(price: number, unit: TokenUnit): number {
  return (price * unit.dollars) / unit.tokens;
}

export const [tokenUnit, useTokenUnit, chooseTokenUnit] = createUnitChoice<TokenUnit>(
  'inferdeck.token-unit',
  tokenUnits,
);
