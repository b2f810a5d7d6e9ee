import papa from 'papaparse';
import { expect, test } from 'vitest';
import { unsentResult, type CellResult } from './cell.ts';
import { writeExport, type ExportKind } from './export-run.ts';
import { readPlan } from './plan.ts';
import { drain } from './testing/drain.ts';
import { planOf } from './testing/tables.ts';

const odd = 'a,"b"\r\n{"c":1}\n\t;=1+1 é😀';
const values = [odd, ' spaces ', ''];
const plan = { ...planOf(3), columns: ['output'], rows: values.map((value) => [value]) };
const complete: CellResult = {
  ...unsentResult(''),
  state: 'complete',
  text: odd,
  finish: 'eos',
  promptTokens: 3,
  completionTokens: 4,
  dollars: 0.5,
  error: null,
};
const results = [complete, unsentResult('no, "never"'), undefined];
const check = { kind: 'exact', column: 'output', isCaseSensitive: true } as const;

function write(kind: ExportKind): string {
  return [...writeExport(kind, readPlan(plan), results, check)].join('');
}

test('CSV comes back field by field, also where a column of the data has the name of ours', () => {
  const { data, errors } = papa.parse<Record<string, string>>(write('CSV').trimEnd(), { header: true });
  expect(errors).toEqual([]);
  expect(data.map((record) => record['output'])).toEqual(values);
  expect(data.map((record) => record['output 2'])).toEqual([odd, '', '']);
  expect(data[0]).toMatchObject({
    row: '1',
    model: 'm0',
    finish: 'eos',
    prompt_tokens: '3',
    completion_tokens: '4',
    dollars: '0.5',
    check: 'pass',
    error: '',
  });
  expect(JSON.parse(data[0]?.['parameters'] ?? '')).toEqual({ max_tokens: 4, stream: true });
  expect(data.map(({ state }) => state)).toEqual(['complete', 'failed', 'queued']);
  expect(data[1]?.['error']).toBe('no, "never"');
});

test('JSONL has one record a line, and JSON the same ones in one array', () => {
  const lines = write('JSONL')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toHaveLength(3);
  expect(lines).toEqual(JSON.parse(write('JSON')));
  expect(lines[0]).toMatchObject({ row: 1, inputs: { output: odd }, output: odd, check: 'pass' });
  expect(lines[2]).toMatchObject({ state: 'queued', output: null, dollars: null });
});

test('an export opens as data again', () => {
  for (const kind of ['CSV', 'JSONL', 'JSON'] as const)
    expect(drain(write(kind), `x.${kind.toLowerCase()}`)).toMatchObject({ ok: true });
});
