// Result table of a data run.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formatCount, formatDuration, noValue } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { DataTable } from '#table/DataTable.tsx';
import type { Column } from '#table/column.ts';
import { emptyState, type TableState } from '#table/table-state.ts';
import { Status, type Tone } from '#ui/States.tsx';
import { phone, useMedia } from '#ui/use-media.ts';
import { askChecks, checkCell, isChecked, patternChecks } from './check-cell.ts';
import type { Check, CheckOutcome } from './check.ts';
import { answerTokens, type CellResult } from './cell.ts';
import type { DataRun } from './data-run.ts';
import { outputLetter } from './plan.ts';
import { useCheck } from './setup-store.ts';
import { useRunPulse, useRunVersion } from './data-run-store.ts';

/** How often filters and sorting update. */
const readingMs = { few: 1_000, many: 5_000 };

interface CellsTableProps {
  run: DataRun;
  openRow: number | null;
  /** @param variant of the pressed column; null outside of the outputs */
  onOpen: (row: number, variant: number | null) => void;
}

/** Filters and sorting update only every few seconds. */
export function CellsTable({ run, openRow, onOpen }: CellsTableProps) {
  const check = useCheck(run.read.plan.columns);
  const table = useState<TableState>(emptyState);
  const [state] = table;
  const isArranged =
    state.sort.length > 0 || state.search !== '' || hasKeys(state.filters) || hasKeys(state.facets);
  const count = run.read.plan.rows.length;
  const pulse = useRunPulse(run, count > 20_000 ? readingMs.many : readingMs.few);
  useRunVersion(run);
  const checked = useSyncExternalStore(patternChecks.subscribe, patternChecks.version);
  useEffect(() => askChecks(run, check), [run, check, pulse]);
  const all = useMemo(() => Array.from({ length: count }, (_, row): PlanRow => ({ row })), [count]);
  const reading = isArranged ? pulse + checked : 0;
  // oxlint-disable-next-line react/exhaustive-deps -- a new array makes the table read the values again
  const rows = useMemo(() => [...all], [all, reading]);
  const isPhone = useMedia(phone);
  const columns = useMemo(() => cellColumns(run, check, isPhone), [run, check, isPhone]);
  const outputs = run.read.plan.outputs.length;

  const getVersion = ({ row }: PlanRow) => {
    let version = '';
    for (let cell = row * outputs; cell < (row + 1) * outputs; cell += 1) {
      const growing = run.results[cell] === undefined ? run.runOf(cell) : undefined;
      const outcome = checkCell(run, check, cell) ?? '';
      version += `${cellState(run, cell).label} ${growing?.recording.tokenCount ?? ''} ${outcome};`;
    }
    return version;
  };

  return (
    <DataTable
      label="rows"
      rows={rows}
      columns={columns}
      row={{
        getId: planRowId,
        onOpen: ({ row }, columnId) => onOpen(row, variantOf(columnId)),
        openId: openRow === null ? undefined : String(openRow),
        getVersion,
      }}
      state={table}
      canExport={false}
    />
  );
}

function variantOf(columnId = ''): number | null {
  const found = /^o(\d+)-/.exec(columnId);
  return found === null ? null : Number(found[1]);
}

function hasKeys(record: object): boolean {
  return Object.keys(record).length > 0;
}

interface PlanRow {
  readonly row: number;
}

const planRowId = ({ row }: PlanRow) => String(row);

/** On a phone the outputs come first: the inputs would fill the screen. Variants are read side by side, before their figures. */
function cellColumns(run: DataRun, check: Check, isPhone: boolean): readonly Column<PlanRow>[] {
  const { columns, rows, rowNumbers, outputs } = run.read.plan;
  const used = new Set(run.read.template.names);
  const isSeveral = outputs.length > 1;
  const inputs = columns.map((name, at): Column<PlanRow> => ({
    id: `in${at}`,
    head: used.has(name) ? `{{${name}}}` : name,
    kind: 'text',
    width: 120,
    value: ({ row }) => rows[row]?.[at],
    isDefaultHidden: !used.has(name) && name !== check.column && columns.length > 4,
  }));
  const groups = outputs.map((_, at) => {
    const cellOf = (row: PlanRow) => row.row * outputs.length + at;
    const prefix = isSeveral ? `${outputLetter(at)} ` : '';
    return {
      answer: answerColumns(run, check, cellOf, `o${at}`, prefix),
      figures: figureColumns(run, cellOf, `o${at}`, prefix),
    };
  });
  const ofOutputs = [...groups.flatMap(({ answer }) => answer), ...groups.flatMap(({ figures }) => figures)];
  return [
    { id: 'row', head: 'Row', kind: 'number', width: 68, value: ({ row }) => rowNumbers[row] },
    ...(isPhone ? [...ofOutputs, ...inputs] : [...inputs, ...ofOutputs]),
  ];
}

