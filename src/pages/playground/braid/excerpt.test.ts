import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test('a long text shows its beginning', () => {
  const { before, hit } = excerptOf(` ${'a'.repeat(500)}`, '');
  expect(before).toBe(`${'a'.repeat(400)} …`);
  expect(hit).toBe('');
});

test('a search shows the place where it is, as it is written', () => {
  const text = `${'a'.repeat(100)} Fox ${'b'.repeat(10)}`;
  expect(excerptOf(text, 'fox')).toEqual({
    before: `… ${'a'.repeat(59)} `,
    hit: 'Fox',
    after: ` ${'b'.repeat(10)}`,
    isEmpty: false,
  });
});

test('white space alone is shown as signs, and nothing as nothing', () => {
  expect(excerptOf('\n ', '')).toMatchObject({ before: '⏎·', isEmpty: false });
  expect(excerptOf('', '')).toMatchObject({ before: '', isEmpty: true });
});
