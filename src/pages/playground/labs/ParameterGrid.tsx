// Parameter grid results.
import type { KeyboardEvent } from 'react';
import { useDraft, fillDraft } from '#draft/draft-store.ts';
import { formatCounted, formatLeast, noValue } from '#lib/format.ts';
import { useSearchState } from '#pages/playground/write/search.ts';
import { listFinishes } from '#run/finish-words.ts';
import { endWords, type Run } from '#run/run.ts';
import { cursorAfterKey, type Cursor } from '#table/grid-key.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Failed } from '#ui/States.tsx';
import {
  cellTint,
  figuresOf,
  foldedTexts,
  formatMeasure,
  type CellFigures,
  type CellMeasure,
} from './grid-figures.ts';
import type { GridPlan } from './parameter-grid.ts';

interface FieldGridProps {
  plan: GridPlan;
  /** Row by row. */
  runs: readonly Run[];
  measure: CellMeasure;
  openCell: number | null;
  onOpen: (cell: number) => void;
}

/** Heat colors for surprise, neutral otherwise. */
export function ParameterGrid({ plan, runs, measure, openCell, onOpen }: FieldGridProps) {
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
                      onClick={() => onOpen(cell)}
                      data-keys="cells"
                      onKeyDown={(event) => moveFocus(event, { row, column }, plan)}
                      style={{ background: cellTint(figures[measure], measure, values) }}
                      className="relative grid h-19 w-34 content-between rounded-control border border-line px-2 py-1.5 text-left tabular-nums hover:border-edge aria-expanded:border-act aria-expanded:outline-1 aria-expanded:outline-act"
                    >
                      <span className="sr-only">{`${down.parameter} ${y}, ${across.parameter} ${x}: `}</span>
                      <CellContent run={run} figures={figures} measure={measure} />
                      <span className="sr-only">{describeCell(figures)}</span>
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

function moveFocus(event: KeyboardEvent<HTMLElement>, from: Cursor, { across, down }: GridPlan): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const columns = across.values.length;
  const rows = down.values.length;
  const to = cursorAfterKey(event.key, from, { rows, columns, page: rows });
  if (to === null) return;
  event.preventDefault();
  const cells = event.currentTarget.closest('table')?.querySelectorAll('button');
  cells?.[to.row * columns + to.column]?.focus();
}

function CellContent({ run, figures, measure }: { run: Run; figures: CellFigures; measure: CellMeasure }) {
  return (
    <>
      <span className="truncate text-figure font-medium">
        {measure === 'distinct' ? describeDistinct(figures) : formatMeasure(figures[measure], measure)}
      </span>
      {measure !== 'distinct' && <span className="truncate text-label">{describeDistinct(figures)}</span>}
      <span className="truncate text-label">{describeState(run, figures)}</span>
    </>
  );
}

function describeDistinct({ distinct, choices }: CellFigures): string {
  return distinct === null ? noValue : `${distinct} of ${choices} distinct`;
}

function describeState({ state, recording }: Run, { finishes }: CellFigures): string {
  if (state.phase === 'queued') return 'queued';
  if (state.phase !== 'ended')
    return `${formatLeast(formatCounted(recording.tokenCount, 'token'), recording.isUncounted)}…`;
  const reasons = listFinishes(finishes);
  if (state.endState === 'complete' && reasons !== '') return reasons;
  return endWords[state.endState].label;
}

/** What a screen reader hears after what is on the cell. */
function describeCell(figures: CellFigures): string {
  return [
    `perplexity ${formatMeasure(figures.perplexity, 'perplexity')}`,
    `mean logprob ${formatMeasure(figures.meanLogprob, 'meanLogprob')}`,
    `mean length ${formatMeasure(figures.meanTokens, 'meanTokens')}`,
  ].join(', ');
}

/** Merges equal texts. */
export function CellTexts({ plan, run }: { plan: GridPlan; run: Run }) {
  const { changeSearch } = useSearchState();
  const chosen = [plan.across.parameter, plan.down.parameter].map(
    (parameter) => [parameter, String(run.request[parameter])] as const,
  );
  const name = chosen.map(([parameter, value]) => `${parameter} ${value}`).join(', ');
  const error = run.state.phase === 'ended' ? run.state.error : null;

  function handleUse() {
    const { numbers } = useDraft.getState().draft;
    fillDraft({ numbers: { ...numbers, ...Object.fromEntries(chosen) } }, { how: 'lab' });
    changeSearch({ view: 'write' });
  }

  return (
    <section aria-label={`Answers for ${name}`} className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-mono font-medium">{name}</h3>
        <Button onClick={handleUse}>Use these parameters</Button>
      </div>
      {error && <Failed title="This cell failed">{error.message}</Failed>}
      <ul className="grid gap-3">
        {foldedTexts(run).map(({ text, count, length, finishes }) => (
          <li key={text} className="max-w-[92ch] border-b border-line pb-2">
            <p className="flex h-control items-center justify-between text-label text-faint">
              <span>
                {count > 1 && `${count}× · `}
                {length} · {[...finishes].join(', ')}
              </span>
              <CopyButton text={() => text} />
            </p>
            <bdi className="font-mono text-token wrap-anywhere whitespace-pre-wrap">{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
