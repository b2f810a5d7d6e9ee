import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnreadableFileError, whyUnread } from './log-report.ts';
import { readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import {
  consoleLog,
  factoryLog,
  metricsJson,
  resultCsv,
  tensorBoardCsv,
  tensorBoardJson,
  trainerState,
  wandbCsv,
  type LoggedStep,
} from '#pages/fine-tunes/testing/log-writers.ts';

const figure = fc.oneof(
  // No log format distinguishes −0 from 0.
  {
    weight: 8,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
);

/** Rows of rising steps; each has a training loss, some an evaluation. */
const rows = fc
  .uniqueArray(
    fc.record(
      {
        step: fc.integer({ min: 1, max: 90_000 }),
        epoch: fc.double({ min: 0, max: 3, noNaN: true }),
        loss: figure,
        evalLoss: figure,
        rate: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      { requiredKeys: ['step', 'epoch', 'loss'] },
    ),
    { selector: ({ step }) => step, minLength: 2, maxLength: 40 },
  )
  .map((all): LoggedStep[] => all.toSorted((one, other) => one.step - other.step));

const pieces = fc.integer({ min: 1, max: 300 });

const pairs = (all: readonly LoggedStep[], key: 'loss' | 'evalLoss' | 'rate') =>
  all.flatMap((row) => {
    const value = row[key];
    return value === undefined ? [] : [[row.step, value]];
  });

test.each([
  ['trainer state, JSON', 'trainer state', trainerState, true],
  [
    'LLaMA-Factory log, JSON lines',
    'old lines of LLaMA-Factory',
    (all: LoggedStep[]) => factoryLog(all, true),
    true,
  ],
  [
    'LLaMA-Factory log, JSON lines',
    'new lines of LLaMA-Factory',
    (all: LoggedStep[]) => factoryLog(all, false),
    true,
  ],
  ['console log of a trainer', 'console', (all: LoggedStep[]) => consoleLog(all), true],
  ['console log of a trainer', 'console of strings', (all: LoggedStep[]) => consoleLog(all, true), true],
  ['fine-tuning result, CSV', 'result', resultCsv, false],
  ['metrics rows, JSON', 'metrics', metricsJson, true],
] as const)('curves written as %s (%s) are read back unchanged', async (format, _, write, hasRates) => {
  await fc.assert(
    fc.asyncProperty(rows, pieces, async (all, length) => {
      const report = await readLog(logFile(write(all), 'file', length));
      expect(report.unread).toEqual([]);
      expect(report.format).toBe(format);
      expect(report.runs).toHaveLength(1);
      expect(pairsOf(report, 'train loss')).toEqual(pairs(all, 'loss'));
      expect(pairsOf(report, 'eval loss')).toEqual(pairs(all, 'evalLoss'));
      expect(pairsOf(report, 'learning rate')).toEqual(hasRates ? pairs(all, 'rate') : []);
    }),
    { numRuns: 60 },
  );
});

test('the runs of a chart of W&B are distinguished, whatever their names', async () => {
  const points = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 500 }), figure), { minLength: 1, maxLength: 20 })
    .map((all) => new Map(all.toSorted(([one], [other]) => one - other)));
  const names = fc.constantFrom('run-a', 'run - b', 'c, with comma', 'Gruppe 3: d', 'e__MIN');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(names, points), { minLength: 1, maxLength: 5 }),
      pieces,
      async (all, length) => {
        const runs = new Map(all);
        const report = await readLog(logFile(wandbCsv('eval/loss', runs), 'chart.csv', length));
        expect(report.format).toBe('W&B chart, CSV');
        expect(report.unread).toEqual([]);
        for (const [name, series] of runs) expect(pairsOf(report, 'eval loss', name)).toEqual([...series]);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['table', 'TensorBoard, CSV', tensorBoardCsv, 'csv'],
  ['JSON', 'TensorBoard, JSON', tensorBoardJson, 'json'],
] as const)(
  "TensorBoard's %s has run and tag in its name, and times in seconds",
  async (_, format, write, end) => {
    const points = new Map([
      [1, 4.5],
      [20, Number.NaN],
      [300, 1.25],
    ]);
    const report = await readLog(logFile(write(points), `run-warm-tag-eval_loss (1).${end}`, 7));
    expect(report.format).toBe(format);
    expect(report.runs.map(({ label }) => label)).toEqual(['warm']);
    expect(pairsOf(report, 'eval loss')).toEqual([...points]);
    expect(report.runs[0]?.curves.curves.get('eval loss')?.[0]?.timesMs[0]).toBe(1_770_000_001_250);
  },
);

test('a trainer’s mean at the end is not a point', async () => {
  const report = await readLog(logFile(trainerState([{ step: 1, epoch: 0, loss: 2 }])));
  expect(pairsOf(report, 'train loss')).toEqual([[1, 2]]);
});

test('each point has its line number', async () => {
  const report = await readLog(logFile('step,loss\n1,5\n\n2,4\r\n3,3'));
  expect(report.runs[0]?.curves.curves.get('train loss')?.[0]?.lines.join()).toBe('2,4,5');
  expect(report.lines).toBe(5);
});

test('a file that was written since it was opened is to be opened again', () => {
  const changed = 'The file has changed on disk since it was opened: open it again.';
  expect(whyUnread(new TypeError('network error'))).toBe(changed);
  expect(whyUnread(new DOMException('It could not be read.', 'NotReadableError'))).toBe(changed);
  expect(whyUnread(new UnreadableFileError('Empty.'))).toBe('Empty.');
  expect(whyUnread(new RangeError('Too long.'))).toBe('Reading the file failed partway: Too long.');
});
