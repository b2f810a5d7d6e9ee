// The grid of a field: a cell for each pair of values, with its figures, tinted by one of them.
import { formatCount } from '#lib/format.ts';
import { endWords, type Run } from '#run/run.ts';
import { figuresOf, type CellFigures, type CellMeasure } from './cell-figures.ts';
import { cellTint } from './cell-tint.ts';
import type { FieldPlan } from './field-plan.ts';

interface FieldGridProps {
  plan: FieldPlan;
  /** Row by row. */
  runs: readonly Run[];
  measure: CellMeasure;
  openCell: number | null;
  onOpen: (cell: number) => void;
}

/** Ember where the measure is surprise, a neutral tint otherwise. */
export function FieldGrid({ plan, runs, measure, openCell, onOpen }: FieldGridProps) {
  const { across, down } = plan;
  const cells = runs.map(figuresOf);
  const values = cells.flatMap((figures) => figures[measure] ?? []);
  return (
    <div className="overflow-x-auto pb-1">
      <table className="border-separate border-spacing-1 text-dense">
        <caption className="sr-only">
          {down.parameter} down, {across.parameter} across
        </caption>
        <thead className="text-label text-faint">
          <tr>
            <td className="pr-2 text-right font-mono">
              {down.parameter} ↓ · {across.parameter} →
            </td>
            {across.values.map((value) => (
              <th key={value} scope="col" className="font-mono font-regular text-text tabular-nums">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.values.map((y, row) => (
            <tr key={y}>
              <th scope="row" className="pr-2 text-right font-mono font-regular tabular-nums">
                {y}
              </th>
              {across.values.map((x, column) => {
                const cell = row * across.values.length + column;
                const run = runs[cell];
                const figures = cells[cell];
                if (run === undefined || figures === undefined) return null;
                return (
                  <td key={x} className="p-0">
                    <button
                      type="button"
                      aria-expanded={cell === openCell}
                      aria-label={`${down.parameter} ${y}, ${across.parameter} ${x}: ${describeCell(run, figures)}`}
                      onClick={() => onOpen(cell)}
                      style={{ background: cellTint(figures[measure], measure, values) }}
                      className="grid h-19 w-34 content-between rounded-control border border-line px-2 py-1.5 text-left tabular-nums hover:border-edge aria-expanded:border-act aria-expanded:outline-1 aria-expanded:outline-act"
                    >
                      <CellContent run={run} figures={figures} measure={measure} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellContent({ run, figures, measure }: { run: Run; figures: CellFigures; measure: CellMeasure }) {
  return (
    <>
      <span className="text-figure font-medium">{formatMeasure(figures[measure], measure)}</span>
      <span className="truncate text-label text-muted">
        {figures.distinct ?? '–'} of {figures.choices} distinct
      </span>
      <span className="truncate text-label text-muted">{describeState(run, figures)}</span>
    </>
  );
}

function formatMeasure(value: number | null, measure: CellMeasure): string {
  if (value === null) return '–';
  if (measure === 'distinct') return String(value);
  if (measure === 'meanTokens') return `${formatCount(value)} tokens`;
  return value.toFixed(measure === 'perplexity' ? 2 : 3).replace('-', '−');
}

function describeState({ state, recording }: Run, { finishes }: CellFigures): string {
  if (state.phase === 'queued') return 'in line';
  if (state.phase !== 'ended') return `${formatCount(recording.tokenCount)} tokens…`;
  const reasons = [...finishes].map(([reason, count]) => `${count} ${reason}`).join(', ');
  if (state.endState === 'complete' && reasons !== '') return reasons;
  return endWords[state.endState].label;
}

function describeCell(run: Run, figures: CellFigures): string {
  return [
    `${figures.distinct ?? 'unknown'} distinct answers`,
    `perplexity ${formatMeasure(figures.perplexity, 'perplexity')}`,
    `mean length ${formatMeasure(figures.meanTokens, 'meanTokens')}`,
    describeState(run, figures),
  ].join(', ');
}
