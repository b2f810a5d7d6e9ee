import { expect, test } from 'vitest';
import { StoredCell } from './cell.ts';
import {
  readHead,
  readRun,
  writeHead,
  writeRows,
  type StoredRun,
  type NumberedRecord,
} from './data-run-database.ts';
import { planOf, runOf } from '#pages/playground/data/testing/tables.ts';

const limits = { atOnce: 2, unit: 'tokens', bound: 90, autoResume: true } as const;
const complete: StoredCell = {
  cell: 0,
  sent: null,
  spent: { tokens: 2, dollars: 0.002 },
  result: {
    state: 'complete',
    text: 'R1',
    finish: 'eos',
    seed: 42,
    promptTokens: 1,
    completionTokens: 1,
    tokenCount: 1,
    dollars: 0.002,
    firstTokenMs: 1,
    elapsedMs: 2,
    error: null,
    status: null,
    code: null,
    isRefused: false,
  },
};

/** As IndexedDB returns it. */
function stored(record: unknown): unknown {
  return structuredClone(record);
}

function readBack(plan: StoredRun['plan'], cells: readonly NumberedRecord[], damaged?: number): StoredRun {
  const head = readHead(stored(writeHead(plan, limits)));
  if (head === null) throw new Error('The head is not read.');
  const blocks = [...writeRows(plan)].map(([from, block]): NumberedRecord => [
    from,
    from === damaged ? { rows: 'torn' } : stored(block),
  ]);
  return readRun(head, blocks, cells);
}

test('a run is read back as it was written', () => {
  const plan = { ...planOf(2_500), rowNumbers: Array.from({ length: 2_500 }, (_, row) => row + 7) };
  expect(readBack(plan, [[0, complete]])).toEqual({ plan, limits, cells: [complete] });
});

test('autoResume is stored as isArmed, which older builds read and wrote', () => {
  const head = writeHead(planOf(1), limits);
  expect(head.limits).toEqual({ atOnce: 2, unit: 'tokens', bound: 90, isArmed: true });
  expect(readHead(stored(head))?.limits).toEqual(limits);
});

test.each([
  ['a1', { key: 'a1 https://host/v1', baseUrl: 'https://host/v1' }],
  ['server', null],
])('a run that an older build stored for the profile %s is read', (profileId, service) => {
  const head = { ...writeHead(planOf(1), limits), service: { profileId, baseUrl: 'https://host/v1' } };
  expect(readHead(stored(head))?.service).toEqual(service);
});

test('a damaged block of rows loses only these rows, and they are never sent', () => {
  const { plan, ...rest } = readBack(planOf(2_500), [[0, complete]], 1_000);
  expect(plan.rows).toHaveLength(2_500);
  expect([999, 1_000, 1_999, 2_000].map((row) => plan.rows[row])).toEqual([['r1000'], null, null, ['r2001']]);
  const { read } = runOf(plan, rest.limits, rest.cells);
  expect([0, 999, 1_000, 2_000].map((cell) => read.requestOf(cell).ok)).toEqual([true, true, false, true]);
  expect(read.promptOf(1_000)).toBe('');
});

test('an unreadable cell counts as sent: it is not resent automatically, and counts with its bound', () => {
  const { plan, cells } = readBack(planOf(3), [
    [0, complete],
    [1, 'torn'],
    [7, complete],
  ]);
  const run = runOf(plan, { bound: 90 }, cells);
  expect(run.results.map((result) => result?.state)).toEqual(['complete', 'lost', undefined]);
  expect(run.results[1]?.error).toContain('cannot be read');
  expect(run.budget.spent).toBe(2 + 'r2'.length + 1 + 4);
  expect(run.ledger.uncertain).toBe(1);
});

test.each([undefined, null, 'torn', {}, { ...writeHead(planOf(1), limits), outputs: [] }])(
  '%j is not a head',
  (record) => {
    expect(readHead(record)).toBeNull();
  },
);

test('a result of an older build, without seed and code, is read', () => {
  const { seed: _, code: __, ...result } = complete.result ?? {};
  expect(StoredCell.parse({ ...complete, result }).result).toMatchObject({ seed: null, code: null });
});
