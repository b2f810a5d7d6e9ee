import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toVisibleToken } from './visible-text.ts';
import { wellFormed } from '#lib/surrogate-safe.ts';

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

test('nothing invisible is left, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = toVisibleToken(text);
      expect(wellFormed(shown)).toBe(shown);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(shown.includes('\n')).toBe(false);
    }),
  );
});
