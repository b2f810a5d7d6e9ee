import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { facetCounts, filtered, filterWords, isFiltering, noFilter } from './filter.ts';

function entry(level: string, type: string, message: string): Entry {
  return { key: message, position: 0, timeMs: null, timeText: '', level, type, message, raw: {} };
}

const found = (text: string) => filtered(entries, { ...noFilter, text }).length;

const entries = [
  entry('info', 'training_step', 'Step 1'),
  entry('warning', 'warning', 'Gradient clipped'),
  entry('error', 'job_error', 'Out of memory'),
  entry('info', 'job_start', 'Started'),
];

test('no filter shows everything', () => {
  expect(isFiltering(noFilter)).toBe(false);
  expect(filtered(entries, noFilter)).toBe(entries);
});

test('values of one list are alternatives, different lists narrow each other', () => {
  const filter = { levels: ['info', 'error'], types: ['job_error', 'job_start'], text: '' };
  expect(filtered(entries, filter).map(({ message }) => message)).toEqual(['Out of memory', 'Started']);
});

test('text is found in messages, types and levels without regard to case', () => {
  expect([found('STEP'), found('job_'), found('error'), found('  '), found('nowhere')]).toEqual([
    1, 2, 1, 4, 0,
  ]);
});

test('a count says what the choice would show beside the other choices', () => {
  const filter = { levels: ['error'], types: [], text: 'o' };
  expect([...facetCounts(entries, filter, 'level')]).toEqual([
    ['info', 2],
    ['warning', 0],
    ['error', 1],
  ]);
  expect(facetCounts(entries, { ...noFilter, levels: ['gone'] }, 'level').get('gone')).toBe(0);
});

test('what is asked for is told as the end of a sentence', () => {
  expect(filterWords({ levels: ['error'], types: [], text: '' })).toBe('level error');
  expect(filterWords({ levels: ['error', 'warning'], types: ['a'], text: ' x ' })).toBe(
    'level error or warning, type a and “x”',
  );
});
