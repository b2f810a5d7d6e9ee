import { expect, test } from 'vitest';
import { readRetryAfterMs } from './http-error.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const date = 'Thu, 01 Jan 2026 00:00:00 GMT';

test.each<[string, Record<string, string>, number | null]>([
  ['nothing', {}, null],
  ['seconds', { 'retry-after': '12' }, 12_000],
  ['seconds and white space', { 'retry-after': ' 12 ' }, 12_000],
  ['a fraction', { 'retry-after': '1.5' }, 1_500],
  ['a year would be a date to Date.parse', { 'retry-after': '2027' }, 2_027_000],
  ['two headers joined', { 'retry-after': '3, 9' }, 3_000],
  ['zero', { 'retry-after': '0' }, 0],
  ['negative', { 'retry-after': '-5' }, 0],
  ['an hour, longer than anybody waits without being asked', { 'retry-after': '3600' }, 3_600_000],
  ['huge', { 'retry-after': '99999999999999999999' }, 86_400_000],
  ['overflowing', { 'retry-after': '9'.repeat(400) }, 86_400_000],
  ['junk', { 'retry-after': 'soon' }, null],
  ['junk after digits', { 'retry-after': '12 parsecs' }, null],
  ['an empty value', { 'retry-after': '' }, null],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  ['a date in the past', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
  ['a date far ahead', { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 86_400_000],
  ['an old form of date', { 'retry-after': 'Thursday, 01-Jan-26 00:00:30 GMT' }, 30_000],
  ['an asctime date', { 'retry-after': 'Thu Jan  1 00:00:30 2026' }, 30_000],
  ['a date that is none', { 'retry-after': 'Thu, 99 Foo 2026' }, null],
  [
    'a date against a service clock of its own',
    { 'retry-after': 'Fri, 02 Jan 2026 00:00:20 GMT', date: 'Fri, 02 Jan 2026 00:00:00 GMT' },
    20_000,
  ],
  ['the reset of a limit', { 'x-ratelimit-reset': '4' }, 4_000],
  ['the reset beside a junk header', { 'retry-after': 'soon', 'x-ratelimit-reset': '4' }, 4_000],
  ['both', { 'retry-after': '2', 'x-ratelimit-reset': '4' }, 2_000],
])('%s', (_name, headers, expected) => {
  expect(readRetryAfterMs(new Headers({ date, ...headers }), now)).toBe(expected);
});

test('without a readable Date header the own clock serves', () => {
  const headers = new Headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' });
  expect(readRetryAfterMs(headers, now - 10_000)).toBe(40_000);
});
