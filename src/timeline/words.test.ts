import { expect, test } from 'vitest';
import { lineOf } from './TimelineRow.tsx';
import { contentKey, orderedEntries, levelOf, levelRank } from './entry.ts';
import { foldedMessage } from './rows.ts';

test.each([
  [null, 'none'],
  [undefined, 'none'],
  ['', 'none'],
  ['Info', 'info'],
  ['legacy_iwarning', 'warning'],
  ['legacy_ierror', 'error'],
  ['Debug', 'debug'],
])('the level %s reads as %s', (sent, word) => {
  expect(levelOf(sent)).toBe(word);
});

test('unknown levels follow the known ones', () => {
  expect(['odd', 'info', 'error', 'none', 'warning'].sort((a, b) => levelRank(a) - levelRank(b))).toEqual([
    'error',
    'warning',
    'info',
    'none',
    'odd',
  ]);
});

test('equal keys are distinguished by their order, and the first is unchanged', () => {
  const sent = ['a', 'b', 'a', 'a'].map((key) => ({
    key,
    position: 0,
    timeMs: null,
    timeText: '',
    level: 'info',
    type: '',
    message: '',
    raw: {},
  }));
  expect(orderedEntries(sent).map(({ key }) => key)).toEqual(['a', 'b', 'a~2', 'a~3']);
});

test('content keys are equal only for equal content', () => {
  expect(contentKey(['a', 'b'])).toBe(contentKey(['a', 'b']));
  expect(contentKey(['a', 'b'])).not.toBe(contentKey(['ab', '']));
  expect(contentKey(['a', 'b'])).toMatch(/^[0-9a-z]{1,14}$/);
});

test('changed figures are shown as from and to', () => {
  expect(foldedMessage('Step 1/300: rate=4.8e-4', 'Step 36/300: rate=2e-5')).toBe(
    'Step 1 → 36/300: rate=4.8e-4 → 2e-5',
  );
});

test('a copied row is one line', () => {
  const entry = { key: '', position: 0, timeMs: null, level: 'info', type: 'a', raw: {} };
  expect(lineOf({ ...entry, timeText: '', message: 'one\n\ttwo' })).toBe('no time\tinfo\ta\tone two');
});
