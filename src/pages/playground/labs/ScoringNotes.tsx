// Notes on a scoring: failure, excluded tokens.
import { formatCount } from '#lib/format.ts';
import { Failed } from '#ui/States.tsx';
import type { Scoring, LeftOut, Score } from '#run/echo-score.ts';

/** A stop is not a failure. */
export function ScoringFailure({ scoring }: { scoring: Extract<Scoring, { ok: false }> }) {
  if (scoring.reason === 'stopped') return <p className="text-muted">{scoring.message}</p>;
  return (
    <Failed title={`${scoring.run.request.model} did not score this text`}>
      <p>{scoring.message}</p>
    </Failed>
  );
}

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

function describeLeftOut(leftOut: Score['leftOut']): string {
  const parts = reasons.flatMap(([reason, words]) =>
    leftOut[reason] === 0 ? [] : [`${formatCount(leftOut[reason])} ${words}`],
  );
  return parts.length === 0 ? '' : `Excluded from the sums: ${parts.join(', ')}.`;
}

const reasons: readonly (readonly [LeftOut, string])[] = [
  ['missing', 'without a logprob'],
  ['positive', 'with an invalid logprob above zero'],
  ['impossible', 'reported as −∞ by the service'],
];
