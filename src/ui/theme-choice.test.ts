// Stored theme before the first paint, with any storage contents.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { parseThemeChoice } from './theme-choice.ts';

const script = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8');

/** The theme that the script sets, given the storage. */
function themeAfterBoot(getItem: (key: string) => string | null): unknown {
  const dataset: Record<string, unknown> = {};
  runInNewContext(script, {
    addEventListener() {},
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset['theme'];
}

test.each(['light', 'dark'])('a stored %s theme is set before the page is painted', (kept) => {
  expect(themeAfterBoot((key) => (key === 'inferdeck.theme' ? kept : null))).toBe(kept);
  expect(parseThemeChoice(kept)).toBe(kept);
});

test.each([null, '', 'blue', '"dark"'])('%j follows the system', (kept) => {
  expect(themeAfterBoot(() => kept)).toBeUndefined();
  expect(parseThemeChoice(kept)).toBe('system');
});

test('blocked storage follows the system', () => {
  expect(
    themeAfterBoot(() => {
      throw new Error('denied');
    }),
  ).toBeUndefined();
});
