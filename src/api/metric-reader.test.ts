import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMetricReader } from './metric-reader.ts';
import { parseJson, textOf } from './json.ts';
import { readMetricColumns } from './schema/metric-columns.ts';

function readIn(sizes: readonly number[], text: string) {
  const reader = createMetricReader(20);
  const bytes = new TextEncoder().encode(text);
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const to = from + (sizes[turn % sizes.length] ?? 1);
    reader.add(bytes.subarray(from, to));
    from = to;
  }
  return reader.end();
}

function readWhole(text: string) {
  try {
    return readMetricColumns(parseJson(textOf([new TextEncoder().encode(text)]), '"NaN"'));
  } catch {
    return null;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
const number = fc.oneof(fc.integer(), fc.constantFrom('NaN', 'Infinity', '-1e999', '2.5e-4'));
const other = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('"},{"', '{"a":{"b":1},"c":[{"d":1},{"e":2}]}', '"é 😀"'),
);
const row = fc.oneof(
  fc
    .tuple(number, number, other)
    .map(([step, loss, more]) => `{"train/global_step":${step},"more":${more},"train/loss":${loss}}`),
  other,
);
const body = fc
  .tuple(fc.array(row, { maxLength: 30 }), fc.constantFrom(',', ' , ', ',\n'), fc.nat(7))
  .map(([rows, comma, kind]) => {
    const list = `[${rows.join(comma)}]`;
    const bodies = [
      list,
      `\u{feff} { "metrics" : ${list} }`,
      `{"metrics":${list},"count":${rows.length}}`,
      `{"count":1,"metrics":${list}}`,
      list.slice(0, -1),
      `[${rows.join(comma)}${comma}]`,
      `${list}]`,
      rows.join(comma),
    ];
    return bodies[kind] ?? list;
  });

test('a body read in parts has the rows of the whole, however it is cut', () => {
  fc.assert(
    fc.property(body, sizes, (text, cuts) => {
      const columns = readIn(cuts, text);
      expect(columns).toEqual(readWhole(text));
      for (const { buffer, byteLength } of Object.values(columns ?? {}))
        expect(buffer.byteLength).toBe(byteLength);
    }),
    { numRuns: 1_000 },
  );
});
