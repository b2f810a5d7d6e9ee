// Ranked answers as a table with CSV export.
import { quotedCell } from '#lib/csv.ts';
import { formatCount, formatKnown } from '#lib/format.ts';
import {
  type RankingPlan,
  rankAnswer,
  sortAnswers,
  type Measure,
  type RankedAnswer,
  measures,
  useRankingForm,
} from './rank.ts';
import { UnitSwitch } from './UnitSwitch.tsx';
import type { RequestSetState } from '#run/request-set.ts';
import { scoringOf, type Scoring } from '#run/echo-score.ts';
import { useSurpriseUnit, formatSurprise, type SurpriseUnit } from './surprise-unit.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { Failed } from '#ui/States.tsx';
import { toVisible } from '#ui/visible-text.ts';

interface RankingResultProps {
  state: RequestSetState<RankingPlan>;
  /** Of the next start. */
  plan: RankingPlan;
}

/** Keeps the typed order until the end, so that nothing jumps. */
export function RankingResult({ state, plan: now }: RankingResultProps) {
  const { plan, runs } = state;
  const unit = useSurpriseUnit((chosen) => chosen.unit.id);
  const hasPmi = plan.neutral !== '';
  const { by: chosen, isDescending } = useRankingForm();
  const by = hasPmi || chosen !== 'pmi' ? chosen : 'sum';
  const isRunning = state.runningCount > 0;
  const scorings = runs.map(scoringOf);
  const answers = rankAnswers(plan, scorings);
  const rows = isRunning ? answers : sortAnswers(answers, by, isDescending);
  const failures = scorings.flatMap((scoring) => (scoring?.ok === false ? [scoring] : []));
  if (!isRunning && failures.length === scorings.length) {
    const messages = [...new Set(failures.map(({ message }) => message))].join(' ');
    if (failures.every(({ reason }) => reason === 'stopped')) return <p className="text-muted">{messages}</p>;
    return (
      <Failed title="No answer could be scored">
        <p>{messages}</p>
      </Failed>
    );
  }
  return (
    <section aria-label="Ranked answers" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <UnitSwitch />
        <CopyButton text={() => rankingCsv(rows)} label="Copy as CSV" />
        <p className="text-dense text-muted">
          Scored by <span className="font-mono">{runs[0]?.request.model}</span>
          {plan.prompt !== now.prompt && ', after the prompt as it was then'}
          {hasPmi && plan.neutral !== now.neutral && ', PMI against the neutral prefix as it was then'}.
        </p>
      </div>
      <OtherConnection runs={runs} />
      <RankingTable
        rows={rows}
        unit={unit}
        hasPmi={hasPmi}
        sorting={isRunning ? null : { by, isDescending }}
        onSort={(next) => useRankingForm.setState({ by: next, isDescending: next !== by || !isDescending })}
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

interface RankingTableProps {
  rows: readonly RankedAnswer[];
  unit: SurpriseUnit;
  hasPmi: boolean;
  /** Null for the typed order. */
  sorting: { readonly by: Measure; readonly isDescending: boolean } | null;
  onSort: (by: Measure) => void;
}

function RankingTable(props: RankingTableProps) {
  const { rows, hasPmi } = props;
  const shown = measures.filter((measure) => hasPmi || measure !== 'pmi');
  return (
    <PlainTable
      label="Answers by how likely they are after the prompt"
      columns={[...answerColumns, ...shown.map((measure) => measureColumn(measure, props))]}
      rows={rows}
      rowKey={({ answer }) => answer}
      look="w-full min-w-160"
    />
  );
}

/** Its head sorts most likely first, then reverses. */
function measureColumn(
  measure: Measure,
  { rows, unit, sorting, onSort }: RankingTableProps,
): PlainColumn<RankedAnswer> {
  const isBy = sorting?.by === measure;
  return {
    id: measure,
    sort: isBy ? (sorting.isDescending ? 'descending' : 'ascending') : 'none',
    isNumber: true,
    look: 'w-28',
    head: (
      <button
        type="button"
        title={measureWords[measure].help}
        disabled={sorting === null}
        onClick={() => onSort(measure)}
        className={`inline-flex items-center gap-1 rounded-control hover:text-text ${isBy ? 'text-act' : ''}`}
      >
        <Icon
          name="chevronDown"
          className={`transition-transform ${isBy ? '' : 'invisible'} ${sorting?.isDescending === false ? 'rotate-180' : ''}`}
        />
        {measureWords[measure].label(unit)}
      </button>
    ),
    cell: (row) => (
      <MeasureBar
        shown={formatMeasure(row[measure], measure, unit)}
        value={row[measure]}
        largest={largestOf(rows, measure)}
        isDiverging={measure === 'pmi'}
      />
    ),
  };
}

const answerColumns: readonly PlainColumn<RankedAnswer>[] = [
  { id: '#', isNumber: true, look: 'w-8', cellLook: 'text-faint', cell: (_, position) => position + 1 },
  {
    id: 'answer',
    cell: ({ answer, notes }) => (
      <>
        <bdi className="line-clamp-3 font-mono wrap-anywhere whitespace-pre-wrap">{toVisible(answer)}</bdi>
        {notes.map((note) => (
          <p key={note} className="mt-0.5 text-label text-muted">
            {note}
          </p>
        ))}
      </>
    ),
  },
  { id: 'tokens', isNumber: true, look: 'w-16', cell: ({ tokens }) => formatKnown(tokens, formatCount) },
];

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

interface MeasureBarProps {
  shown: string;
  value: number | null;
  /** Absolute, in the column. */
  largest: number;
  isDiverging: boolean;
}

/** Shorter is more likely; a PMI bar points right where the prompt helps. */
function MeasureBar({ shown, value, largest, isDiverging }: MeasureBarProps) {
  const share = value === null || largest === 0 ? 0 : Math.min(1, Math.abs(value) / largest);
  const width = `${share * (isDiverging ? 50 : 100)}%`;
  return (
    <>
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
    </>
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
