import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FineTuneEvent, FineTune } from '#api/schema/fine-tune.ts';
import { alertedRow, rowOf, tookMs } from './fine-tune-row.ts';
import { priceUnits } from '#pricing/price-unit.ts';
import { dateTimeWords } from '#lib/dates.ts';
import { statusTone } from '#pages/fine-tunes/status-tone.ts';
import { cellText } from '#table/column.ts';
import { exportRows } from '#table/ExportMenu.tsx';
import { tableCell } from '#table/TableCell.tsx';
import { leftText } from './cells.tsx';
import { fineTuneColumns } from './columns.tsx';

const begun = Date.UTC(2026, 0, 1);
/** A step a second, twenty of sixty. */
const events = Array.from({ length: 20 }, (_, index): FineTuneEvent => ({
  type: 'training_step',
  step: index + 1,
  total_steps: 60,
  created_at: new Date(begun + (index + 1) * 1_000).toISOString(),
}));
const lastMs = begun + 20_000;
const running: FineTune = { id: 'ft-1', status: 'running', events };

/** @param answeredMs since the last step */
function textAt(answeredMs: number, laterMs = 0, aheadMs = 0, isLast = false): string {
  const { left } = rowOf(running, { atMs: lastMs + answeredMs, aheadMs, isLast });
  return left === null ? 'none' : leftText(left, lastMs + answeredMs - aheadMs + laterMs);
}

const savedOf = (record: FineTune) => rowOf(record, { atMs: 1, aheadMs: 0, isLast: false }).savedCount;

test('the time left counts down between two answers, by the clock of the service, and stands still without one', () => {
  expect(textAt(0)).toBe('about 40 s');
  expect(textAt(0, 15_000)).toBe('about 25 s');
  expect(textAt(0, 15_000, 3_600_000)).toBe('about 25 s');
  expect(textAt(0, 15_000, 0, true)).toBe('about 40 s');
});

test.each([29, 57, 58])('%i of 100 steps are as many percent', (done) => {
  const record = { id: 'ft-1', total_steps: 100, steps_completed: done };
  expect(rowOf(record, { atMs: 1, aheadMs: 0, isLast: false }).progress).toBe(done);
});

test('the same record reread without a step is recomputed', () => {
  const first = rowOf(running, { atMs: lastMs, aheadMs: 0, isLast: false });
  expect(rowOf(running, { atMs: lastMs, aheadMs: 0, isLast: false })).toBe(first);
  expect(rowOf(running, { atMs: lastMs + 11_000, aheadMs: 0, isLast: false }).left?.lateMs).toBe(10_000);
});

test.each(['compressing', 'UPLOADING', 'cancel_requested'])('no time is left to one that is %s', (status) => {
  const { left } = rowOf({ ...running, status }, { atMs: lastMs, aheadMs: 0, isLast: false });
  expect(left).toBeNull();
});

test('a row has the newest words of a lasting alert', () => {
  const row = rowOf({ id: 'ft-1', status: 'thinking' }, { atMs: lastMs, aheadMs: 0, isLast: false });
  const alert = { id: 'stall:1', kind: 'stall', tone: 'warn', step: 1, timeMs: 1, saw: 'one' } as const;
  const alerted = alertedRow(row, alert);
  expect(alertedRow(row, alert)).toBe(alerted);
  expect(alertedRow(row, { ...alert, saw: 'two' }).alert?.saw).toBe('two');
});

test('a report overdue by more than the time left is shown instead of a time', () => {
  expect(textAt(31_000)).toBe('about 39 s');
  expect(textAt(601_000)).toBe('10 min 00 s late');
  const column = fineTuneColumns(priceUnits[0], {}, false).find(({ id }) => id === 'left');
  const valueAt = (answeredMs: number) =>
    column?.value(rowOf(running, { atMs: lastMs + answeredMs, aheadMs: 0, isLast: false }));
  expect([valueAt(31_000), valueAt(601_000)]).toEqual([39 / 60, null]);
});

