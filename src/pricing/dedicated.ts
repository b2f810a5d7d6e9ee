// Serverless against dedicated: blended prices, what a dedicated token costs, and where the two cost the same.
import { inFormula, unknown, type Derived } from './money.ts';
import type { TokenPrices } from './completion-cost.ts';

/**
 * The price of one token, in dollars, where `ratio` input tokens come with each output token: (r × input + output) / (r + 1).
 * @param ratio not negative
 */
export function blendedPrice({ input, output }: TokenPrices, ratio: number): number {
  return (ratio * input + output) / (ratio + 1);
}

/** A deployment that is paid by time. */
export interface Dedicated {
  readonly centsPerMinute: number;
  /** Configurations of this price that run; from 1. */
  readonly replicas: number;
  /** Tokens a minute that one replica serves when it is busy; null while nobody has measured or entered it. */
  readonly tokensPerMinute: number | null;
  /** Share of that which is used, above 0, up to 1. It belongs to the tokens: an idle machine still bills. */
  readonly utilisation: number;
}

/** Dollars for a million tokens: (cents / 100) ÷ (tokens a minute × utilisation) × 1e6. Replicas cancel out. */
export function dedicatedPerMillion({ centsPerMinute, tokensPerMinute, utilisation }: Dedicated): Derived {
  if (tokensPerMinute === null || !(tokensPerMinute > 0))
    return unknown('No throughput was measured or entered.');
  if (!(utilisation > 0)) return unknown('The utilisation is zero.');
  const value = (centsPerMinute / 100 / (tokensPerMinute * utilisation)) * 1e6;
  const used = `${inFormula(tokensPerMinute)} tokens/min × ${inFormula(utilisation * 100)} %`;
  return {
    value,
    formula: `$${inFormula(centsPerMinute / 100)}/min ÷ (${used}) × 1e6 = $${inFormula(value)}/1M`,
  };
}

/** Tokens a minute at which dedicated and serverless cost the same: (cents / 100) × replicas ÷ blended price of a token. */
export function breakEvenTokensPerMinute(
  { centsPerMinute, replicas }: Pick<Dedicated, 'centsPerMinute' | 'replicas'>,
  dollarsPerToken: number | null,
): Derived {
  if (dollarsPerToken === null) return unknown('The model has no serverless price.');
  if (!(dollarsPerToken > 0))
    return unknown('Serverless tokens cost nothing: dedicated never wins on price.');
  const dollars = (centsPerMinute / 100) * replicas;
  const value = dollars / dollarsPerToken;
  const left =
    replicas === 1 ? `$${inFormula(dollars)}/min` : `${replicas} × $${inFormula(centsPerMinute / 100)}/min`;
  return {
    value,
    formula: `${left} ÷ $${inFormula(dollarsPerToken * 1e6)}/1M = ${inFormula(value)} tokens/min`,
  };
}

/** What a break-even means for a deployment. */
export type BreakEvenVerdict =
  /** Above the break-even dedicated is cheaper, and the machines can serve that much. */
  | { readonly kind: 'wins-above'; readonly tokensPerMinute: number }
  /** The break-even lies above what the machines can serve: dedicated never wins on price. */
  | { readonly kind: 'never'; readonly tokensPerMinute: number; readonly capacity: number }
  /** Nobody has measured or entered the throughput. */
  | { readonly kind: 'capacity-unknown'; readonly tokensPerMinute: number }
  | { readonly kind: 'unknown'; readonly why: string };

/** Compares the break-even with what the replicas serve when they are busy. */
export function breakEvenVerdict(dedicated: Dedicated, dollarsPerToken: number | null): BreakEvenVerdict {
  const { value, formula } = breakEvenTokensPerMinute(dedicated, dollarsPerToken);
  if (value === null) return { kind: 'unknown', why: formula };
  if (dedicated.tokensPerMinute === null) return { kind: 'capacity-unknown', tokensPerMinute: value };
  const capacity = capacityTokensPerMinute(dedicated.tokensPerMinute, dedicated);
  if (value > capacity) return { kind: 'never', tokensPerMinute: value, capacity };
  return { kind: 'wins-above', tokensPerMinute: value };
}

/** Tokens a minute that all replicas serve at their utilisation, of what one serves when it is busy. */
export function capacityTokensPerMinute(
  ofOne: number,
  { replicas, utilisation }: Pick<Dedicated, 'replicas' | 'utilisation'>,
): number {
  return ofOne * replicas * utilisation;
}
