import { expect, test } from 'vitest';
import { phasesOf } from './entry.ts';

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

test('a life that is over ends where it ended', () => {
  expect(phasesOf(marks, 50, 100).at(-1)).toEqual({
    name: 'uploading',
    startMs: 40,
    endMs: 50,
    isOpen: false,
  });
  expect(phasesOf([...marks, { timeMs: 60, name: null }], 70, 100).at(-1)?.endMs).toBe(60);
});

test('a phase that is entered again is there again', () => {
  const again = [...marks, { timeMs: 50, name: 'training' }];
  expect(phasesOf(again, null, 60).map(({ name }) => name)).toEqual([
    'queued',
    'training',
    'uploading',
    'training',
  ]);
});

test('a clock that is behind makes no phase of less than nothing', () => {
  expect(phasesOf([{ timeMs: 100, name: 'queued' }], null, 40)[0]).toMatchObject({
    startMs: 100,
    endMs: 100,
  });
});

test('without marks there are no phases', () => {
  expect(phasesOf([], null, 5)).toEqual([]);
});
