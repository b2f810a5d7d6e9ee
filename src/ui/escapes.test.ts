// What is shown can be typed again.
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { fromVisible, toVisible } from './escapes.ts';

test('line ends and tabs are seen', () => {
  expect(toVisible('\n\nEnd\t')).toBe(String.raw`\n\nEnd\t`);
  expect(fromVisible(String.raw`\n\nEnd\t`)).toBe('\n\nEnd\t');
});

test('a lone backslash means itself', () => {
  expect(fromVisible(String.raw`C:\dir`)).toBe(String.raw`C:\dir`);
});

test('every text survives being shown and typed', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(fromVisible(toVisible(text))).toBe(text);
    }),
  );
});