test('steps that only messages name are those of the list, too, as they are of its page', () => {
  const said = events.map(({ step = 0, created_at: at = '', type = '' }) => ({
    type,
    created_at: at,
    message: `Step ${step}/60: loss=${3 - step / 100}`,
  }));
  const later = {
    type: 'checkpoint_save',
    message: 'Saves the next at step 40.',
    created_at: said[19]?.created_at,
  };
  const row = rowOf(
    { id: 'ft-1', status: 'running', events: [...said, later] },
    { atMs: lastMs, aheadMs: 0, isLast: false },
  );
  expect([row.step, row.totalSteps, row.progress && Math.floor(row.progress)]).toEqual([20, 60, 33]);
  expect(row.left && leftText(row.left, lastMs)).toBe('about 40 s');
});

const evaluate = (step: number, loss: string) => ({
  type: 'eval_complete',
  step,
  message: `Evaluation: eval_loss=${loss}`,
});
const found = (...all: FineTuneEvent[]) =>
  rowOf({ id: 'ft-3', events: all }, { atMs: 1, aheadMs: 0, isLast: false }).evaluations;

test('the last evaluation may be NaN, the lowest may not', () => {
  expect(found(evaluate(8, '2.5'), evaluate(16, '1.5'), evaluate(24, '1.75'))).toEqual({
    last: 1.75,
    best: 1.5,
    bestStep: 16,
  });
  expect(found(evaluate(8, '2.5'), evaluate(16, 'nan'))).toEqual({
    last: Number.NaN,
    best: 2.5,
    bestStep: 8,
  });
  const again = [evaluate(8, '2.5'), evaluate(16, '1.5'), evaluate(24, '1'), evaluate(16, '2')];
  expect(found(...again)).toEqual({ last: 2, best: 2, bestStep: 16 });
  expect(found({ type: 'training_step', step: 1, message: 'Step 1: training loss=2' })).toBeNull();
});

test('a row that does not run stays the same object with every answer', () => {
  const record: FineTune = { id: 'ft-2', status: 'completed', events };
  const row = rowOf(record, { atMs: 1, aheadMs: 0, isLast: false });
  expect(row.left).toBeNull();
  expect(rowOf(record, { atMs: 2, aheadMs: 0, isLast: false })).toBe(row);
});

test('the number of checkpoints is unknown if the list has no events', () => {
  expect(savedOf({ id: 'a', events: [] })).toBeNull();
  expect(savedOf({ id: 'b' })).toBeNull();
  expect(savedOf({ id: 'c', events: [{ type: 'job_start' }] })).toBe(0);
  expect(savedOf({ id: 'd', events: [{ type: 'CHECKPOINT_SAVE' }, { type: 'checkpoint_save' }] })).toBe(2);
  const saves = [10, 20, 10, 20].map((step) => ({ type: 'checkpoint_save', step }));
  expect(savedOf({ id: 'e', events: saves })).toBe(2);
});

test('a run whose last event has no time was updated when the service says so', () => {
  const record = { id: 'ft', updated_at: new Date(begun).toISOString(), events: [{ type: 'job_complete' }] };
  expect(rowOf(record, { atMs: 1, aheadMs: 0, isLast: false }).lastEventMs).toBe(begun);
});

test('runs of one day are told apart by the time of their creation', () => {
  const column = fineTuneColumns(priceUnits[0], {}, false).find(({ id }) => id === 'created');
  const row = rowOf(
    { id: 'ft-4', created_at: new Date(begun).toISOString() },
    { atMs: 1, aheadMs: 0, isLast: false },
  );
  expect(column?.render?.(row)).toBe(dateTimeWords(begun));
  expect(column && cellText(column, column.value(row))).toBe(dateTimeWords(begun));
});

test('without a training loss no room is kept for its line', () => {
  const row = rowOf({ id: 'ft-5' }, { atMs: 1, aheadMs: 0, isLast: false });
  const [loss, evalLoss] = ['loss', 'eval'].map((wanted) =>
    fineTuneColumns(priceUnits[0], {}, false)
      .find(({ id }) => id === wanted)
      ?.render?.(row),
  );
  expect(loss).toEqual(evalLoss);
});

function cellsOf(record: FineTune, wanted = ['loss', 'eval', 'best']): readonly string[] {
  const row = rowOf(record, { atMs: 1, aheadMs: 0, isLast: false });
  return wanted.map((id) => {
    const column = fineTuneColumns(priceUnits[0], {}, false).find((each) => each.id === id);
    return renderToStaticMarkup(column && tableCell(column, row)).replaceAll(/<.*?>/g, '');
  });
}

