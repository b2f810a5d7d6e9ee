// Everything that follows from a decision: each figure with the formula that says how, none of it stored.
import { blendedPrice, breakEvenVerdict, breakEvenTokensPerMinute } from '#pricing/dedicated.ts';
import { capacityTokensPerMinute, dedicatedPerMillion, type Dedicated } from '#pricing/dedicated.ts';
import type { BreakEvenVerdict } from '#pricing/dedicated.ts';
import { inFormula, unknown, type Derived } from '#pricing/derived.ts';
import { hoursPerMonth } from '#pricing/rate.ts';
import { dollarsPerToken, tokenUnit } from '#pricing/token-unit.ts';
import { countsOutput, tokensPerReplica, type Decision, type Terms } from './decision.ts';

/** The figures of a decision; a value is null where something that it needs is not known. */
export interface Reckoning {
  /** Dollars for a million tokens, input and output blended: tokens are those read and those written, everywhere here. */
  readonly serverless: Derived;
  /** Dollars for a million tokens of a machine that is used as assumed. */
  readonly dedicated: Derived;
  /** Tokens a minute from which dedicated costs less. */
  readonly breakEven: Derived;
  /** Tokens a minute that the replicas serve at the assumed utilisation. */
  readonly capacity: Derived;
  /** Dollars a period at the traffic of the terms. */
  readonly serverlessCost: Derived;
  readonly dedicatedCost: Derived;
  /** Replicas that run at that traffic. */
  readonly replicas: number;
  readonly verdict: BreakEvenVerdict;
}

/** Reckons a decision anew. */
export function reckon(decision: Decision): Reckoning {
  const { terms, hardware } = decision;
  const serverless = blend(decision);
  const perToken = serverless.value === null ? null : serverless.value / 1e6;
  const dedicated = toDedicated(hardware.centsPerMinute, terms);
  const noPrice = unknown('The service states no price of this hardware.');
  return {
    serverless,
    dedicated: dedicated ? dedicatedPerMillion(dedicated) : noPrice,
    breakEven: dedicated ? breakEvenTokensPerMinute(dedicated, perToken) : noPrice,
    capacity: capacityOf(terms),
    serverlessCost: serverlessCost(terms, serverless.value),
    dedicatedCost: dedicated ? dedicatedCost(terms, dedicated.centsPerMinute) : noPrice,
    replicas: replicasAt(terms, terms.traffic),
    verdict: dedicated ? breakEvenVerdict(dedicated, perToken) : { kind: 'unknown', why: noPrice.formula },
  };
}

/** Hours of the period. */
export function hoursOf(period: Terms['period']): number {
  return period === 'hour' ? 1 : hoursPerMonth;
}

/** `a month` or `an hour`. */
export function periodInWords(period: Terms['period']): string {
  return period === 'hour' ? 'an hour' : 'a month';
}

/** Replicas that run at a traffic, in tokens a minute. A throughput that is not known adds none. */
export function replicasAt(terms: Terms, traffic: number): number {
  const { growth, replicas, utilisation } = terms;
  const ofOne = tokensPerReplica(terms);
  if (growth === 'fixed' || ofOne === null) return replicas;
  return Math.max(replicas, Math.ceil(traffic / (ofOne * utilisation)));
}

function toDedicated(centsPerMinute: number | null, terms: Terms): Dedicated | null {
  if (centsPerMinute === null) return null;
  const { replicas, utilisation } = terms;
  return { centsPerMinute, replicas, utilisation, tokensPerMinute: tokensPerReplica(terms) };
}

function blend({ model, terms }: Decision): Derived {
  const unit = tokenUnit(model.unit);
  if (model.input === null || model.output === null)
    return unknown('The service states no token prices of this model.');
  const [input, output] = [
    dollarsPerToken(model.input, unit) * 1e6,
    dollarsPerToken(model.output, unit) * 1e6,
  ];
  const { cachedShare, cachedPrice, blend: ratio } = terms;
  const cachedPart = cachedPrice ?? 1;
  const paid = input * (1 - cachedShare * (1 - cachedPart));
  const value = blendedPrice({ input: paid, output }, ratio);
  const words =
    cachedShare === 0
      ? `$${inFormula(input)}`
      : `$${inFormula(input)} × (${inFormula(1 - cachedShare)} + ${inFormula(cachedShare)} × ${inFormula(cachedPart)})`;
  return {
    value,
    formula: `(${inFormula(ratio)} × ${words} + $${inFormula(output)}) ÷ ${inFormula(ratio + 1)} = $${inFormula(value)}/1M`,
  };
}

function capacityOf(terms: Terms): Derived {
  const { throughput, replicas, utilisation, blend: ratio } = terms;
  const ofOne = tokensPerReplica(terms);
  if (throughput === null || ofOne === null) return unknown('No throughput was measured or entered.');
  const value = capacityTokensPerMinute(ofOne, terms);
  const counted = countsOutput(throughput)
    ? `${inFormula(throughput.tokensPerMinute)} output tokens/min × (${inFormula(ratio)} + 1)`
    : `${inFormula(throughput.tokensPerMinute)} tokens/min`;
  const each = `${counted} × ${inFormula(utilisation * 100)} %`;
  return {
    value,
    formula: `${replicas === 1 ? '' : `${replicas} × `}${each} = ${inFormula(value)} tokens/min`,
  };
}

function serverlessCost({ traffic, period }: Terms, perMillion: number | null): Derived {
  if (perMillion === null) return unknown('The service states no token prices of this model.');
  const value = ((traffic * perMillion) / 1e6) * 60 * hoursOf(period);
  return {
    value,
    formula: `${inFormula(traffic)} tokens/min × 60${hoursInWords(period)} × $${inFormula(perMillion)}/1M = $${inFormula(value)}/${period}`,
  };
}

function dedicatedCost(terms: Terms, centsPerMinute: number): Derived {
  const count = replicasAt(terms, terms.traffic);
  const value = count * centsPerMinute * 0.6 * hoursOf(terms.period);
  const times = count === 1 ? '' : `${count} × `;
  return {
    value,
    formula: `${times}${inFormula(centsPerMinute)} ¢/min × 60 min ÷ 100${hoursInWords(terms.period)} = $${inFormula(value)}/${terms.period}`,
  };
}

function hoursInWords(period: Terms['period']): string {
  return period === 'hour' ? '' : ` × ${hoursPerMonth} h`;
}
