import fc from 'fast-check';
import { expect, test } from 'vitest';
import { append, sameCount } from './growing-column.ts';

test('a growing column holds the added values, and others that share its beginning keep theirs', () => {
  const addition = fc.record({ added: fc.float64Array(), from: fc.nat(), count: fc.nat() });
  fc.assert(
    fc.property(fc.float64Array(), fc.array(addition), (first, additions) => {
      const columns: Float64Array[] = [first];
      const contents: number[][] = [[...first]];
      for (const { added, from, count } of additions) {
        const index = from % columns.length;
        const known = columns[index] ?? first;
        const end = Math.min(count, known.length);
        columns.push(append(known.subarray(0, end), added));
        contents.push([...(contents[index] ?? []).slice(0, end), ...added]);
      }
      expect(columns.map((column) => Array.from(column))).toEqual(contents);
      for (const one of columns)
        for (const other of columns)
          expect(sameCount(one, other)).toBe(sameCount(one.slice(), other.slice()));
    }),
  );
});

test('values are compared one by one, NaN equals NaN, unless both columns share memory', () => {
  const column = append(Float64Array.of(1, Number.NaN), Float64Array.of(3));
  expect(sameCount(column, Float64Array.of(1, Number.NaN, 4))).toBe(2);
  expect(sameCount(column, Float64Array.of(1))).toBe(1);
  const [grown, other] = [4, 5].map((value) => append(column, Float64Array.of(value)));
  const larger = append(grown ?? column, new Float64Array(9));
  expect(grown?.buffer).toBe(column.buffer);
  expect(sameCount(larger, grown ?? column)).toBe(4);
  expect(sameCount(larger, other ?? column)).toBe(3);
});
