// What a decision comes to, in a sentence or two; an unknown figure is said to be unknown.
import { formatCount } from '#lib/format.ts';
import { cheaperRanges } from './cheaper-ranges.ts';
import type { Decision } from './decision.ts';
import { formatDollars } from '#pricing/money.ts';
import { periodInWords, reckon } from './reckon.ts';

/** The result in words, beginning with which of the two is cheaper, and where. */
export function verdictSentence(decision: Decision): string {
  const { verdict } = reckon(decision);
  if (verdict.kind === 'unknown') return verdict.why;
  const at = `${formatCount(Math.round(verdict.tokensPerMinute))} tokens/min`;
  if (verdict.kind === 'never') return neverSentence(decision, verdict) + measuredNote(decision);
  if (verdict.tokensPerMinute === 0)
    return 'This hardware bills nothing: it costs less at any traffic that it can serve.';
  if (verdict.kind === 'capacity-unknown')
    return `Dedicated is cheaper above ${at}, if the machines can serve that much: their throughput is unknown.`;
  return `Dedicated is cheaper above ${at}${restOf(decision)}${measuredNote(decision)}`;
}

/** What a measured throughput is worth here: it is that of the machine that was measured. */
function measuredNote({ terms: { throughput }, hardware }: Decision): string {
  if (throughput === null || throughput.measuredAt === null) return '';
  if (throughput.machine === hardware.id)
    return ' One stream was measured, a lower bound: many streams at once may serve more.';
  const on = throughput.machine === undefined ? 'another machine' : throughput.machine;
  return ` The throughput is that of one stream on ${on}, not of this hardware, which may serve more or less.`;
}

/** What the two cost at the traffic of the terms, in a sentence; null where a price is not known. */
export function trafficSentence(decision: Decision): string | null {
  const { serverlessCost, dedicatedCost, capacity } = reckon(decision);
  const [serverless, dedicated] = [serverlessCost.value, dedicatedCost.value];
  if (serverless === null || dedicated === null) return null;
  const { traffic, period, growth } = decision.terms;
  const at = `At ${formatCount(Math.round(traffic))} tokens/min`;
  if (growth === 'fixed' && capacity.value !== null && traffic > capacity.value)
    return `${at} the machines cannot serve the traffic.`;
  if (serverless === dedicated) return `${at} both cost the same.`;
  const who = dedicated < serverless ? 'dedicated' : 'serverless';
  const saved = Math.abs(serverless - dedicated);
  const share = (saved / Math.max(serverless, dedicated)) * 100;
  return `${at} ${who} saves ${formatDollars(saved)} ${periodInWords(period)} (${inPercent.format(share)} %).`;
}

const inPercent = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

function neverSentence({ terms }: Decision, verdict: Numbers): string {
  const { tokensPerMinute, capacity } = verdict;
  const [parts, who] = terms.growth === 'fixed' ? [1, 'the machines'] : [terms.replicas, 'one replica'];
  const words = `${formatCount(Math.round(tokensPerMinute / parts))} tokens/min, more than the ${formatCount(Math.floor(capacity / parts))} that ${who} can serve.`;
  return terms.growth === 'fixed'
    ? `Dedicated never wins on price: break-even is ${words}`
    : `Dedicated never wins on price, however many replicas are added: each breaks even at ${words}`;
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
  if (second === undefined) return `, up to the ${end} that the machines can serve.`;
  return `. Where a replica is added, serverless is cheaper again for a while, first between ${end} and ${formatCount(Math.round(second.from))}.`;
}
