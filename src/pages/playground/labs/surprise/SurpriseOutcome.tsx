// What came of a comparison: figures of both models, then the text with what they differ in.
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import type { ReactNode } from 'react';
import { LeftOutNote } from '#pages/playground/labs/score/LeftOutNote.tsx';
import type { Scoring } from '#pages/playground/labs/score/read-score.ts';
import type { Batch } from '#pages/playground/labs/score/score-batch.ts';
import { ScoringFailure } from '#pages/playground/labs/score/ScoringFailure.tsx';
import { formatPerplexity } from '#pages/playground/labs/score/surprise-unit.ts';
import { Loading } from '#ui/States.tsx';
import { Differences } from './Differences.tsx';

interface SurpriseOutcomeProps {
  batch: Batch<{ readonly text: string; readonly a: string; readonly b: string }>;
}

/** Where one model fails, the other's figures stay. */
export function SurpriseOutcome({ batch }: SurpriseOutcomeProps) {
  const [one = null, other = null] = batch.scorings;
  const { text, a, b } = batch.subject;
  if (batch.isRunning) return <Loading rows={6} label="Scoring the text" />;
  return (
    <section aria-label="Comparison" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OtherConnection runs={[one?.run ?? null, other?.run ?? null]} />
      {one?.ok === true && other?.ok === true ? (
        <Differences
          key={`${one.run.id} ${other.run.id}`}
          text={text}
          one={one}
          other={other}
          names={{ a, b }}
        />
      ) : (
        <>
          <Alone letter="A" scoring={one} />
          <Alone letter="B" scoring={other} />
        </>
      )}
    </section>
  );
}

function Alone({ letter, scoring }: { letter: string; scoring: Scoring | null }): ReactNode {
  if (scoring === null) return null;
  if (!scoring.ok) return <ScoringFailure scoring={scoring} />;
  return (
    <div>
      <p>
        {letter}, <span className="font-mono text-dense">{scoring.run.request.model}</span>: perplexity{' '}
        {formatPerplexity(scoring.score.perplexity)}
      </p>
      <LeftOutNote score={scoring.score} doubt={scoring.doubt} />
    </div>
  );
}
