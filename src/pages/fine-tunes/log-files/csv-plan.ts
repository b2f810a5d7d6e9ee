// What the columns of a table mean, read from its header: whose chart it is, where the step stands, which column is which curve.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import type { KeyRole, LogFormat } from './log-report.ts';
import { type LogSink, nameOfTensorBoard } from './log-sink.ts';

/** A column with figures. */
interface CsvSeries {
  readonly column: number;
  /** What a person calls it: its head without the run. */
  readonly key: string;
  readonly run: string;
  /** Null where it is read as nothing. */
  readonly name: CurveName | null;
}

/** Where in a row everything stands; columns count from 0. */
export interface CsvPlan {
  readonly format: LogFormat;
  readonly step: number | null;
  readonly epoch: number | null;
  readonly time: number | null;
  /** A time since the run began. */
  readonly elapsed: number | null;
  /** A column that names the run of each row. */
  readonly run: number | null;
  /** Tables with one value a row and a column that says what it is. */
  readonly tagged: { readonly tag: number; readonly value: number } | null;
  readonly series: readonly CsvSeries[];
  /** A history of W&B may have NaN where a row does not log a figure. */
  readonly hasFiller: boolean;
}

/** Reads a header; what a reader of the curves must know is noted in the sink. */
export function readCsvPlan(header: readonly string[], fileName: string, sink: LogSink): CsvPlan {
  const heads = header.map((head) => head.trim());
  const lean = heads.map((head) => head.toLowerCase());
  if (lean.join() === 'wall time,step,value') {
    const { run, key, name } = nameOfTensorBoard(fileName, sink);
    return {
      ...nothing,
      format: 'tensorboard-csv',
      time: 0,
      step: 1,
      series: [{ column: 2, key, run, name }],
    };
  }
  if (lean.join() === exportHead)
    return { ...nothing, format: 'export', step: 3, epoch: 4, time: 5, run: 0, tagged: { tag: 1, value: 6 } };
  if (heads.slice(1).some((head) => head.includes(' - '))) return wandbPlan(heads, sink);
  return tablePlan(heads, sink);
}

/** The columns under which this page saves curves. */
const exportHead = 'run,curve,part,step,epoch,time,value,smoothed,source';

/** `<run> - <metric>` with `__MIN` and `__MAX` beside it; the first column is whatever the chart's x axis was. */
function wandbPlan(heads: readonly string[], sink: LogSink): CsvPlan {
  const x = sink.roleOf(heads[0] ?? '');
  const cells = heads.slice(1).flatMap((head, index) => {
    const cut = head.lastIndexOf(' - ');
    const key = head.slice(cut + 3);
    if (cut === -1 || /__(?:MIN|MAX)$/.test(key)) return [];
    return [
      { column: index + 1, key, run: head.slice(0, cut).replace(/^Group: /, ''), role: sink.roleOf(key) },
    ];
  });
  if (x?.part !== 'step') sink.note(`The column “${heads[0] ?? ''}” is not a step; ${countedWords(x?.part)}`);
  if (x === null) sink.nameColumn(heads[0] ?? '', 'none');
  return {
    ...nothing,
    format: 'wandb',
    step: x?.part === 'step' ? 0 : null,
    epoch: x?.part === 'epoch' ? 0 : null,
    time: x?.part === 'time' ? 0 : null,
    elapsed: x?.part === 'elapsed' ? 0 : null,
    series: claimed(cells, sink),
  };
}

function tablePlan(heads: readonly string[], sink: LogSink): CsvPlan {
  const cells = heads.map((key, column) => ({ column, key, run: '', role: sink.roleOf(key) }));
  const first = (part: string) => cells.find(({ role }) => role?.part === part)?.column ?? null;
  const ranked = cells
    .flatMap(({ role, column }) => (role?.part === 'step' ? [{ column, rank: role.rank }] : []))
    .toSorted((one, other) => one.rank - other.rank);
  const [tag, value] = [first('tag'), first('value')];
  const names = heads.map((head) => head.toLowerCase());
  const isResult = names.includes('train_loss') && names.some((name) => name.startsWith('train_accuracy'));
  const step = ranked[0]?.column ?? null;
  if (step === null)
    sink.note(`No step column; ${countedWords(first('elapsed') === null ? undefined : 'elapsed')}`);
  return {
    format: isResult ? 'result-csv' : 'csv',
    step,
    epoch: first('epoch'),
    time: first('time'),
    elapsed: first('elapsed'),
    run: first('run'),
    tagged: tag === null || value === null ? null : { tag, value },
    series: claimed(
      cells.filter(({ role }) => role === null || role.part === 'curve'),
      sink,
    ),
    hasFiller: names.includes('_step'),
  };
}

/** Of several columns for one curve of a run, the plainest is the curve; the others are read as nothing. */
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

/** @param part what the rows do say of where they stand */
function countedWords(part: string | undefined): string {
  if (part !== 'elapsed') return 'the rows were counted.';
  return 'the rows were counted as steps, and keep their own times over elapsed time.';
}

const nothing = {
  step: null,
  epoch: null,
  time: null,
  elapsed: null,
  run: null,
  tagged: null,
  series: [],
  hasFiller: false,
} as const;
