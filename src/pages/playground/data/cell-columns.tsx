// The columns of a run's table: the inputs of a row, and for each output its state, its text and its figures.
import { formatCount, formatDuration } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import type { Column } from '#table/column.ts';
import { Status } from '#ui/Status.tsx';
import { cellState, cellText } from './cell-state.ts';
import { checkCell } from './check-cell.ts';
import type { Check, CheckOutcome } from './check.ts';
import type { DataRun } from './data-run.ts';
import { outputLetter } from './output.ts';

/** A row of the table: its place in the plan. What it shows is read from the run. */
export interface PlanRow {
  readonly row: number;
}

/** The name of a row in the table. */
export const planRowId = ({ row }: PlanRow) => String(row);

/** Columns of a run; made anew when the check changes. */
export function cellColumns(run: DataRun, check: Check): readonly Column<PlanRow>[] {
  const { columns, rows, rowNumbers, outputs } = run.read.plan;
  const used = new Set(run.read.template.names);
  const isSeveral = outputs.length > 1;
  return [
    { id: 'row', head: 'Row', kind: 'number', width: 68, value: ({ row }) => rowNumbers[row] },
    ...columns.map((name, at): Column<PlanRow> => ({
      id: `in${at}`,
      head: used.has(name) ? `{{${name}}}` : name,
      kind: 'text',
      width: 190,
      value: ({ row }) => rows[row]?.[at],
      isDefaultHidden: !used.has(name) && name !== check.column && columns.length > 4,
    })),
    ...outputs.flatMap((_, at) => {
      const cellOf = (row: PlanRow) => row.row * outputs.length + at;
      const prefix = isSeveral ? `${outputLetter(at)} ` : '';
      return outputColumns(run, check, cellOf, `o${at}`, prefix);
    }),
  ];
}

function outputColumns(
  run: DataRun,
  check: Check,
  cellOf: (row: PlanRow) => number,
  id: string,
  prefix: string,
): readonly Column<PlanRow>[] {
  const resultOf = (row: PlanRow) => run.results[cellOf(row)];
  const checkOf = (row: PlanRow) => checkCell(run, check, cellOf(row));
  return [
    {
      id: `${id}-state`,
      head: `${prefix}state`,
      kind: 'status',
      width: 116,
      value: (row) => cellState(run, cellOf(row)).label,
      tone: (row) => cellState(run, cellOf(row)).tone,
      facet: true,
    },
    {
      id: `${id}-text`,
      head: `${prefix}output`,
      kind: 'custom',
      width: 420,
      value: (row) => cellText(run, cellOf(row)),
      render: (row) => <CellText run={run} cell={cellOf(row)} />,
    },
    ...(check.column === null
      ? []
      : [
          {
            id: `${id}-check`,
            head: `${prefix}check`,
            kind: 'custom',
            width: 92,
            value: checkOf,
            render: (row: PlanRow) => <CheckMark outcome={checkOf(row)} />,
            facet: true,
          } as const,
        ]),
    {
      id: `${id}-tokens`,
      head: `${prefix}tokens`,
      kind: 'number',
      width: 84,
      value: (row) => resultOf(row)?.completionTokens ?? resultOf(row)?.tokenCount,
      format: formatCount,
      help: 'Tokens of the answer, by the service’s own count where it sent one.',
    },
    {
      id: `${id}-ms`,
      head: `${prefix}time`,
      kind: 'number',
      width: 84,
      value: (row) => (resultOf(row)?.isRefused === true ? null : resultOf(row)?.elapsedMs),
      format: formatDuration,
    },
    {
      id: `${id}-dollars`,
      head: `${prefix}cost`,
      kind: 'money',
      width: 84,
      value: (row) => resultOf(row)?.dollars,
      format: formatDollars,
    },
    {
      id: `${id}-finish`,
      head: `${prefix}finish`,
      kind: 'text',
      width: 84,
      value: (row) => resultOf(row)?.finish,
      facet: true,
    },
  ];
}

// A cell shows the beginning of its text, in one line: more would be laid out for nothing.
function CellText({ run, cell }: { run: DataRun; cell: number }) {
  const text = cellText(run, cell);
  const isError = run.results[cell]?.text === '' && run.results[cell].error !== null;
  if (text === null) return <span className="text-faint">–</span>;
  const line = text.slice(0, 400).replaceAll('\n', ' ⏎ ');
  return <span className={isError ? 'text-bad' : 'font-mono text-dense'}>{line}</span>;
}

function CheckMark({ outcome }: { outcome: CheckOutcome | null }) {
  if (outcome === null) return <span className="text-faint">–</span>;
  const tone = outcome === 'pass' ? 'ok' : outcome === 'fail' ? 'bad' : 'warn';
  return <Status tone={tone}>{outcome === 'timeout' ? 'too slow' : outcome}</Status>;
}
