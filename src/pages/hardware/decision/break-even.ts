// Break-even computation with formulas.
import { formatCount, formatCounted, formatSignificant } from '#lib/format.ts';
import {
  blendedPrice,
  breakEvenVerdict,
  breakEvenTokensPerMinute,
  capacityTokensPerMinute,
  dedicatedPerMillion,
  type Dedicated,
  type BreakEvenVerdict,
} from '#pricing/dedicated.ts';
import { dollarsInFormula, inFormula, unknown, type Derived, formatDollars } from '#pricing/money.ts';
import { dollarsPerHour, hoursPerMonth } from '#pricing/rate.ts';
import { dollarsPerToken, tokenUnit } from '#pricing/units.ts';
import { formatShort, maxBlend } from '#pricing/workload.ts';
import { countsOutput, pairInWords, tokensPerReplica, type Decision, type Terms } from './decision.ts';

/** Null if an input is unknown. */
export interface BreakEven {
  /** Dollars per million tokens, input and output blended. */
  readonly serverless: Derived;
  /** Dollars per million tokens at the assumed utilisation. */
  readonly dedicated: Derived;
  /** Tokens per minute. */
  readonly breakEven: Derived;
  /** Tokens per minute at the assumed utilisation. */
  readonly capacity: Derived;
  /** Dollars per period. */
  readonly serverlessCost: Derived;
  readonly dedicatedCost: Derived;
  readonly replicas: number;
  readonly verdict: BreakEvenVerdict;
}

export function computeBreakEven(decision: Decision): BreakEven {
  const { terms, hardware } = decision;
  const serverless = blend(decision);
  const perToken = serverless.value === null ? null : serverless.value / 1e6;
  const dedicated = toDedicated(hardware.centsPerMinute, terms);
  const noPrice = unknown('The service states no price for this hardware.');
  const breakEven =
    dedicated === null
      ? perToken === null
        ? unknown(`${serverless.formula} ${noPrice.formula}`)
        : noPrice
      : perToken === null
        ? serverless
        : breakEvenTokensPerMinute(dedicated, perToken);
  return {
    serverless,
    dedicated: dedicated ? dedicatedPerMillion(dedicated) : noPrice,
    breakEven,
    capacity: capacityOf(terms),
    serverlessCost: serverlessMonth(terms, serverless),
    dedicatedCost: dedicatedMonth(terms, hardware) ?? noPrice,
    replicas: replicasAt(terms, terms.traffic),
    verdict:
      dedicated !== null && perToken !== null
        ? breakEvenVerdict(dedicated, perToken)
        : { kind: 'unknown', why: breakEven.formula },
  };
}

/** However many replicas are added: there is no traffic from which they pay. */
export function isNeverReached({ growth }: Terms, { verdict }: Pick<BreakEven, 'verdict'>): boolean {
  return growth === 'added' && verdict.kind === 'never';
}

function hoursOf(period: Terms['period']): number {
  return period === 'hour' ? 1 : hoursPerMonth;
}

export function periodInWords(period: Terms['period']): string {
  return period === 'hour' ? 'an hour' : 'a month';
}

/** @param traffic tokens per minute. Unknown throughput adds no replicas */
function replicasAt(terms: Terms, traffic: number): number {
  const { growth, replicas, utilisation } = terms;
  const ofOne = tokensPerReplica(terms);
  if (growth === 'fixed' || ofOne === null) return replicas;
  const served = capacityTokensPerMinute(ofOne, { replicas: 1, utilisation });
  return Math.max(replicas, Math.ceil(traffic / served));
}

function toDedicated(centsPerMinute: number | null, terms: Terms): Dedicated | null {
  if (centsPerMinute === null) return null;
  const { replicas, utilisation } = terms;
  return { centsPerMinute, replicas, utilisation, tokensPerMinute: tokensPerReplica(terms) };
}

