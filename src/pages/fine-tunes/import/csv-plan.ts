// What the columns of a table mean, read from its header: whose chart it is, where the step stands, which column is which curve.
import type { CurveName } from '#pages/fine-tunes/curves/curve.ts';
import { curveOfKey } from '#pages/fine-tunes/curves/from-message.ts';
import { roleOfKey } from './log-keys.ts';
import { UnreadableFileError, type LogFormat } from './log-report.ts';
import { nameOfTensorBoard } from './tensorboard-name.ts';

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
  readonly curves: readonly { readonly column: number; readonly run: string; readonly name: CurveName }[];
  readonly notes: readonly string[];
}

/** Reads a header. @throws UnreadableFileError where no column is a curve */
export function readCsvPlan(header: readonly string[], fileName: string): CsvPlan {
  const heads = header.map((head) => head.trim());
  const lean = heads.map((head) => head.toLowerCase());
  if (lean.join() === 'wall time,step,value') return tensorBoardPlan(fileName);
  if (heads.slice(1).some((head) => head.includes(' - '))) return wandbPlan(heads);
  return tablePlan(heads);
}

function tensorBoardPlan(fileName: string): CsvPlan {
  const { run, name, notes } = nameOfTensorBoard(fileName);
  const curves = [{ column: 2, run, name }];
  return { ...nothing, format: 'tensorboard-csv', time: 0, step: 1, curves, notes };
}

/** `<run> - <metric>` with `__MIN` and `__MAX` beside it; the first column is whatever the chart's x axis was. */
function wandbPlan(heads: readonly string[]): CsvPlan {
  const series = heads.map((head, column) => {
    const cut = head.lastIndexOf(' - ');
    const metric = head.slice(cut + 3);
    const run = head.slice(0, Math.max(0, cut)).replace(/^Group: /, '');
    return { column, run, metric, name: column === 0 || cut === -1 ? null : curveOfKey(metric) };
  });
  const curves = series.flatMap(({ column, run, name }) => (name === null ? [] : [{ column, run, name }]));
  if (curves.length === 0)
    throw new UnreadableFileError(noCurve(series.slice(1).map(({ metric }) => metric)));
  const x = roleOfKey(heads[0] ?? '');
  return {
    ...nothing,
    format: 'wandb',
    step: x?.part === 'step' ? 0 : null,
    epoch: x?.part === 'epoch' ? 0 : null,
    time: x?.part === 'time' ? 0 : null,
    elapsed: x?.part === 'elapsed' ? 0 : null,
    curves,
    notes: x?.part === 'step' ? [] : [`The column “${heads[0] ?? ''}” is no step; ${countedWords(x?.part)}`],
  };
}

function tablePlan(heads: readonly string[]): CsvPlan {
  const roles = heads.map((head) => roleOfKey(head));
  const first = (part: string) => {
    const column = roles.findIndex((role) => role?.part === part);
    return column === -1 ? null : column;
  };
  const ranked = roles
    .flatMap((role, column) => (role?.part === 'step' ? [{ column, rank: role.rank }] : []))
    .toSorted((one, other) => one.rank - other.rank);
  const [tag, value] = [first('tag'), first('value')];
  const tagged = tag === null || value === null ? null : { tag, value };
  const curves = roles.flatMap((role, column) =>
    role?.part === 'curve' ? [{ column, run: '', name: role.name }] : [],
  );
  if (curves.length === 0 && tagged === null) throw new UnreadableFileError(noCurve(heads));
  const names = heads.map((head) => head.toLowerCase());
  const isResult = names.includes('train_loss') && names.some((name) => name.startsWith('train_accuracy'));
  const step = ranked[0]?.column ?? null;
  return {
    format: isResult ? 'result-csv' : 'csv',
    step,
    epoch: first('epoch'),
    time: first('time'),
    elapsed: first('elapsed'),
    run: first('run'),
    tagged,
    curves,
    notes:
      step === null
        ? [`No column is a step; ${countedWords(first('elapsed') === null ? undefined : 'elapsed')}`]
        : [],
  };
}

/** @param part what the rows do say of where they stand */
function countedWords(part: string | undefined): string {
  if (part !== 'elapsed') return 'the rows were counted.';
  return 'the rows were counted as steps, and stand at their own times over elapsed time.';
}

const nothing = { epoch: null, time: null, elapsed: null, run: null, tagged: null, notes: [] } as const;

function noCurve(heads: readonly string[]): string {
  const seen = [...new Set(heads)].slice(0, 8).join(', ');
  return `No column is a loss, a learning rate or a gradient norm. The columns are: ${seen.slice(0, 300)}.`;
}
