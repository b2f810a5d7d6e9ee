// Which tokens of a scored text do not count, and why.
import { formatCount } from '#lib/format.ts';
import type { LeftOut, Score } from './score.ts';

/** Nothing where every token counts. */
export function LeftOutNote({ score }: { score: Pick<Score, 'leftOut'> }) {
  const sentence = describeLeftOut(score.leftOut);
  return sentence === '' ? null : <p className="text-dense text-muted">{sentence}</p>;
}

/** One sentence; empty where every token counts. */
export function describeLeftOut(leftOut: Score['leftOut']): string {
  const parts = reasons.flatMap(([reason, words]) =>
    leftOut[reason] === 0 ? [] : [`${formatCount(leftOut[reason])} ${words}`],
  );
  return parts.length === 0 ? '' : `Left out of the sums: ${parts.join(', ')}.`;
}

const reasons: readonly (readonly [LeftOut, string])[] = [
  ['missing', 'without a logprob'],
  ['positive', 'with a logprob above zero, which no probability has'],
  ['impossible', 'called impossible by the service (−∞)'],
];