function blend({ model, terms }: Decision): Derived {
  const unit = tokenUnit(model.unit);
  if (model.input === null || model.output === null) {
    const one = model.input === null ? 'input price' : 'output price';
    const lacking = model.input === model.output ? 'token prices' : one;
    return unknown(`The service states no ${lacking} for this model.`);
  }
  if (model.input === 0 && model.output === 0)
    return unknown('Both token prices of this model are 0: it is billed in another way, or free.');
  const [input, output] = [
    dollarsPerToken(model.input, unit) * 1e6,
    dollarsPerToken(model.output, unit) * 1e6,
  ];
  const { cachedShare, cachedPrice, blend: ratio } = terms;
  const cachedPart = cachedPrice ?? 1;
  const paid = input * (1 - cachedShare * (1 - cachedPart));
  const words =
    cachedShare === 0
      ? dollarsInFormula(input)
      : `${dollarsInFormula(input)} × (${inFormula(1 - cachedShare)} + ${inFormula(cachedShare)} × ${inFormula(cachedPart)})`;
  if (model.isInputOnly === true || ratio === maxBlend) {
    const why = model.isInputOnly === true ? 'the model writes no tokens' : 'the requests have no output';
    return { value: paid, formula: `${words}/1M, the price of input: ${why}` };
  }
  const value = blendedPrice({ input: paid, output }, ratio);
  return {
    value,
    formula: `(${inFormula(ratio)} × ${words} + ${dollarsInFormula(output)}) ÷ ${inFormula(ratio + 1)} = ${dollarsInFormula(value)}/1M`,
  };
}

