import { expect, test } from 'vitest';
import { lostResult, unsentResult, type CellResult } from './cell.ts';
import { CellLedger } from './cell-ledger.ts';

function answered(figures: Partial<CellResult>): CellResult {
  return {
    ...lostResult(),
    state: 'complete',
    error: null,
    promptTokens: 10,
    completionTokens: 5,
    tokenCount: 6,
    dollars: 0.25,
    ...figures,
  };
}

function booksOf(ledger: CellLedger) {
  const { budgets, received } = ledger;
  const amounts = ({ spent, reserved, left }: typeof budgets.tokens) => ({ spent, reserved, left });
  return {
    tokens: amounts(budgets.tokens),
    dollars: amounts(budgets.dollars),
    received,
  };
}

test('a bound applies only in its own unit, and removing it lifts both', () => {
  const ledger = new CellLedger(5);
  const limits = () => [ledger.budgets.tokens.limit, ledger.budgets.dollars.limit];
  expect(limits()).toEqual([null, null]);
  ledger.setBound('dollars', 3);
  expect(limits()).toEqual([null, 3]);
  ledger.setBound('tokens', 400);
  expect(limits()).toEqual([400, null]);
  ledger.setBound('tokens', null);
  expect(limits()).toEqual([null, null]);
});

test('an answer replaces its bounds with the actual amounts', () => {
  const ledger = new CellLedger(5);
  ledger.setBound('tokens', 100);
  ledger.budgets.dollars.limit = 2;
  expect(ledger.reserve(4, { tokens: 30, dollars: 0.5 })).toEqual({
    cell: 4,
    sent: { tokens: 30, dollars: 0.5 },
    spent: { tokens: 0, dollars: 0 },
    received: { prompt: 0, completion: 0, unknownPrompts: 0, dollars: 0, unknownCosts: 0 },
    result: null,
  });
  expect(booksOf(ledger)).toMatchObject({
    tokens: { spent: 0, reserved: 30, left: 70 },
    dollars: { spent: 0, reserved: 0.5, left: 1.5 },
  });
  const result = answered({});
  expect(ledger.settle(4, result)).toEqual({
    cell: 4,
    sent: null,
    spent: { tokens: 15, dollars: 0.25 },
    received: { prompt: 10, completion: 5, unknownPrompts: 0, dollars: 0.25, unknownCosts: 0 },
    result,
  });
  expect(booksOf(ledger)).toEqual({
    tokens: { spent: 15, reserved: 0, left: 85 },
    dollars: { spent: 0.25, reserved: 0, left: 1.75 },
    received: { prompt: 10, completion: 5, unknownPrompts: 0, dollars: 0.25, unknownCosts: 0 },
  });
});

test('every attempt adds to the cost of its cell', () => {
  const ledger = new CellLedger(5);
  ledger.reserve(0, { tokens: 30, dollars: 0.5 });
  ledger.settle(0, answered({}));
  ledger.reserve(1, { tokens: 40, dollars: 1 });
  ledger.settle(1, answered({ promptTokens: 1, completionTokens: 2, dollars: 0.125 }));
  expect(ledger.reserve(0, { tokens: 30, dollars: 0.5 }).spent).toEqual({ tokens: 15, dollars: 0.25 });
  const kept = ledger.settle(0, answered({ promptTokens: 7, completionTokens: 1, dollars: 0.0625 }));
  expect(kept.spent).toEqual({ tokens: 23, dollars: 0.3125 });
  expect(booksOf(ledger)).toMatchObject({
    tokens: { spent: 26 },
    dollars: { spent: 0.4375 },
    received: { prompt: 18, completion: 8, dollars: 0.4375 },
  });
});

test.each([{ promptTokens: null }, { completionTokens: null }])(
  'an answer without its count %j costs its reservation, and its tokens are counted',
  (missing) => {
    const ledger = new CellLedger(5);
    ledger.reserve(0, { tokens: 30, dollars: 0.5 });
    const { spent } = ledger.settle(0, answered({ dollars: null, ...missing }));
    expect(spent).toEqual({ tokens: 30, dollars: 0.5 });
    expect(booksOf(ledger)).toMatchObject({
      received: {
        ...('promptTokens' in missing ? { prompt: 0, completion: 5 } : { prompt: 10, completion: 6 }),
        dollars: 0,
        unknownCosts: 1,
      },
    });
  },
);

test('a refused request costs nothing, and its cost is not unknown', () => {
  const ledger = new CellLedger(5);
  ledger.reserve(0, { tokens: 30, dollars: 0.5 });
  expect(ledger.settle(0, unsentResult('It has no prompt.')).spent).toEqual({ tokens: 0, dollars: 0 });
  expect(booksOf(ledger)).toMatchObject({
    tokens: { spent: 0, reserved: 0 },
    dollars: { spent: 0, reserved: 0 },
    received: { unknownPrompts: 0, unknownCosts: 0 },
  });
});

test('stored cells count again: ended attempts with their cost, a running one with its bound', () => {
  const ledger = new CellLedger(5);
  const spent = { tokens: 15, dollars: 0.25 };
  const result = answered({});
  ledger.restore({ cell: 0, sent: null, spent, result });
  ledger.restore({ cell: 1, sent: { tokens: 30, dollars: 0.5 }, spent, result: null });
  ledger.restore({ cell: 2, sent: { tokens: null, dollars: null }, spent, result: null });
  expect(booksOf(ledger)).toEqual({
    tokens: { spent: 75, reserved: 0, left: null },
    dollars: { spent: 1.25, reserved: 0, left: null },
    received: { prompt: 10, completion: 5, unknownPrompts: 2, dollars: 0.25, unknownCosts: 2 },
  });
  expect(ledger.reserve(1, { tokens: 30, dollars: 0.5 }).spent).toEqual({ tokens: 45, dollars: 0.75 });
});

test('what every attempt received is counted after a reload as before it', () => {
  const before = new CellLedger(2);
  const stopped = { state: 'stopped', promptTokens: null, completionTokens: null, dollars: null } as const;
  before.reserve(0, { tokens: 30, dollars: 0.5 });
  before.settle(0, answered(stopped));
  before.reopen(0);
  before.reserve(0, { tokens: 30, dollars: 0.5 });
  const stored = before.settle(0, answered({}));
  const after = new CellLedger(2);
  after.restore(stored);
  expect(booksOf(after)).toEqual(booksOf(before));
  expect(after.received).toEqual({
    prompt: 10,
    completion: 11,
    unknownPrompts: 1,
    dollars: 0.25,
    unknownCosts: 1,
  });

  const lost = new CellLedger(2);
  lost.restore(after.reserve(0, { tokens: 30, dollars: 0.5 }));
  expect(lost.received).toEqual({ ...after.received, unknownPrompts: 2, unknownCosts: 2 });
});

test('a lost request costs nothing if it is free, and an unknown amount otherwise', () => {
  const ledger = new CellLedger(2);
  const spent = { tokens: 0, dollars: 0 };
  ledger.restore({ cell: 0, sent: { tokens: 40, dollars: 0 }, spent, result: null });
  expect(ledger.received.unknownCosts).toBe(0);
  ledger.restore({ cell: 1, sent: { tokens: 40, dollars: 0.5 }, spent, result: null });
  expect(ledger.received.unknownCosts).toBe(1);
});
