import fc, { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormed } from '#lib/unicode.ts';
import { toVisibleToken, fromVisible, toVisible } from './visible-text.ts';

test.each([
  [' river', '·river'],
  ['\n\n', '⏎⏎'],
  ['\t\r', '⇥␍'],
  ['a\u0000b\u001B', 'a␀b␛'],
  ['\u202Eabc', '⟨U+202E⟩abc'],
  ['x\u200By', 'x⟨zero-width space⟩y'],
  ['\uD83D', '⟨U+D83D⟩'],
  ['\u0301', '◌\u0301'],
  ['e\u0301', 'e\u0301'],
  ['日本 🦊', '日本·🦊'],
  ['', ''],
])('%j is shown as %s', (text, shown) => {
  expect(toVisibleToken(text)).toBe(shown);
});

test('no invisible character is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = toVisibleToken(text);
      expect(wellFormed(shown)).toBe(shown);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(shown.includes('\n')).toBe(false);
    }),
  );
});

test('line ends and tabs are shown', () => {
  expect(toVisible('\n\nEnd\t')).toBe(String.raw`\n\nEnd\t`);
  expect(fromVisible(String.raw`\n\nEnd\t`)).toBe('\n\nEnd\t');
});

test('a lone backslash is literal', () => {
  expect(fromVisible(String.raw`C:\dir`)).toBe(String.raw`C:\dir`);
});

test('every text round-trips through its visible form', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(fromVisible(toVisible(text))).toBe(text);
    }),
  );
});
