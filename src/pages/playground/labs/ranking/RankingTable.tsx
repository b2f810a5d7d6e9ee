// The table of ranked answers: a bar under each figure, notes under the answer.
import { Icon } from '#ui/Icon.tsx';
import { formatSurprise, type SurpriseUnit } from '#pages/playground/labs/score/surprise-unit.ts';
import { toVisible } from '#ui/escapes.ts';
import { MeasureCell } from './MeasureCell.tsx';
import { measures, type Measure, type RankedAnswer } from './rank.ts';

interface RankingTableProps {
  rows: readonly RankedAnswer[];
  unit: SurpriseUnit;
  /** Whether PMI was asked for. */
  hasPmi: boolean;
  /** Null while the order is the typed one. */
  sorting: { readonly by: Measure; readonly isDescending: boolean } | null;
  onSort: (by: Measure) => void;
}

/** The first press on a head puts the likeliest on top, the second the least likely. */
export function RankingTable({ rows, unit, hasPmi, sorting, onSort }: RankingTableProps) {
  const shown = measures.filter((measure) => hasPmi || measure !== 'pmi');
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-160 border-collapse text-dense">
        <caption className="sr-only">Answers by how likely they are behind the prompt</caption>
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
              <td className="py-1.5 pr-2 text-right tabular-nums">{row.tokens ?? '–'}</td>
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
  sum: { label: (unit) => `sum, ${unit}`, help: 'Log probability of the whole answer. Long answers lose.' },
  perToken: { label: () => 'per token', help: 'The mean over the tokens that are scored.' },
  perCharacter: {
    label: () => 'per char',
    help: 'The mean over the characters of the tokens that are scored: fair between tokenizers.',
  },
  pmi: {
    label: () => 'PMI',
    help: 'How much likelier the prompt makes the answer than the neutral prefix does.',
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
