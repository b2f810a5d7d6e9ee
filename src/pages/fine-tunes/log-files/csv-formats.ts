// CSV formats, recognised by header, and the meaning of their columns.
import { createCsvReader, readHeader, type CsvPlan, type CsvSeries } from './csv-reader.ts';
import type { LogFormat } from './log-format.ts';
import type { KeyRole } from './log-report.ts';
import { type LogSink, nameOfTensorBoard } from './log-sink.ts';

export const tensorBoardTable = tableFormat({
  name: 'TensorBoard, CSV',
  hasHeads: (heads) => heads.join().toLowerCase() === 'wall time,step,value',
  plan(_heads, fileName, sink) {
    const { run, key, name } = nameOfTensorBoard(fileName, sink);
    return { ...nothing, time: 0, step: 1, series: [{ column: 2, key, run, name }] };
  },
});

export const savedCurves = tableFormat({
  name: 'curves saved by this page, CSV',
  hasHeads: (heads) => heads.join().toLowerCase() === 'run,curve,part,step,epoch,time,value,smoothed,source',
  plan: () => ({
    ...nothing,
    step: 3,
    epoch: 4,
    time: 5,
    run: 0,
    tagged: { tag: 1, value: 6 },
    isSaved: true,
  }),
});

export const wandbChart = tableFormat({
  name: 'W&B chart, CSV',
  emptyError: 'No column has numbers to draw.',
  hasHeads: (heads) => heads.slice(1).some((head) => head.includes(' - ')),
  plan: (heads, _fileName, sink) => wandbPlan(heads, sink),
});

export const resultTable = tableFormat({
  name: 'fine-tuning result, CSV',
  hasHeads(heads) {
    const names = heads.map((head) => head.toLowerCase());
    return names.includes('train_loss') && names.some((name) => name.startsWith('train_accuracy'));
  },
  plan: tablePlan,
});

export const plainTable = tableFormat({
  name: 'table, CSV',
  emptyError: 'No column has numbers to draw.',
  hasHeads: () => true,
  plan: tablePlan,
});

interface TableFormat {
  readonly name: string;
  readonly emptyError?: string;
  hasHeads: (heads: readonly string[]) => boolean;
  plan: (heads: readonly string[], fileName: string, sink: LogSink) => CsvPlan;
}

function tableFormat({ hasHeads, plan, ...shared }: TableFormat): LogFormat {
  return {
    ...shared,
    recognise: ({ shape, text }) => shape === 'table' && hasHeads(readHeader(text).heads),
    create(sink, { text }, fileName) {
      const header = readHeader(text);
      return createCsvReader(sink, header, plan(header.heads, fileName, sink));
    },
  };
}

/** `<run> - <metric>`, with `__MIN` and `__MAX`; the first column is the chart's x axis. */
function wandbPlan(heads: readonly string[], sink: LogSink): CsvPlan {
  const x = sink.roleOf(heads[0] ?? '');
  const cells = heads.slice(1).flatMap((head, index) => {
    const cut = head.lastIndexOf(' - ');
    const key = head.slice(cut + 3);
    if (cut === -1 || boundEnd.test(key)) return [];
    return [
      { column: index + 1, key, run: head.slice(0, cut).replace(/^Group: /, ''), role: sink.roleOf(key) },
    ];
  });
  const bounds = heads.flatMap((head, column) => {
    const of = boundEnd.test(head) ? heads.indexOf(head.replace(boundEnd, '')) : -1;
    return of === -1 ? [] : [{ column, of }];
  });
  if (x?.part !== 'step') sink.note(`The column “${heads[0] ?? ''}” is not a step; ${countedWords(x?.part)}`);
  if (x === null) sink.nameColumn(heads[0] ?? '', 'none');
  return {
    ...nothing,
    step: x?.part === 'step' ? 0 : null,
    epoch: x?.part === 'epoch' ? 0 : null,
    time: x?.part === 'time' ? 0 : null,
    elapsed: x?.part === 'elapsed' ? 0 : null,
    tokens: x?.part === 'tokens' ? 0 : null,
    series: claimed(cells, sink),
    bounds,
  };
}

const boundEnd = /__(?:MIN|MAX)$/;

function tablePlan(heads: readonly string[], fileName: string, sink: LogSink): CsvPlan {
  const cells = heads.map((key, column) => ({ column, key, run: '', role: sink.roleOf(key) }));
  const first = (part: string) => cells.find(({ role }) => role?.part === part)?.column ?? null;
  const ranked = cells
    .flatMap(({ role, column }) => (role?.part === 'step' ? [{ column, rank: role.rank }] : []))
    .toSorted((one, other) => one.rank - other.rank);
  const names = heads.map((head) => head.toLowerCase());
  const value = first('value');
  const named = names.indexOf('name');
  const tag = value === null ? null : (first('tag') ?? (named === -1 ? null : named));
  const hasCurve = cells.some(({ role }) => role?.part === 'curve');
  const untagged = value !== null && tag === null ? [valueOf(value)] : [];
  const step = ranked[0]?.column ?? null;
  if (step === null)
    sink.note(`No step column; ${countedWords(first('elapsed') === null ? undefined : 'elapsed')}`);
  return {
    ...nothing,
    step,
    epoch: first('epoch'),
    time: first('time'),
    elapsed: first('elapsed'),
    tokens: first('tokens'),
    run: first('run'),
    tagged: tag === null || value === null ? null : { tag, value },
    series: [
      ...claimed(
        cells.filter(({ role }) => role === null || role.part === 'curve'),
        sink,
      ),
      ...untagged,
    ],
    hasFiller: names.includes('_step'),
  };

  /** A metric whose name only the file may have. */
  function valueOf(column: number): CsvSeries {
    if (hasCurve) return { column, key: heads[column] ?? '', run: '', name: null };
    return { column, ...nameOfTensorBoard(fileName, sink) };
  }
}

/** Of several columns for a run's curve the one of the lowest rank counts. */
function claimed(
  cells: readonly (Omit<CsvSeries, 'name'> & { readonly role: KeyRole | null })[],
  sink: LogSink,
): readonly CsvSeries[] {
  const series = cells
    .toSorted((one, other) => rankOf(one.role) - rankOf(other.role))
    .map(({ column, key, run, role }) => {
      const isCurve = role?.part === 'curve' && sink.claim(role.name, key);
      return { column, key, run, name: isCurve ? role.name : null };
    });
  return series.toSorted((one, other) => one.column - other.column);
}

function rankOf(role: KeyRole | null): number {
  return role?.part === 'curve' ? role.rank : Infinity;
}

function countedWords(part: string | undefined): string {
  if (part !== 'elapsed') return 'the rows were counted.';
  return 'the rows were counted as steps, and keep their own times over elapsed time.';
}

const nothing = {
  step: null,
  epoch: null,
  time: null,
  elapsed: null,
  tokens: null,
  run: null,
  tagged: null,
  series: [],
  bounds: [],
  hasFiller: false,
  isSaved: false,
} as const;
