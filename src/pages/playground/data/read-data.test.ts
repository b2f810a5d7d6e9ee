import * as fc from 'fast-check';
import papa from 'papaparse';
import { expect, test } from 'vitest';
import { decodeText } from './read-data.ts';
import { drain } from './testing/drain.ts';

function read(text: string, name = '', delimiter = '') {
  const reading = drain(text, name, delimiter);
  if (!reading.ok) throw new Error(reading.message);
  return reading.data;
}

test('the delimiter is detected, quotes may hold line ends, and a byte order mark is not part of a name', () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = `\uFEFFname${delimiter}text\r\nfox${delimiter}"one${delimiter} ""two""\r\nthree"\r\n`;
    expect(read(text)).toMatchObject({
      kind: 'CSV',
      columns: ['name', 'text'],
      rows: [['fox', `one${delimiter} "two"\r\nthree`]],
      problemCount: 0,
      delimiter,
    });
  }
});

test('lines of one file may end in both ways', () => {
  const rows = [
    ['1', '2'],
    ['3', '4'],
    ['5', 'six\r\n\r'],
  ];
  for (const text of [
    'a;b\r\n1;2\r\n3;4\n5;"six\r\n\r"\n',
    'a;b\n1;2\n\r\n3;4\r\n5;"six\r\n\r"\r\n',
    'a;b\r\n1;2\n3;"4"\r\n5;"six\r\n\r"',
  ])
    expect(read(text)).toMatchObject({ columns: ['a', 'b'], rows, problemCount: 0, delimiter: ';' });
  expect(read('a\r1\r2').rows).toEqual([['1'], ['2']]);
});

test('a row of the wrong length is dropped and named by its line, even after quoted line ends', () => {
  const { rows, problems } = read('a,b\n"1\n1",2\n\n3\n4,5\n6,7,8\n');
  expect(rows).toEqual([
    ['1\n1', '2'],
    ['4', '5'],
  ]);
  expect(problems.map(({ line }) => line)).toEqual([5, 7]);
  expect(problems[0]?.message).toBe('1 field where the header has 2; the row was skipped.');
});

test('an unclosed quote drops the rest of the file and is reported', () => {
  const { rows, problems } = read('a,b\n1,2\n"3,4\n5,6\n');
  expect(rows).toEqual([['1', '2']]);
  expect(problems.map(({ line }) => line)).toEqual([3]);
  expect(problems[0]?.message).toContain('never closed');
});

test('columns without a unique name get one', () => {
  expect(read('a,,a\n1,2,3').columns).toEqual(['a', 'column 2', 'a 2']);
});

test('a single column is valid data', () => {
  expect(read('question\nWho?\nWhere?').rows).toEqual([['Who?'], ['Where?']]);
});

test('bad lines of JSONL are named by number and the rest is loaded', () => {
  const { kind, columns, rows, problems } = read('{"a":1,"b":"x"}\nnope\n\n[1]\n{"b":null,"c":{"d":true}}\n');
  expect({ kind, columns, rows }).toEqual({
    kind: 'JSONL',
    columns: ['a', 'b', 'c'],
    rows: [
      ['1', 'x', ''],
      ['', '', '{"d":true}'],
    ],
  });
  expect(problems.map(({ line }) => line)).toEqual([2, 4]);
});

test('an array of objects is read, even if written over many lines', () => {
  const { kind, rows, problems } = read(JSON.stringify([{ a: 'x' }, 3, { a: 'y' }], null, 2));
  expect({ kind, rows }).toEqual({ kind: 'JSON', rows: [['x'], ['y']] });
  expect(problems).toMatchObject([{ line: 2 }]);
});

test('an id of many digits keeps all of them', () => {
  expect(read('{"id":12345678901234567890}').rows).toEqual([['12345678901234567890']]);
});

test.each([
  ['', 'It is empty.'],
  ['[{"a":1},', 'It starts like a JSON array but is not valid JSON.'],
  ['{"a":\n{"b"', 'No row could be read. Line 1: This is not JSON; the line was skipped.'],
])('%j is refused with a message', (text, message) => {
  expect(drain(text)).toEqual({ ok: false, message });
});

test('a file named .csv is read as CSV, whatever it begins with', () => {
  expect(read('[a],b\n1,2', 'x.csv').columns).toEqual(['[a]', 'b']);
});

test('a spreadsheet file in an older code page is read', () => {
  expect(decodeText(Uint8Array.of(0x4b, 0xe4, 0x73, 0x65))).toBe('Käse');
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).toBe('a');
});

test('rows round-trip through CSV', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', ' ', 'é', '\t', '{') });
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(table, (rows) => {
      const text = papa.unparse([['a', 'b', 'c'], ...rows], { delimiter: ',', quotes: true, newline: '\n' });
      expect(read(text, 'x.csv', ',').rows).toEqual(rows);
    }),
  );
});

test('a file of many chunks is read completely, even if a row is longer than a chunk', () => {
  const long = `${'long "text", '.repeat(12_000)}\nend`;
  const rows = Array.from({ length: 4_000 }, (_, row) => [`${row}`, row === 1_500 ? long : `é"${row}"\n`]);
  const { rows: read1, problemCount } = read(papa.unparse([['a', 'b'], ...rows]), 'x.csv');
  expect(problemCount).toBe(0);
  expect(read1).toEqual(rows);
  const lines = rows.map(([a, b]) => JSON.stringify({ a, b })).join('\n');
  expect(read(lines).rows).toEqual(rows);
  expect(read(`[${lines.replaceAll('}\n', '},\n')}]`).rows).toEqual(rows);
});