export function capacityOf(terms: Terms): Derived {
  const { throughput, replicas, utilisation, blend: ratio } = terms;
  const ofOne = tokensPerReplica(terms);
  if (throughput === null || ofOne === null)
    return unknown('No throughput measured or entered for these requests.');
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

function serverlessMonth({ traffic, period }: Terms, serverless: Derived): Derived {
  const perMillion = serverless.value;
  if (perMillion === null) return serverless;
  const value = ((traffic * perMillion) / 1e6) * 60 * hoursOf(period);
  return {
    value,
    formula: `${inFormula(traffic)} tokens/min × 60${hoursInWords(period)} × ${dollarsInFormula(perMillion)}/1M = ${formatDollars(value)}/${period}`,
  };
}

function dedicatedMonth(terms: Terms, hardware: Decision['hardware']): Derived | null {
  const { centsPerMinute } = hardware;
  if (centsPerMinute === null) return null;
  const count = replicasAt(terms, terms.traffic);
  const value = count * centsPerMinute * 0.6 * hoursOf(terms.period);
  const times = count === 1 ? '' : `${count} × `;
  return {
    value,
    formula: `${times}${machineHour({ ...hardware, centsPerMinute })}${hoursInWords(terms.period)} = ${formatDollars(value)}/${terms.period}`,
  };
}

/** As it was stated: cents a minute of a price an hour are rounded. */
export function machineHour({ centsPerMinute, isQuoted = false }: MachinePrice): string {
  return isQuoted
    ? `${dollarsInFormula(dollarsPerHour(centsPerMinute))}/h`
    : `${inFormula(centsPerMinute)} ¢/min × 60 min ÷ 100`;
}

interface MachinePrice {
  readonly centsPerMinute: number;
  readonly isQuoted?: boolean | undefined;
}

function hoursInWords(period: Terms['period']): string {
  return period === 'hour' ? '' : ` × ${hoursPerMonth} h`;
}

/** Tokens per minute. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Beyond it, every further replica pays at once or the list is too long to read. */
const maxRanges = 200;

/**
 * Where dedicated is cheaper, rising; empty if never or unknown. An added replica costs more until its share of
 * the traffic has come.
 */
export function cheaperRanges(decision: Decision): readonly Range[] {
  const { breakEven, capacity } = computeBreakEven(decision);
  const { replicas, growth } = decision.terms;
  if (breakEven.value === null) return [];
  if (capacity.value === null) return [{ from: breakEven.value, to: Infinity }];
  if (growth === 'fixed')
    return breakEven.value <= capacity.value ? [{ from: breakEven.value, to: capacity.value }] : [];

  const [breakEvenOfOne, capacityOfOne] = [breakEven.value / replicas, capacity.value / replicas];
  if (breakEvenOfOne > capacityOfOne) return [];
  const ranges: Range[] = [];
  for (let count = replicas; count < replicas + maxRanges; count++) {
    const from = count * breakEvenOfOne;
    const last = ranges.at(-1);
    // From here on each replica pays from its first token.
    if (last !== undefined && from <= last.to)
      return [...ranges.slice(0, -1), { from: last.from, to: Infinity }];
    ranges.push({ from, to: count * capacityOfOne });
  }
  return ranges;
}

export function verdictSentence(decision: Decision): string {
  const { verdict } = computeBreakEven(decision);
  if (verdict.kind === 'unknown') return verdict.why + throughputNote(decision);
  const at = `${formatShort(verdict.tokensPerMinute)} tokens/min`;
  if (verdict.kind === 'never') return neverSentence(decision, verdict) + throughputNote(decision);
  if (verdict.tokensPerMinute === 0)
    return 'This hardware is free, so it is cheaper at any traffic it can serve.';
  if (verdict.kind === 'capacity-unknown')
    return `Dedicated is cheaper above ${at}; the throughput of the machines is unknown.`;
  return `Dedicated is cheaper above ${at}${restOf(decision)}${throughputNote(decision)}`;
}

function throughputNote({ terms: { throughput }, model, hardware }: Decision): string {
  if (throughput === null) return '';
  if (throughput.measuredAt === null) {
    const { machine = '' } = throughput;
    const isOwn = machine === '' || machine === pairInWords(model.id, hardware.id);
    return isOwn ? '' : ` The throughput was entered for ${machine}; here it is a guess.`;
  }
  if (throughput.machine === hardware.id)
    return ' Measured with one stream, a lower bound; concurrent streams may serve more.';
  const on = throughput.machine === undefined ? 'another machine' : throughput.machine;
  return ` The throughput was measured with one stream on ${on}; this hardware may serve more or less.`;
}

/** Saving or extra cost as a share of serverless; null if a price is unknown. */
export function trafficSentence(decision: Decision): string | null {
  const computed = computeBreakEven(decision);
  const [serverless, dedicated] = [computed.serverlessCost.value, computed.dedicatedCost.value];
  if (serverless === null || dedicated === null) return null;
  const { terms } = decision;
  const at = `At ${trafficInWords(terms)}`;
  if (!canServe(terms, computed))
    return `${at} the machines are too slow: they serve ${formatCount(Math.floor(computed.capacity.value ?? 0))}.`;
  if (serverless === dedicated) return `${at} both cost the same.`;
  const amount = `${formatDollars(Math.abs(serverless - dedicated))} ${periodInWords(terms.period)}`;
  const share = serverless === 0 ? '' : ` (${shareInWords(dedicated / serverless)} %)`;
  const who = terms.growth === 'fixed' ? 'the machines' : formatCounted(terms.replicas, 'replica');
  const condition = computed.capacity.value === null ? `, if ${who} can serve that much` : '';
  const isNone = isNotOffered(decision);
  // Nobody's traffic, or nobody's machine.
  const isIf = isNone || terms.isExample === true;
  if (dedicated >= serverless)
    return `${at} dedicated ${isIf ? 'would cost' : 'costs'} ${amount} more${share}.`;
  const rest = isNone ? ', but the service does not offer this model on this hardware' : condition;
  return `${at} dedicated ${isIf ? 'would save' : 'saves'} ${amount}${share}${rest}.`;
}

export function isNotOffered({ warnings }: Decision): boolean {
  return warnings?.includes('not-offered') === true;
}

/** All is saved only where dedicated is free. @param ratio of dedicated to serverless */
function shareInWords(ratio: number): string {
  return ratio > 0 && ratio < 0.01 ? 'over 99' : wholeOrTwoDigits(Math.abs(1 - ratio) * 100);
}

/** `your 148,785 tokens/min`, or `an example of 180,000 tokens/min`. */
export function trafficInWords({ traffic, isExample }: Pick<Terms, 'traffic' | 'isExample'>): string {
  return `${isExample === true ? 'an example of' : 'your'} ${formatShort(traffic)} tokens/min`;
}

/** True, too, while the capacity is unknown. */
export function canServe({ growth, traffic }: Terms, { capacity }: Pick<BreakEven, 'capacity'>): boolean {
  return growth === 'added' || capacity.value === null || traffic <= capacity.value;
}

function wholeOrTwoDigits(value: number): string {
  return value < 10 ? formatSignificant(value, 2) : formatCount(value);
}

function neverSentence({ terms }: Decision, verdict: Numbers): string {
  const { tokensPerMinute, capacity } = verdict;
  const [parts, who] = terms.growth === 'fixed' ? [1, 'the machines'] : [terms.replicas, 'one replica'];
  const words = `${formatShort(tokensPerMinute / parts)} tokens/min, more than the ${formatCount(Math.floor(capacity / parts))} that ${who} can serve.`;
  return terms.growth === 'fixed'
    ? `Dedicated never pays off: break-even is ${words}`
    : `Dedicated never pays off, however many replicas are added: each breaks even at ${words}`;
}

interface Numbers {
  readonly tokensPerMinute: number;
  readonly capacity: number;
}

function restOf(decision: Decision): string {
  const ranges = cheaperRanges(decision);
  const [first, second] = ranges;
  if (first === undefined || first.to === Infinity) return '.';
  const end = formatCount(Math.floor(first.to));
  if (second === undefined) return `, up to the ${end} the machines can serve.`;
  const gap = `between ${end} and ${formatCount(second.from)}`;
  if (second.to === Infinity) return `, except ${gap}.`;
  const last = ranges.at(-1);
  const until = last?.to === Infinity ? `, last up to ${formatCount(last.from)}` : '';
  return `. After each added replica serverless is cheaper for a while, first ${gap}${until}.`;
}

/** One and a half times the break-even, at most the capacity; two digits. */
export function defaultTraffic(decision: Decision): number {
  const { breakEven, capacity } = computeBreakEven(decision);
  const wanted = breakEven.value === null || breakEven.value === 0 ? 100_000 : breakEven.value * 1.5;
  return floorToTwoDigits(Math.max(1, Math.min(wanted, capacity.value ?? Infinity)));
}

function floorToTwoDigits(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / power) * power;
}

