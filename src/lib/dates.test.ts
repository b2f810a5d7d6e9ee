import { expect, test } from 'vitest';
import {
  pastWords,
  agoWords,
  dateTimeWords,
  dayWords,
  formatAge,
  momentWords,
  shortDateWords,
} from './dates.ts';

test('a moment names its day unless that is today', () => {
  const noon = new Date(2026, 10, 22, 12).getTime();
  expect(momentWords(noon, noon + 3_600_000)).toBe('12:00:00');
  expect(momentWords(noon, noon + 86_400_000)).toBe('2026-11-22, 12:00:00');
  expect(dateTimeWords(noon)).toBe('2026-11-22, 12:00:00');
  const midnight = new Date(2026, 10, 22).getTime();
  expect(shortDateWords(midnight, noon)).toBe('00:00');
  expect(shortDateWords(midnight, noon + 86_400_000)).toBe('2026-11-22');
});

test('two times on one day have the same day', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  expect(dayWords(noon)).toBe('2026-11-21');
  expect(dayWords(noon)).toBe(dayWords(noon + 3_600_000));
  expect(dayWords(noon)).not.toBe(dayWords(noon + 86_400_000));
});

const day = 24 * 3_600_000;

test.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [2 * day - 1, '47 h'],
  [2 * day, '2 days'],
  [59.9 * day, '59 days'],
  [60.5 * day, '60 days'],
  [61 * day, '2 months'],
  [729 * day, '23 months'],
  [730.4 * day, '23 months'],
  [731 * day, '2.0 years'],
  [3.5 * 365.25 * day, '3.5 years'],
])('%d ms are %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test('an age is coarse, and never negative when the clock runs behind', () => {
  const ages = [-9_000, 4_999, 14_000, 150_000, 3 * 3_600_000, 60 * 3_600_000];
  expect(ages.map((ms) => pastWords(0, ms))).toEqual([
    'now',
    'now',
    '14 s ago',
    '2 min ago',
    '3 h ago',
    '2 days ago',
  ]);
});

test.each([
  [0, 'now'],
  [-12_000, '12 s ago'],
  [-59_000, '59 s ago'],
  [-300_000, '5 min ago'],
  [-3 * 3_600_000, '3 h ago'],
  [-2 * 86_400_000, '2 days ago'],
  [12_000, 'in 12 s'],
])('a time %i ms from now reads %s', (ms, words) => {
  expect(agoWords(1_800_000_000_000 + ms, 1_800_000_000_000)).toBe(words);
});
