// A text that could not be scored: what the service said, in the place of the result.
import { Failed } from '#ui/States.tsx';
import type { Scoring } from './read-score.ts';

/** A stop is no failure, and is said quietly. */
export function ScoringFailure({ scoring }: { scoring: Extract<Scoring, { ok: false }> }) {
  if (scoring.reason === 'stopped') return <p className="text-muted">{scoring.message}</p>;
  return (
    <Failed title={`${scoring.run.request.model} did not score this text`}>
      <p>{scoring.message}</p>
    </Failed>
  );
}
