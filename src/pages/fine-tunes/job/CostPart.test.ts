import { expect, test } from 'vitest';
import { tokenUnit } from '#pricing/units.ts';
import { priceUnit } from '#pricing/price-unit.ts';
import { paidFor, priceOf, readCosts, type CostInput } from './CostPart.tsx';

const running: CostInput = {
  record: { id: 'x', status: 'running', total_price: 4_000_000_000, n_epochs: 2 },
  priceUnit: priceUnit('nano-dollars'),
  pricing: undefined,
  tokenUnit: tokenUnit(null),
  step: 30,
  total: 40,
  bestStep: 10,
};

test('cost covers spent, per epoch, after the best step, and saved by a cancel', () => {
  const costs = readCosts(running);
  expect(costs.unit).toBe('dollars');
  expect(
    [costs.total, costs.spent, costs.perEpoch, costs.afterBest, costs.savedByCancel].map(
      ({ value }) => value,
    ),
  ).toEqual([4, 3, 2, 3, 1]);
  expect(costs.spent.formula).toBe('4 × 30 of 40 steps, if charged per step');
  expect(costs.perEpoch.formula).toBe('4 ÷ 2 epochs');
  expect(readCosts({ ...running, record: { ...running.record, n_epochs: 1 } }).perEpoch.formula).toBe(
    '4 ÷ 1 epoch',
  );
});

test('a total_price without a chosen unit is shown as sent', () => {
  const costs = readCosts({ ...running, priceUnit: priceUnit('as-sent') });
  expect(costs.unit).toBe('as sent');
  expect(costs.spent.value).toBe(3_000_000_000);
  expect(costs.total.formula).toContain('unit is not stated');
});

test('without a total_price the cost is tokens at the model’s fine-tuning price', () => {
  const record = { ...running.record, total_price: 0, token_count: 2_000_000 };
  const costs = readCosts({ ...running, record, pricing: { finetune: 3 } });
  expect(costs.total.value).toBe(6);
  expect(costs.total.formula).toBe(
    'total_price is 0, which often means "not set"; token_count 2,000,000 × 3 $/1M tokens, the base model’s fine-tuning price',
  );
});

test('an unknown cost has no figure, and the formula says why', () => {
  const record = { ...running.record, total_price: 0 };
  const unpriced = readCosts({ ...running, record });
  expect(unpriced.spent).toEqual(unpriced.total);
  expect(unpriced.total.value).toBeNull();
  expect(unpriced.total.formula).toContain('no fine-tuning price');
  expect(readCosts({ ...running, bestStep: null }).afterBest.value).toBeNull();
  expect(readCosts({ ...running, total: null }).spent.value).toBeNull();
});

test('one that stopped early did not pay for steps it never took', () => {
  const record = { ...running.record, status: 'completed', early_stopped: true };
  const costs = readCosts({ ...running, record });
  expect([costs.spent.value, costs.afterBest.value]).toEqual([3, 2]);
  expect(paidFor(priceOf({ ...running, record }), record, 30, 40).total.value).toBe(3);
});

test('a completed job has spent everything, and a cancel saves nothing', () => {
  const record = { ...running.record, status: 'completed' };
  const costs = readCosts({ ...running, record });
  expect(costs.spent.value).toBe(4);
  expect(readCosts({ ...running, record, step: null, total: null }).spent).toEqual(costs.total);
  expect(costs.savedByCancel).toEqual({ value: null, formula: 'The job is over.' });
});

test('only steps taken count after the best step of a job that ended early', () => {
  const cancelled = readCosts({ ...running, record: { ...running.record, status: 'cancelled' } });
  expect(cancelled.afterBest.value).toBe(2);
  expect(cancelled.spent.value).toBe(3);
  const unheard = readCosts({ ...running, step: null, record: { ...running.record, status: 'error' } });
  expect(unheard.afterBest).toEqual({ value: null, formula: 'No steps reported yet.' });
});

test('steps beyond the total cost nothing more', () => {
  const costs = readCosts({ ...running, step: 50 });
  expect([costs.spent, costs.savedByCancel.value]).toEqual([
    { value: 4, formula: '4 × 40 of 40 steps, if charged per step' },
    0,
  ]);
  const cancelled = { ...running.record, status: 'cancelled' };
  expect(readCosts({ ...running, step: 50, record: cancelled }).afterBest.value).toBe(3);
  expect(paidFor(costs, cancelled, 50, 40).total).toEqual(costs.spent);
});

test('a cancel saves nothing once no step is expected', () => {
  for (const status of ['compressing', 'uploading', 'cancel_requested'])
    expect(savedBy(status)).toBe('4 × 0 of 40 steps, if charged per step');
});

test('an unknown status is not taken for an end', () => {
  expect(savedBy('thinking')).toBe('It is unknown whether a job that is “thinking” continues.');
  expect(savedBy(undefined)).toBe('The record has no status.');
});

function savedBy(status: string | undefined): string {
  return readCosts({ ...running, record: { ...running.record, status } }).savedByCancel.formula;
}

test('a job that ended early is charged for the steps it took, any other for all', () => {
  const price = priceOf(running);
  const paid = (status: string, step: number | null = 10) =>
    paidFor(price, { ...running.record, status }, step, 40).total;
  expect(paid('cancelled')).toEqual({
    value: 1,
    formula: '4 × 10 of 40 steps, if charged per step',
  });
  expect([paid('completed').value, paid('running').value, paid('cancelled', null).value]).toEqual([
    4,
    4,
    null,
  ]);
});
