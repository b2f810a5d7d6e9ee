// What a decision comes to, in a sentence or two; an unknown figure is said to be unknown.
import { formatCount } from '#lib/format.ts';
import { cheaperRanges } from './cheaper-ranges.ts';
import type { Decision } from './decision.ts';
import { reckon } from './reckon.ts';

/** The result in words, beginning with which of the two is cheaper, and where. */
export function verdictSentence(decision: Decision): string {
  const { verdict } = reckon(decision);
  const { throughput } = decision.terms;
  if (verdict.kind === 'unknown') return verdict.why;
  const at = `${formatCount(Math.round(verdict.tokensPerMinute))} tokens/min`;
  if (verdict.kind === 'never') {
    const never = neverSentence(decision, verdict);
    if (throughput === null || throughput.measuredAt === null) return never;
    return `${never} One stream was measured, a lower bound: many streams at once may serve more.`;
  }
  if (verdict.tokensPerMinute === 0)
    return 'This hardware bills nothing: it costs less at any traffic that it can serve.';
  if (verdict.kind === 'capacity-unknown')
    return `Dedicated is cheaper above ${at}, if the machines can serve that much: their throughput is unknown.`;
  return `Dedicated is cheaper above ${at}${restOf(decision)}`;
}

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
