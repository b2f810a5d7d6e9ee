import papa from 'papaparse';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, quotedCell } from './csv.ts';

test.each([
  ['plain', 'plain', '"plain"'],
  ['a, "b"', '"a, ""b"""', '"a, ""b"""'],
  ['=1+1', "'=1+1", '"\'=1+1"'],
  ['-2.5e-7', '-2.5e-7', '"-2.5e-7"'],
  ['-12', '-12', '"-12"'],
  ['a-b', 'a-b', '"a-b"'],
  ['-2+3', "'-2+3", '"\'-2+3"'],
  ['  -2', "'  -2", '"\'  -2"'],
  ['\tx', "'\tx", '"\'\tx"'],
  [' edge', '" edge"', '" edge"'],
])('the text %j is a cell', (text, cell, always) => {
  expect([csvCell(text), quotedCell(text)]).toEqual([cell, always]);
});

test('a CSV reader returns any text, with an apostrophe in front of formulas', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const cell of [csvCell(text), quotedCell(text)]) {
        const [[read] = []] = papa.parse<string[]>(`${cell},end\r\n`, {
          newline: '\r\n',
          delimiter: ',',
        }).data;
        expect([text, `'${text}`]).toContain(read);
      }
    }),
  );
});
