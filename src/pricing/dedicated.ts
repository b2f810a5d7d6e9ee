// Serverless against dedicated: prices and break-even.
import type { Model } from '#api/schema/model.ts';
import { dollarsInFormula, inFormula, unknown, type Derived } from './money.ts';
import type { TokenPrices } from './completion-cost.ts';

/** Dollars per token. @param ratio input tokens per output token, not negative */
export function blendedPrice({ input, output }: TokenPrices, ratio: number): number {
  return (ratio * input + output) / (ratio + 1);
}

/** They generate no tokens: only input is billed. */
export function isInputOnly(type: string | undefined): boolean {
  return type === 'embedding' || type === 'rerank';
}

/** Of those the output need not be priced. */
export function billedPricing({ type, pricing }: Pick<Model, 'type' | 'pricing'>): Model['pricing'] {
  return pricing && isInputOnly(type) ? { ...pricing, output: pricing.output ?? 0 } : pricing;
}

export interface Dedicated {
  readonly centsPerMinute: number;
  /** From 1. */
  readonly replicas: number;
  /** Of one busy replica; null until measured or entered. */
  readonly tokensPerMinute: number | null;
  /** Above 0, up to 1. Scales the tokens, not the price: an idle machine still bills. */
  readonly utilisation: number;
}

/** Dollars: (cents / 100) ÷ (tokens per minute × utilisation) × 1e6. Replicas cancel out. */
export function dedicatedPerMillion({ centsPerMinute, tokensPerMinute, utilisation }: Dedicated): Derived {
  if (tokensPerMinute === null || !(tokensPerMinute > 0))
    return unknown('No throughput measured or entered for these requests.');
  if (!(utilisation > 0)) return unknown('The utilization is zero.');
  const value = (centsPerMinute / 100 / (tokensPerMinute * utilisation)) * 1e6;
  const used = `${inFormula(tokensPerMinute)} tokens/min × ${inFormula(utilisation * 100)} %`;
  return {
    value,
    formula: `${dollarsInFormula(centsPerMinute / 100)}/min ÷ (${used}) × 1e6 = ${dollarsInFormula(value)}/1M`,
  };
}

/** (cents / 100) × replicas ÷ blended price of a token. */
export function breakEvenTokensPerMinute(
  { centsPerMinute, replicas }: Pick<Dedicated, 'centsPerMinute' | 'replicas'>,
  dollarsPerToken: number,
): Derived {
  if (!(dollarsPerToken > 0)) return unknown('Serverless tokens are free, so dedicated never pays off.');
  const dollars = (centsPerMinute / 100) * replicas;
  const value = dollars / dollarsPerToken;
  const left =
    replicas === 1
      ? `${dollarsInFormula(dollars)}/min`
      : `${replicas} × ${dollarsInFormula(centsPerMinute / 100)}/min`;
  return {
    value,
    formula: `${left} ÷ ${dollarsInFormula(dollarsPerToken * 1e6)}/1M = ${inFormula(value)} tokens/min`,
  };
}

export type BreakEvenVerdict =
  /** And the machines can serve that much. */
  | { readonly kind: 'wins-above'; readonly tokensPerMinute: number }
  /** Above the capacity: dedicated never wins on price. */
  | { readonly kind: 'never'; readonly tokensPerMinute: number; readonly capacity: number }
  | { readonly kind: 'capacity-unknown'; readonly tokensPerMinute: number }
  | { readonly kind: 'unknown'; readonly why: string };

export function breakEvenVerdict(dedicated: Dedicated, dollarsPerToken: number): BreakEvenVerdict {
  const { value, formula } = breakEvenTokensPerMinute(dedicated, dollarsPerToken);
  if (value === null) return { kind: 'unknown', why: formula };
  if (dedicated.tokensPerMinute === null) return { kind: 'capacity-unknown', tokensPerMinute: value };
  const capacity = capacityTokensPerMinute(dedicated.tokensPerMinute, dedicated);
  if (value > capacity) return { kind: 'never', tokensPerMinute: value, capacity };
  return { kind: 'wins-above', tokensPerMinute: value };
}

/** Of all replicas. @param ofOne of one busy replica */
export function capacityTokensPerMinute(
  ofOne: number,
  { replicas, utilisation }: Pick<Dedicated, 'replicas' | 'utilisation'>,
): number {
  const value = ofOne * replicas * utilisation;
  const whole = Math.round(value);
  // 30,000 × (13.33… + 1) is 429,999.999999999.
  return Math.abs(value - whole) < 1e-6 ? whole : value;
}