/** Tokens per minute and dollars per period. */
interface CostPoint {
  readonly x: number;
  readonly y: number;
}

/** Null if its price is unknown. */
interface CostLines {
  readonly serverless: readonly CostPoint[] | null;
  readonly dedicated: readonly CostPoint[] | null;
  /** Even beyond capacity; null if out of view. */
  readonly crossing: CostPoint | null;
  /** Traffic; null if they can or it is unknown. */
  readonly cannotServeFrom: number | null;
}

/** A tiny throughput must not fill the chart. */
const maxSteps = 400;

/** With room for the marker to move on. */
export function trafficInSight(decision: Decision): number {
  const { breakEven, capacity, verdict } = computeBreakEven(decision);
  const isNever = isNeverReached(decision.terms, { verdict });
  const one = (capacity.value ?? 0) * (isNever ? 8 : 1.25);
  const other = isNever ? 0 : (breakEven.value ?? 0) * 1.6;
  return roundUp(Math.max(one, other, decision.terms.traffic * 1.1, 1000));
}

/** @param to end of the axis */
export function costLines(decision: Decision, to: number): CostLines {
  const { serverless, breakEven, capacity, verdict } = computeBreakEven(decision);
  const { terms, hardware } = decision;
  const hours = hoursOf(terms.period);
  const perToken = serverless.value === null ? null : (serverless.value / 1e6) * 60 * hours;
  const perReplica = hardware.centsPerMinute === null ? null : hardware.centsPerMinute * 0.6 * hours;
  const at = isNeverReached(terms, { verdict }) ? null : breakEven.value;
  return {
    serverless:
      perToken === null
        ? null
        : [
            { x: 0, y: 0 },
            { x: to, y: to * perToken },
          ],
    dedicated: perReplica === null ? null : steps(decision, to, perReplica),
    crossing: at !== null && at > 0 && at <= to && perToken !== null ? { x: at, y: at * perToken } : null,
    cannotServeFrom:
      terms.growth === 'fixed' && capacity.value !== null && capacity.value < to ? capacity.value : null,
  };
}

function steps({ terms }: Decision, to: number, perReplica: number): readonly CostPoint[] {
  const { utilisation, replicas } = terms;
  const ofOne = tokensPerReplica(terms);
  const points: CostPoint[] = [{ x: 0, y: replicas * perReplica }];
  const last = replicasAt(terms, to);
  if (ofOne !== null && last - replicas <= maxSteps) {
    for (let count = replicas; count < last; count++) {
      const full = count * ofOne * utilisation;
      points.push({ x: full, y: count * perReplica }, { x: full, y: (count + 1) * perReplica });
    }
  }
  points.push({ x: to, y: last * perReplica });
  return points;
}

/** For the end of an axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value * (1 - 1e-9));
  return (lead ?? 10) * power;
}
