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
  dollars: 0.1 + 0.2,
  error: null,
};
const results = [complete, unsentResult('no, "never"'), undefined];
const passFirst = (cell: number) => (cell === 0 ? 'pass' : null);

function write(kind: ExportKind, of = plan, outputs: readonly (CellResult | undefined)[] = results): string {
  return [...writeExport(kind, readPlan(of), outputs, passFirst)].join('');
}

function fieldsOf(csv: string): Record<string, string>[] {
  const { data, errors } = papa.parse<Record<string, string>>(csv.trimEnd(), { header: true });
  expect(errors).toEqual([]);
  return data;
}

test('CSV round-trips field by field, even if a data column has the name of an added one', () => {
  const data = fieldsOf(write('CSV'));
  expect(data.map((record) => record['output'])).toEqual(values);
  expect(data.map((record) => record['output 2'])).toEqual([odd, '', '']);
  expect(data[0]).toMatchObject({
    row: '1',
    model: 'm0',
    finish: 'eos',
    prompt_tokens: '3',
    completion_tokens: '4',
    dollars: '0.3',
    check: 'pass',
    error: '',
    base_url: '',
  });
  expect(JSON.parse(data[0]?.['parameters'] ?? '')).toEqual({ max_tokens: 4, stream: true });
  expect(data.map(({ state }) => state)).toEqual(['complete', 'failed', 'queued']);
  expect(data[1]?.['error']).toBe('no, "never"');
});

test('a stopped request exports the tokens that arrived, as the table shows them', () => {
  const stopped: CellResult = { ...complete, state: 'stopped', promptTokens: null, completionTokens: null };
  const data = fieldsOf(write('CSV', plan, [{ ...stopped, tokenCount: 68 }]));
  expect(data[0]).toMatchObject({ state: 'stopped', prompt_tokens: '', completion_tokens: '68' });
});

test('the export names the connection that answered', () => {
  const service = { key: 'a1', baseUrl: 'https://example.com/v1' };
  expect(fieldsOf(write('CSV', { ...plan, service }))[2]).toMatchObject({ base_url: service.baseUrl });
});

test('every value is in its own column, even if a column name is a number', () => {
  const years = {
    ...planOf(1),
    columns: ['name', '2024', '2023'],
    rows: [['Ann', 'this year', 'last year']],
  };
  expect(fieldsOf(write('CSV', years, []))[0]).toMatchObject({
    name: 'Ann',
    2024: 'this year',
    2023: 'last year',
    state: 'queued',
  });
});

test('CSV escapes formulas and keeps numbers, and JSON keeps both unchanged', () => {
  const formulas = ['=HYPERLINK("http://evil","x")', '+1+1', '@SUM(A1)', '-5', '-0.5', '-1e+21'];
  const read = {
    ...planOf(formulas.length),
    columns: ['=head'],
    rows: formulas.map((formula) => [formula]),
  };
  const outputs = formulas.map((text) => ({ ...complete, text }));
  const safe = [`'${formulas[0]}`, "'+1+1", "'@SUM(A1)", '-5', '-0.5', '-1e+21'];
  const data = fieldsOf(write('CSV', read, outputs));
  expect(data.map((record) => record['output'])).toEqual(safe);
  expect(data.map((record) => record["'=head"])).toEqual(safe);
  expect(JSON.parse(write('JSON', read, outputs))).toMatchObject(
    formulas.map((formula) => ({ inputs: { '=head': formula }, output: formula })),
  );
});

test('JSONL has one record per line, and JSON the same records in an array', () => {
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
