import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { javascript, python, writeLiteral } from './literal.ts';
import { anyText, isInstalled, outputOf, samples } from './testing/requests.ts';

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(anyText, fc.constant('__proto__'), fc.constant('key')), tie('value')),
  ),
})).value;

test('a JavaScript literal means the value it was written for', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const code = `JSON.stringify(${writeLiteral(value, javascript)})`;
      expect(runInNewContext(code)).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test.skipIf(!isInstalled('python3'))('a Python literal means the value it was written for', () => {
  const values = samples(anyValue, 500);
  const program =
    'import ast, json, sys\nfor line in json.load(sys.stdin): print(json.dumps(ast.literal_eval(line)))';
  const written = outputOf(
    'python3',
    ['-c', program],
    JSON.stringify(values.map((v) => writeLiteral(v, python))),
  );
  const read = written.trim().split('\n');
  // Python prints 1e+16 and 1.0 where JSON.stringify prints other digits of the same number.
  expect(read.map(parse)).toEqual(plain(values));
});

test('a Python literal uses Python’s names, and no negative zero', () => {
  expect(writeLiteral({ a: [true, null, -0, 0.5] }, python)).toBe('{\n    "a": [True, None, 0, 0.5],\n}');
});

test('Python gets one escape per character, and lone surrogates as such', () => {
  expect(writeLiteral('\u{e0041}\ud83d\u202e', python)).toBe(String.raw`"\U000e0041\ud83d\u202e"`);
  expect(writeLiteral('\u{e0041}\ud83d\u202e', javascript)).toBe(String.raw`"\udb40\udc41\ud83d\u202e"`);
});

test('a literal has no invisible characters except line breaks', () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(javascript, python), (value, notation) => {
      expect(writeLiteral(value, notation).replaceAll('\n', '')).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
      );
    }),
  );
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function parse(line: string): unknown {
  return JSON.parse(line);
}
