import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { copyText, type CellValue, type Column } from './column.ts';
import { exportRows } from './ExportMenu.tsx';

interface Row {
  readonly name: CellValue;
  readonly price: CellValue;
  readonly day?: number;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Name', kind: 'text', value: ({ name }) => name },
  {
    id: 'price',
    head: 'Price',
    unit: '$/h',
    kind: 'money',
    value: ({ price }) => price,
    format: (value) => `$${value}`,
  },
  { id: 'day', head: 'Day', kind: 'date', value: ({ day }) => day },
];
const rows: readonly Row[] = [
  { name: 'a, "b"', price: -1.5, day: 0 },
  { name: '=HYPERLINK("x")', price: null },
  { name: 'two\nlines', price: 'contact sales' },
  { name: 'pipe | star *', price: 0 },
];

test('CSV escapes what it must, keeps numbers bare, and names units in the head', () => {
  expect(exportRows('csv', rows, columns)).toBe(
    [
      'Name,Price ($/h),Day',
      '"a, ""b""",-1.5,1970-01-01T00:00:00.000Z',
      `"'=HYPERLINK(""x"")",,`,
      '"two\nlines",contact sales,',
      'pipe | star *,0,',
      '',
    ].join('\r\n'),
  );
});

test('computed numbers are written and copied without binary rounding noise, others as sent', () => {
  const price = (1.7 * 0.6 * 3) / 0.4;
  const sent: Column<Row> = { id: 'sent', head: 'Sent', kind: 'number', value: (row) => row.price };
  const computed: Column<Row> = { ...sent, id: 'computed', formula: () => '1.7 × 0.6 × 3 ÷ 0.4' };
  const row = { name: 'a', price };
  expect(exportRows('csv', [row], [sent, computed])).toContain('\n7.6499999999999995,7.65\r');
  expect(exportRows('json', [row], [computed])).toContain('"computed": 7.65\n');
  expect(copyText(computed, price)).toBe('7.65');
});

test('no text of a CSV begins as a formula, and every text can be read back', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom('=', '+', '-', '@', '0', '\t', '\r', '\n', ' ', '"', ',', 'a'),
          fc.string({ minLength: 1, maxLength: 1 }),
        ),
      }),
      (name) => {
        const csv = exportRows('csv', [{ name, price: 1 }], columns);
        const read = Papa.parse<string[]>(csv, { newline: '\r\n', delimiter: ',' }).data[1]?.[0] ?? '';
        // A negative number begins like a formula.
        const isNumber = /^-\d[\d.]*(e[+-]?\d+)?$/i.test(read);
        expect(isNumber || !/^\s*[=+\-@]/.test(read)).toBe(true);
        expect(read === name || read === `'${name}`).toBe(true);
      },
    ),
  );
});

test('JSON keeps numbers, and null for what is missing', () => {
  expect(JSON.parse(exportRows('json', rows, columns))).toEqual([
    { name: 'a, "b"', price: -1.5, day: '1970-01-01T00:00:00.000Z' },
    { name: '=HYPERLINK("x")', price: null, day: null },
    { name: 'two\nlines', price: 'contact sales', day: null },
    { name: 'pipe | star *', price: 0, day: null },
  ]);
});

test('JSON, which has no infinity, writes it as text', () => {
  expect(JSON.parse(exportRows('json', [{ name: 'diverged', price: Infinity }], columns))).toEqual([
    { name: 'diverged', price: 'Infinity', day: null },
  ]);
});

test('a head of a file says what stands beside the table on the page', () => {
  const month: Column<Row> = { id: 'month', head: 'Month', unit: '$', kind: 'money', value: () => 1 };
  const [line] = exportRows('csv', [], [{ ...month, fileNote: '5 a day' }, month]).split('\r\n');
  expect(line).toBe('"Month ($, 5 a day)",Month ($)');
});

test('an age is written as its date, under that name and only once', () => {
  const day: Column<Row> = { id: 'day', head: 'Day', kind: 'date', value: (row) => row.day };
  const age: Column<Row> = { ...day, id: 'age', head: 'Age', kind: 'age', ageOf: { id: 'day', head: 'Day' } };
  expect(exportRows('csv', rows.slice(0, 1), [age])).toBe('Day\r\n1970-01-01T00:00:00.000Z\r\n');
  expect(JSON.parse(exportRows('json', rows.slice(0, 1), [age]))).toEqual([
    { day: '1970-01-01T00:00:00.000Z' },
  ]);
  expect(exportRows('md', rows, [day, age])).toBe(exportRows('md', rows, [day]));
});

test('a time shown on the local clock is in every file a time of no zone but UTC', () => {
  const ended: Column<Row> = {
    id: 'ended',
    head: 'Ended',
    kind: 'date',
    isLocal: true,
    value: (row) => row.day,
  };
  for (const format of ['csv', 'json', 'md'] as const)
    expect(exportRows(format, rows.slice(0, 1), [ended])).toContain('1970-01-01T00:00:00.000Z');
});

test('Markdown stays a table whatever the cells hold', () => {
  expect(exportRows('md', rows.slice(2), columns)).toBe(
    [
      '| Name | Price ($/h) | Day |',
      '| --- | ---: | ---: |',
      '| two lines | contact sales | — |',
      String.raw`| pipe \| star \* | $0 | — |`,
      '',
    ].join('\n'),
  );
});

test('a copied value is exact and brings its unit', () => {
  const [, price] = columns;
  expect(price && copyText(price, 6.492)).toBe('6.492 $/h');
  expect(price && copyText(price, null)).toBe('');
  expect(price && copyText(price, 'contact sales')).toBe('contact sales');
});
