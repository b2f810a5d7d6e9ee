import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, parseJsonExactly } from './json.ts';

test('bare NaN and infinities are read as numbers, and stay text inside strings', () => {
  expect(parseJson('{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN, -Infinity \\" NaN"}')).toEqual({
    a: null,
    b: [-Infinity, Infinity],
    c: 'NaN, -Infinity " NaN',
  });
});

test('other invalid JSON is refused', () => {
  for (const text of ['', '{', '{"a":nan}', 'NaNa', '{"a":NaN', 'x"NaN', '[1,]', '"\\', "{'a':1}"]) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
});

test('integers beyond 2^53 keep their digits when asked for', () => {
  const text =
    '{"seed":18446744073709551615,"id":-9007199254740993,"s":"9007199254740993","f":1234567890123456.5,"e":1e20}';
  expect(parseJsonExactly(text)).toEqual({
    seed: '18446744073709551615',
    id: '-9007199254740993',
    s: '9007199254740993',
    f: 1234567890123456.5,
    e: 1e20,
  });
});

test('all JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

const isSyntaxError = (thrown: unknown) => thrown instanceof SyntaxError;

function outcomeOf(run: () => unknown): unknown {
  try {
    run();
    return 'a value';
  } catch (error) {
    return error;
  }
}

test('any text gives a value or a SyntaxError', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(outcomeOf(() => parseJson(text))).toSatisfy(
        (thrown) => thrown === 'a value' || isSyntaxError(thrown),
      );
    }),
  );
});

test('strings between numbers keep every character when numbers are repaired', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseJson(`[${JSON.stringify(text)},NaN,${JSON.stringify(text)}]`)).toEqual([text, null, text]);
    }),
  );
});

test('a long string in broken JSON is read without trouble', () => {
  const long = JSON.stringify('\\"'.repeat(2_000_000));
  expect(parseJson(`[${long},NaN]`)).toHaveLength(2);
});
