// Which tokens of a scored text do not count and why, and what else makes its figures doubtful.
import { formatCount } from '#lib/format.ts';
import type { LeftOut, Score } from './score.ts';

/** Nothing where every token counts and nothing is doubtful. */
export function LeftOutNote({
  score,
  doubt = null,
}: {
  score: Pick<Score, 'leftOut'>;
  doubt?: string | null;
}) {
  const sentences = [describeLeftOut(score.leftOut), doubt ?? ''].filter((each) => each !== '');
  return sentences.length === 0 ? null : <p className="text-dense text-muted">{sentences.join(' ')}</p>;
}

/** One sentence; empty where every token counts. */
function describeLeftOut(leftOut: Score['leftOut']): string {
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