test('a training whose events state no loss says so, and one that has not begun does not', () => {
  expect(cellsOf(running)).toEqual(['not in events', 'not in events', 'not in events']);
  expect(cellsOf({ id: 'ft-6', status: 'queued' })).toEqual(['—', '—', '—']);
  const trained = { ...running, events: [{ ...events[0], message: 'Step 1: training loss=2' }] };
  expect(cellsOf(trained)).toEqual(['2.000', '—', '—']);
});

test('a file says of a diverged run that its losses are NaN, not that there are none', () => {
  const diverged = [{ type: 'training_step', message: 'Step 1: training loss=nan' }, evaluate(1, 'nan')];
  const row = rowOf({ id: 'ft-8', events: diverged }, { atMs: 1, aheadMs: 0, isLast: false });
  const columns = fineTuneColumns(priceUnits[0], {}, false).filter(({ id }) => /^(?:loss|eval)$/.test(id));
  expect(exportRows('csv', [row], columns)).toMatch(/\r\nNaN,NaN\r\n$/);
});

test('a cancelled run does not look like a queued one', () => {
  expect(statusTone('cancelled')).not.toBe(statusTone('queued'));
});

const at = (type: string, second: number) => ({
  type,
  created_at: new Date(begun + second * 1_000).toISOString(),
});

test('a run that is over took as long as its training, without the wait between', () => {
  const all = [
    at('job_pending', 0),
    at('training_start', 5),
    at('training_complete', 25),
    at('job_complete', 30),
  ];
  expect(tookMs({ id: 'ft-5', status: 'completed', events: all })).toBe(20_000);
  expect(tookMs({ id: 'ft-5', status: 'running', events: all })).toBeNull();
  expect(tookMs({ id: 'ft-5', status: 'completed' })).toBeNull();
});

test('a training without events in the list has no known alert, and does not look as if it had none', () => {
  const hosted: FineTune = {
    id: 'ft-7',
    status: 'running',
    total_steps: 100,
    steps_completed: 40,
    events: [],
  };
  expect(cellsOf(hosted, ['alert'])).toEqual(['no events']);
  expect(cellsOf({ ...hosted, steps_completed: 0 }, ['alert'])).toEqual(['—']);
  expect(cellsOf(running, ['alert'])).toEqual(['—']);
});

test.each<Partial<FineTune>>([
  { lr_scheduler: { lr_scheduler_type: 'cosine' } },
  { learning_rate: 0.001 },
  { warmup_ratio: 0.2 },
  { weight_decay: 0.1 },
  { max_grad_norm: 0 },
  { training_file: 'file-2' },
  { from_checkpoint: 'ft-0:20' },
])('two runs side by side differ in a column where they differ in %o', (other) => {
  const [one, two] = [{}, other].map((changes) =>
    rowOf({ ...running, ...changes }, { atMs: lastMs, aheadMs: 0, isLast: false }),
  );
  const differing = fineTuneColumns(priceUnits[0], {}, false).filter(
    ({ value }) => one && two && value(one) !== value(two),
  );
  expect(differing).toHaveLength(1);
});

test('the sums of tokens and prices leave out what is unknown, and say so', () => {
  const columns = fineTuneColumns(priceUnits[1], {}, false);
  const sumOf = (wanted: string, ...records: readonly Partial<FineTune>[]) =>
    columns
      .find(({ id }) => id === wanted)
      ?.sum?.(
        records.map((record) => rowOf({ id: 'ft', ...record }, { atMs: 1, aheadMs: 0, isLast: false })),
      );
  expect(sumOf('tokens', {}, {})).toBeUndefined();
  expect(sumOf('tokens', { token_count: 1_200 }, {})).toBe('≥ 1,200');
  expect(sumOf('tokens', { token_count: 1_200 }, { token_count: 0 })).toBe('1,200');
  expect(sumOf('price', {}, { total_price: 0 })).toBeUndefined();
  expect(sumOf('price', { total_price: 3 }, { total_price: 4 })).toBe('$7.00');
  expect(sumOf('price', { total_price: 3 }, { total_price: 0 })).toBe('≥ $3.00');
});
