import { expect, test } from 'vitest';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { newsOf } from './list-news.ts';

const record = { id: 'ft-1', status: 'running', events: [{ hash: 'a' }] };
const momentOf = (change: Partial<FineTune>, listedMs = 1) =>
  newsOf({ ...record, ...change }, listedMs).moment;

test.each([
  ['its status', { status: 'uploading' }],
  ['the time of its update', { updated_at: '2026-11-21T10:00:00Z' }],
  ['its steps', { steps_completed: 8 }],
  ['its evaluations', { evals_completed: 1 }],
  ['its epochs', { epochs_completed: 1 }],
  ['another event', { events: [{ hash: 'a' }, { hash: 'b' }] }],
])('%s is news', (_, change) => expect(momentOf(change)).not.toBe(momentOf({})));

test('an answer that says the same is none', () => {
  expect(momentOf({}, 2)).toBe(momentOf({}, 1));
  expect(momentOf({ events: [], status: 'completed' }, 2)).toBe(
    momentOf({ events: [], status: 'completed' }, 1),
  );
});

test('of one that runs and whose record tells no events every answer is news', () => {
  expect(momentOf({ events: [] }, 2)).not.toBe(momentOf({ events: [] }, 1));
});
