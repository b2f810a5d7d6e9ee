// The ranked answers as a table: sorted by any measure, and taken along as CSV.
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import { useMemo, useState } from 'react';
import type { Batch } from '#pages/playground/labs/score/score-batch.ts';
import { useSurpriseUnit } from '#pages/playground/labs/score/surprise-unit.ts';
import { UnitSwitch } from '#pages/playground/labs/score/UnitSwitch.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Failed } from '#ui/States.tsx';
import { rankAnswer, sortAnswers, type Measure, type RankedAnswer } from './rank.ts';
import { rankingCsv } from './ranking-csv.ts';
import type { RankingSubject } from './ranking-form.ts';
import { RankingTable } from './RankingTable.tsx';

/** While results arrive the answers keep the order in which they were typed, so that nothing jumps. */
export function RankingResult({ batch, prompt }: { batch: Batch<RankingSubject>; prompt: string }) {
  const unit = useSurpriseUnit((state) => state.unit);
  const [sorting, setSorting] = useState<{ by: Measure; isDescending: boolean }>({
    by: 'perToken',
    isDescending: true,
  });
  const answers = useMemo(() => rankBatch(batch), [batch]);
  const rows = batch.isRunning ? answers : sortAnswers(answers, sorting.by, sorting.isDescending);
  const failure = failureOfAll(batch);
  if (failure !== null) {
    if (isStopped(batch)) return <p className="text-muted">{failure}</p>;
    return (
      <Failed title="None of the answers could be scored">
        <p>{failure}</p>
      </Failed>
    );
  }
  return (
    <section aria-label="Ranked answers" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <UnitSwitch />
        <CopyButton text={() => rankingCsv(rows)} label="Copy as CSV" />
        <p className="text-dense text-muted">
          Read by <span className="font-mono">{batch.tasks[0]?.model}</span>
          {batch.subject.prompt !== prompt && ', behind the prompt as it was then'}.
        </p>
      </div>
      <OtherConnection runs={batch.scorings.map((scoring) => scoring?.run ?? null)} />
      <RankingTable
        rows={rows}
        unit={unit}
        hasPmi={batch.subject.neutral !== ''}
        sorting={batch.isRunning ? null : sorting}
        onSort={(by) => setSorting((now) => ({ by, isDescending: now.by === by ? !now.isDescending : true }))}
      />
    </section>
  );
}

function rankBatch({ subject, scorings }: Batch<RankingSubject>): readonly RankedAnswer[] {
  const { prompt, answers, neutral } = subject;
  return answers.map((answer, position) =>
    rankAnswer(
      answer,
      { prefix: prompt, scoring: scorings[position] ?? null },
      neutral === '' ? null : { prefix: neutral, scoring: scorings[answers.length + position] ?? null },
    ),
  );
}

/** What all failed with, where nothing was scored; null otherwise. */
function failureOfAll({ scorings, isRunning }: Batch<RankingSubject>): string | null {
  if (isRunning || scorings.some((scoring) => scoring?.ok !== false)) return null;
  const messages = new Set(scorings.flatMap((scoring) => (scoring?.ok === false ? [scoring.message] : [])));
  return [...messages].join(' ');
}

/** A stop is no failure, and is said quietly. */
function isStopped({ scorings }: Batch<RankingSubject>): boolean {
  return scorings.every((scoring) => scoring?.ok === false && scoring.reason === 'stopped');
}
