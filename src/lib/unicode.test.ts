import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorten, utf8Length, wellFormed } from './unicode.ts';

test.each([
  ['', ''],
  ['a 🦊', 'a 🦊'],
  ['\uD83E', '\uFFFD'],
  ['\uDD8A\uD83E', '\uFFFD\uFFFD'],
  ['\uD83E🦊\uDD8A', '\uFFFD🦊\uFFFD'],
])('%j is made well-formed as %j', (text, whole) => {
  expect(wellFormed(text)).toBe(whole);
});

test('a well-formed text keeps its length and survives UTF-8 unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (text) => {
        const whole = wellFormed(text);
        expect(whole).toHaveLength(text.length);
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))).toBe(
          whole,
        );
      },
    ),
  );
});

test.each([
  ['', 0],
  ['a\n', 2],
  ['é', 2],
  ['語', 3],
  ['🦊', 4],
  ['\uD83E', 3],
  ['\uDD8A\uD83E', 6],
])('%j takes %i bytes in UTF-8', (text, length) => {
  expect(utf8Length(text)).toBe(length);
});

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['ab🦊', 4, 'ab🦊'],
  ['ab🦊d', 4, 'ab…'],
  ['a🦊de', 4, 'a🦊…'],
])('%j shortened to %i characters is %j', (text, maxLength, short) => {
  expect(shorten(text, maxLength)).toBe(short);
});
