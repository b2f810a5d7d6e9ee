import { expect, test } from 'vitest';
import { phasesOf, type Entry, facetCounts, filtered, filterWords, isFiltering, noFilter } from './entry.ts';

const marks = [
  { timeMs: 0, name: 'queued' },
  { timeMs: 10, name: 'training' },
  { timeMs: 20, name: 'training' },
  { timeMs: 40, name: 'uploading' },
];

test('a phase lasts until the next one, and the last one until now', () => {
  expect(phasesOf(marks, null, 100)).toEqual([
    { name: 'queued', startMs: 0, endMs: 10, isOpen: false },
    { name: 'training', startMs: 10, endMs: 40, isOpen: false },
    { name: 'uploading', startMs: 40, endMs: 100, isOpen: true },
  ]);
});

test('an ended timeline ends at its end', () => {
  expect(phasesOf(marks, 50, 100).at(-1)).toEqual({
    name: 'uploading',
    startMs: 40,
    endMs: 50,
    isOpen: false,
  });
  expect(phasesOf([...marks, { timeMs: 60, name: null }], 70, 100).at(-1)?.endMs).toBe(60);
});

test('a phase that is entered again appears again', () => {
  const again = [...marks, { timeMs: 50, name: 'training' }];
  expect(phasesOf(again, null, 60).map(({ name }) => name)).toEqual([
    'queued',
    'training',
    'uploading',
    'training',
  ]);
});

test('a clock that is behind makes no phase negative', () => {
  expect(phasesOf([{ timeMs: 100, name: 'queued' }], null, 40)[0]).toMatchObject({
    startMs: 100,
    endMs: 100,
  });
});

test('without marks there are no phases', () => {
  expect(phasesOf([], null, 5)).toEqual([]);
});

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

test('values of one list are alternatives, and different lists combine', () => {
  const filter = { levels: ['info', 'error'], types: ['job_error', 'job_start'], text: '' };
  expect(filtered(entries, filter).map(({ message }) => message)).toEqual(['Out of memory', 'Started']);
});

test('text is found in messages, types and levels, ignoring case', () => {
  expect([found('STEP'), found('job_'), found('error'), found('  '), found('nowhere')]).toEqual([
    1, 2, 1, 4, 0,
  ]);
});

test('a count is the number of entries the choice would show, given the other choices', () => {
  const filter = { levels: ['error'], types: [], text: 'o' };
  expect([...facetCounts(entries, filter, 'level')]).toEqual([
    ['info', 2],
    ['warning', 0],
    ['error', 1],
  ]);
  expect(facetCounts(entries, { ...noFilter, levels: ['gone'] }, 'level').get('gone')).toBe(0);
});

test('a filter is described as the end of a sentence', () => {
  expect(filterWords({ levels: ['error'], types: [], text: '' })).toBe('level error');
  expect(filterWords({ levels: ['error', 'warning'], types: ['a'], text: ' x ' })).toBe(
    'level error or warning, type a and “x”',
  );
});