function answerColumns(
  run: DataRun,
  check: Check,
  cellOf: (row: PlanRow) => number,
  id: string,
  prefix: string,
): readonly Column<PlanRow>[] {
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
    ...(!isChecked(check)
      ? []
      : [
          {
            id: `${id}-check`,
            head: `${prefix}check`,
            kind: 'custom',
            width: 128,
            value: checkOf,
            render: (row: PlanRow) => <CheckMark outcome={checkOf(row)} />,
            facet: true,
          } as const,
        ]),
    {
      id: `${id}-text`,
      head: `${prefix}output`,
      kind: 'custom',
      width: prefix === '' ? 560 : 280,
      value: (row) => cellText(run, cellOf(row)),
      render: (row) => <CellText run={run} cell={cellOf(row)} />,
    },
  ];
}

function figureColumns(
  run: DataRun,
  cellOf: (row: PlanRow) => number,
  id: string,
  prefix: string,
): readonly Column<PlanRow>[] {
  const resultOf = (row: PlanRow) => run.results[cellOf(row)];
  return [
    {
      id: `${id}-tokens`,
      head: `${prefix}tokens`,
      kind: 'number',
      width: 84,
      value: (row) => {
        const result = resultOf(row);
        return result && answerTokens(result);
      },
      format: formatCount,
      help: 'Tokens of the output, by the service’s own count where it sent one.',
    },
    {
      id: `${id}-ms`,
      head: `${prefix}time`,
      kind: 'number',
      width: 84,
      value: (row) => wholeMs(resultOf(row)),
      format: formatDuration,
      help: 'Until the end of the answer. The filter reads milliseconds: >2000.',
    },
    {
      id: `${id}-dollars`,
      head: `${prefix}cost`,
      kind: 'money',
      width: 108,
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

function wholeMs(result: CellResult | null | undefined): number | null {
  return typeof result?.elapsedMs === 'number' && !result.isRefused ? Math.round(result.elapsedMs) : null;
}

// Cut, because laying out the rest is wasted.
function CellText({ run, cell }: { run: DataRun; cell: number }) {
  const text = cellText(run, cell);
  const isError = run.results[cell]?.text === '' && run.results[cell].error !== null;
  if (text === null) {
    const isBlank = run.results[cell]?.state === 'complete';
    return <span className="text-faint">{isBlank ? 'No text.' : noValue}</span>;
  }
  const line = text.slice(0, 400).replaceAll('\n', ' ⏎ ');
  return <span className={isError ? 'text-bad' : 'font-mono text-dense'}>{line}</span>;
}

export function CheckMark({ outcome }: { outcome: CheckOutcome | null }) {
  if (outcome === null) return <span className="text-faint">{noValue}</span>;
  const tone = outcome === 'pass' ? 'ok' : outcome === 'fail' ? 'bad' : 'warn';
  // An inline element would sit on the baseline.
  return (
    <span className="flex">
      <Status tone={tone}>{outcome}</Status>
    </span>
  );
}

interface CellState {
  readonly label: string;
  readonly tone: Tone;
}

const ends = {
  complete: { label: 'complete', tone: 'ok' },
  failed: { label: 'failed', tone: 'bad' },
  stopped: { label: 'stopped', tone: 'none' },
  lost: { label: 'lost', tone: 'warn' },
} as const satisfies Record<string, CellState>;

const phases = {
  queued: { label: 'queued', tone: 'none' },
  waiting: { label: 'waiting', tone: 'live' },
  streaming: { label: 'streaming', tone: 'live' },
} as const satisfies Record<string, CellState>;

const notSent: CellState = { label: 'queued', tone: 'none' };

export function cellState(run: DataRun, cell: number): CellState {
  const result = run.results[cell];
  if (result !== undefined) return ends[result.state];
  const phase = run.runOf(cell)?.state.phase;
  return phase === undefined || phase === 'ended' ? notSent : phases[phase];
}

function cellText(run: DataRun, cell: number): string | null {
  const result = run.results[cell];
  if (result !== undefined) return result.text === '' ? result.error : result.text;
  const growing = run.runOf(cell);
  return growing === undefined || growing.state.phase === 'ended'
    ? null
    : (growing.recording.choices.get(0)?.text.toString() ?? null);
}
