// From a fine-tune to its first month of serving: what training costs, what the machines cost, and both together.
import { inFormula, unknown, type Derived } from '#pricing/derived.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import type { PriceUnit } from '#pricing/price-unit.ts';
import { dollarsPerToken, type TokenUnit } from '#pricing/token-unit.ts';

/** What training is reckoned from. */
export type Training =
  /** A job says what it costs, in a unit that no service states and that is chosen. */
  | { readonly kind: 'job'; readonly totalPrice: number; readonly unit: PriceUnit }
  /** Tokens of the training file, gone through so many times. Null where it was not entered. */
  | { readonly kind: 'tokens'; readonly tokens: number | null; readonly epochs: number }
  /** What was entered cannot be read. */
  | { readonly kind: 'unread' };

/** The model's fine-tune price as the service states it, or null, in a unit. */
export interface TrainingPrice {
  readonly price: number | null;
  readonly unit: TokenUnit;
}

/** Training, a month of machines, and the sum; the sum is unknown where a part is. */
export interface FirstMonth {
  readonly training: Derived;
  readonly serving: Derived;
  readonly sum: Derived;
}

/** @param replicas that run the whole month; null while that is not known */
export function firstMonth(
  training: Training,
  price: TrainingPrice,
  centsPerMinute: number | null,
  replicas: number | null,
): FirstMonth {
  const [trained, served] = [trainingCost(training, price), servingCost(centsPerMinute, replicas)];
  return { training: trained, serving: served, sum: sumOf(trained, served) };
}

function trainingCost(training: Training, { price, unit }: TrainingPrice): Derived {
  if (training.kind === 'job') return jobCost(training);
  if (training.kind === 'unread') return unknown('The training tokens or epochs cannot be read.');
  const { tokens, epochs } = training;
  if (tokens === null) return unknown('No training tokens were entered.');
  if (price === null) return unknown('The service states no fine-tune price of this model.');
  if (price === 0)
    return unknown('The service states a fine-tune price of 0, which may stand for “not offered”.');
  const perMillion = dollarsPerToken(price, unit) * 1e6;
  const value = ((tokens * epochs) / 1e6) * perMillion;
  return {
    value,
    formula: `${inFormula(tokens)} tokens × ${inFormula(epochs)} epochs × $${inFormula(perMillion)}/1M = $${inFormula(value)}`,
  };
}

function jobCost({ totalPrice, unit: { dollars, label } }: Extract<Training, { kind: 'job' }>): Derived {
  if (totalPrice === 0) return unknown('total_price of the job is 0, which often means “not set”.');
  if (dollars === null)
    return unknown(
      `total_price of the job is ${inFormula(totalPrice)}, in a unit that is not stated: choose one.`,
    );
  return {
    value: totalPrice * dollars,
    formula: `total_price of the job, ${inFormula(totalPrice)}, read as ${label}`,
  };
}

function servingCost(centsPerMinute: number | null, replicas: number | null): Derived {
  if (replicas === null) return unknown('The number of replicas cannot be read.');
  if (centsPerMinute === null) return unknown('The service states no price of this hardware.');
  const value = centsPerMinute * 0.6 * hoursPerMonth * replicas;
  const times = replicas === 1 ? '' : `${replicas} × `;
  return {
    value,
    formula: `${times}${inFormula(centsPerMinute)} ¢/min × 60 min ÷ 100 × ${hoursPerMonth} h = $${inFormula(value)}`,
  };
}

function sumOf(training: Derived, serving: Derived): Derived {
  if (training.value === null) return unknown(training.formula);
  if (serving.value === null) return unknown(serving.formula);
  const value = training.value + serving.value;
  return {
    value,
    formula: `$${inFormula(training.value)} + $${inFormula(serving.value)} = $${inFormula(value)}`,
  };
}
