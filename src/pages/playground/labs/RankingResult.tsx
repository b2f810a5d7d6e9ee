// Ranked answers as a table with CSV export.
import { useState } from 'react';
import { quotedCell } from '#lib/csv.ts';
import { UnitSwitch } from './UnitSwitch.tsx';
import type { RequestSetState } from '#run/request-set.ts';
import { scoringOf, type Scoring } from '#run/echo-score.ts';
import { useSurpriseUnit, formatSurprise, type SurpriseUnit } from './surprise-unit.ts';
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Failed } from '#ui/States.tsx';
import { toVisible } from '#ui/visible-text.ts';
import {
  rankAnswer,
  sortAnswers,
  type Measure,
  type RankedAnswer,
  measures,
  type RankingPlan,
} from './rank.ts';

/** Keeps the typed order until the end, so that nothing jumps. */
export function RankingResult({ state, prompt }: { state: RequestSetState<RankingPlan>; prompt: string }) {
  const { plan, runs } = state;
  const unit = useSurpriseUnit((chosen) => chosen.unit);
  const [sorting, setSorting] = useState<{ by: Measure; isDescending: boolean }>({
    by: 'perToken',
    isDescending: true,
  });
  const isRunning = state.runningCount > 0;
  const scorings = runs.map(scoringOf);
  const answers = rankAnswers(plan, scorings);
  const rows = isRunning ? answers : sortAnswers(answers, sorting.by, sorting.isDescending);
  const failure = isRunning ? null : failureOfAll(scorings);
  if (failure !== null) {
    if (isStopped(scorings)) return <p className="text-muted">{failure}</p>;
    return (
      <Failed title="No answer could be scored">
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
          Read by <span className="font-mono">{runs[0]?.request.model}</span>
          {plan.prompt !== prompt && ', after the prompt as it was then'}.
        </p>
      </div>
      <OtherConnection runs={runs} />
      <RankingTable
        rows={rows}
        unit={unit}
        hasPmi={plan.neutral !== ''}
        sorting={isRunning ? null : sorting}
        onSort={(by) => setSorting((now) => ({ by, isDescending: now.by === by ? !now.isDescending : true }))}
      />
    </section>
  );
}

type Scorings = readonly (Scoring | null)[];

function rankAnswers({ prompt, answers, neutral }: RankingPlan, scorings: Scorings): readonly RankedAnswer[] {
  return answers.map((answer, position) =>
    rankAnswer(
      answer,
      { prefix: prompt, scoring: scorings[position] ?? null },
      neutral === '' ? null : { prefix: neutral, scoring: scorings[answers.length + position] ?? null },
    ),
  );
}

/** Null if anything was scored. */
function failureOfAll(scorings: Scorings): string | null {
  if (scorings.some((scoring) => scoring?.ok !== false)) return null;
  const messages = new Set(scorings.flatMap((scoring) => (scoring?.ok === false ? [scoring.message] : [])));
  return [...messages].join(' ');
}

function isStopped(scorings: Scorings): boolean {
  return scorings.every((scoring) => scoring?.ok === false && scoring.reason === 'stopped');
}

interface RankingTableProps {
  rows: readonly RankedAnswer[];
  unit: SurpriseUnit;
  hasPmi: boolean;
  /** Null for the typed order. */
  sorting: { readonly by: Measure; readonly isDescending: boolean } | null;
  onSort: (by: Measure) => void;
}

/** A header sorts most likely first, then reverses. */
function RankingTable({ rows, unit, hasPmi, sorting, onSort }: RankingTableProps) {
  const shown = measures.filter((measure) => hasPmi || measure !== 'pmi');
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-160 border-collapse text-dense">
        <caption className="sr-only">Answers by how likely they are after the prompt</caption>
        <thead className="border-b border-line align-middle text-label text-faint">
          <tr>
            <th scope="col" className="w-8 py-1 pr-2 text-right font-regular">
              #
            </th>
            <th scope="col" className="py-1 text-left font-regular">
              answer
            </th>
            <th scope="col" className="w-16 py-1 pr-2 text-right font-regular">
              tokens
            </th>
            {shown.map((measure) => (
              <th
                key={measure}
                scope="col"
                aria-sort={sortOf(measure, sorting)}
                className="w-28 py-1 text-right font-regular"
              >
                <button
                  type="button"
                  title={measureWords[measure].help}
                  disabled={sorting === null}
                  onClick={() => onSort(measure)}
                  className={`inline-flex items-center gap-1 rounded-control hover:text-text ${sorting?.by === measure ? 'text-act' : ''}`}
                >
                  <Icon
                    name="chevronDown"
                    className={`transition-transform ${sorting?.by === measure ? '' : 'invisible'} ${sorting?.isDescending === false ? 'rotate-180' : ''}`}
                  />
                  {measureWords[measure].label(unit)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            <tr key={row.answer} className="border-b border-line align-top">
              <td className="py-1.5 pr-2 text-right text-faint tabular-nums">{position + 1}</td>
              <td className="py-1.5 pr-4">
                <bdi className="line-clamp-3 font-mono wrap-anywhere whitespace-pre-wrap">
                  {toVisible(row.answer)}
                </bdi>
                {row.notes.map((note) => (
                  <p key={note} className="mt-0.5 text-label text-muted">
                    {note}
                  </p>
                ))}
              </td>
              <td className="py-1.5 pr-2 text-right tabular-nums">{row.tokens ?? '—'}</td>
              {shown.map((measure) => (
                <MeasureCell
                  key={measure}
                  shown={formatMeasure(row[measure], measure, unit)}
                  value={row[measure]}
                  largest={largestOf(rows, measure)}
                  isDiverging={measure === 'pmi'}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const measureWords: Readonly<
  Record<Measure, { readonly label: (unit: SurpriseUnit) => string; readonly help: string }>
> = {
  sum: {
    label: (unit) => `sum, ${unit}`,
    help: 'Log probability of the whole answer; lower for longer answers.',
  },
  perToken: { label: () => 'per token', help: 'Mean log probability per scored token.' },
  perCharacter: {
    label: () => 'per character',
    help: 'Mean log probability per character: comparable across tokenizers.',
  },
  pmi: {
    label: () => 'PMI',
    help: 'How much more likely the prompt makes the answer than the neutral prefix does.',
  },
};

function formatMeasure(value: number | null, measure: Measure, unit: SurpriseUnit): string {
  if (value === Number.NEGATIVE_INFINITY) return '−∞';
  if (value === Number.POSITIVE_INFINITY) return '+∞';
  const figure = formatSurprise(value, unit);
  return measure === 'pmi' && value !== null && value > 0 ? `+${figure}` : figure;
}

function largestOf(rows: readonly RankedAnswer[], measure: Measure): number {
  return Math.max(0, ...rows.map((row) => Math.abs(row[measure] ?? 0)).filter(Number.isFinite));
}

function sortOf(measure: Measure, sorting: RankingTableProps['sorting']) {
  if (sorting?.by !== measure) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}

interface MeasureCellProps {
  shown: string;
  value: number | null;
  /** Absolute, in the column. */
  largest: number;
  isDiverging: boolean;
}

/** Shorter is more likely; a PMI bar points right where the prompt helps. */
function MeasureCell({ shown, value, largest, isDiverging }: MeasureCellProps) {
  const share = value === null || largest === 0 ? 0 : Math.min(1, Math.abs(value) / largest);
  const width = `${share * (isDiverging ? 50 : 100)}%`;
  return (
    <td className="py-1.5 pl-4 text-right tabular-nums">
      {shown}
      <span aria-hidden="true" className="relative mt-0.5 block h-1 w-full bg-raised">
        {isDiverging ? (
          <>
            <span
              className="absolute inset-y-0 bg-muted"
              style={(value ?? 0) < 0 ? { right: '50%', width } : { left: '50%', width }}
            />
            <span className="absolute -inset-y-px left-1/2 w-px bg-edge" />
          </>
        ) : (
          <span className="absolute inset-y-0 left-0 bg-ember-6" style={{ width }} />
        )}
      </span>
    </td>
  );
}

/** Full precision; unknown values are empty. */
export function rankingCsv(answers: readonly RankedAnswer[]): string {
  const head = ['answer', 'tokens', 'sum_nats', 'nats_per_token', 'nats_per_character', 'pmi_nats', 'notes'];
  const rows = answers.map((row) => [
    quotedCell(toVisible(row.answer)),
    String(row.tokens ?? ''),
    ...measures.map((measure) => String(row[measure] ?? '')),
    quotedCell(row.notes.join(' ')),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
