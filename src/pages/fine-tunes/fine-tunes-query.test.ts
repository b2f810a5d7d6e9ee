import { expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import {
  delayOf,
  hiddenDelayMs,
  listDelayMs,
  type PollFacts,
  shareFineTunes,
  goneFrom,
  listMemory,
  rememberList,
} from './fine-tunes-query.ts';

const calm: PollFacts = {
  statuses: [],
  openStatus: null,
  isMissing: false,
  unchangedCount: 0,
  failure: null,
  failureCount: 0,
  chance: 0,
};

test.each([
  ['an open one that runs', ['running'], 'running', 5_000],
  ['an open one that is downloading its model', ['model_downloading'], 'model_downloading', 5_000],
  ['one in the list that runs', ['completed', 'RUNNING', 'queued'], null, 15_000],
  ['an open one that is over, while another runs', ['completed', 'running'], 'completed', 15_000],
  ['one that uploads', ['uploading'], null, 15_000],
  ['only queued ones', ['queued', 'pending', 'completed'], null, 30_000],
  ['a status that nobody knows', ['paused_by_moon'], null, 60_000],
  ['no status at all', [undefined], null, 60_000],
  ['none that is active', ['completed', 'cancelled', 'error', 'user_error', 'failed'], null, 120_000],
  ['none at all', [], null, 120_000],
])('%s', (_, statuses, openStatus, delayMs) => {
  expect(listDelayMs({ ...calm, statuses, openStatus })).toBe(delayMs);
});

test('unchanged answers double the delay up to a minute, and a change resets it', () => {
  const delays = [0, 1, 2, 3, 4, 5, 1000].map((unchangedCount) =>
    listDelayMs({ ...calm, statuses: ['running'], openStatus: 'running', unchangedCount }),
  );
  expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  expect(listDelayMs({ ...calm, unchangedCount: 5 })).toBe(120_000);
});

test('an open one that is not listed is looked for soon, however long the list has not changed', () => {
  expect(listDelayMs({ ...calm, isMissing: true, unchangedCount: 9 })).toBe(5_000);
  const client = createClient({ id: 'c', baseUrl: 'http://localhost/v1', token: null });
  const data = listOf(job('ft-1', 0, { status: 'completed' }));
  const state = { data, error: null, dataUpdatedAt: 1, errorUpdatedAt: 0 };
  expect(delayOf(state, listMemory(client), 'ft-new')).toBeLessThanOrEqual(5_500);
  expect(delayOf(state, listMemory(client), 'ft-1')).toBeGreaterThan(5_500);
});

test('an open one that is no longer listed is looked for less and less often', () => {
  const memory = listMemory(createClient({ id: 'w', baseUrl: 'http://localhost/v1', token: null }));
  rememberList(memory, listOf(job('a', 0)), true, 1_000);
  const state = { data: listOf(), error: null, dataUpdatedAt: 2_000, errorUpdatedAt: 0 };
  expect(delayOf(state, memory, 'a')).toBeLessThanOrEqual(5_500);
  memory.unchangedCount = 9;
  expect(delayOf(state, memory, 'a')).toBeGreaterThanOrEqual(60_000);
});

const refused = (retryAfterMs: number | null, failureCount: number, chance: number, status = 429) =>
  listDelayMs({
    ...calm,
    statuses: ['running'],
    failure: { status, retryAfterMs },
    failureCount,
    chance,
  });

test('Retry-After delays the next poll a little longer than asked, at most five minutes', () => {
  expect(refused(40_000, 1, 0)).toBe(40_000);
  expect(refused(40_000, 1, 1)).toBe(48_000);
  expect(refused(0, 1, 0)).toBe(15_000);
  expect(refused(300_000, 1, 1)).toBe(300_000);
  expect(refused(120_000, 1, 0, 503)).toBe(120_000);
});

test('each refusal without Retry-After doubles the delay', () => {
  expect([1, 2, 3, 9].map((count) => refused(null, count, 0))).toEqual([30_000, 60_000, 120_000, 300_000]);
});

const away = (failureCount: number) =>
  listDelayMs({ ...calm, failure: { status: null, retryAfterMs: null }, failureCount, chance: 1 });

test('an unreachable service is polled soon, then less and less often, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(away)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test.each([
  [401, false],
  [403, false],
  [404, 300_000],
])('after %i', (status, delayMs) => {
  expect(listDelayMs({ ...calm, failure: { status, retryAfterMs: null }, failureCount: 1 })).toBe(delayMs);
});

test('a hidden tab polls at most once a minute, and not at all where a visible one does not', () => {
  expect(hiddenDelayMs(5_000)).toBe(60_000);
  expect(hiddenDelayMs(300_000)).toBe(300_000);
  expect(hiddenDelayMs(false)).toBe(false);
});

function listOf(...items: readonly FineTune[]): RecordList<FineTune> {
  return { items, raw: items.map(({ id }) => ({ id })), unreadable: [], notes: [] };
}

// New objects, as in an answer.
const job = (id: string, eventCount: number, more: Partial<FineTune> = {}): FineTune => ({
  id,
  status: 'running',
  events: Array.from({ length: eventCount }, (_, index) => ({ hash: `${id}-${index}`, message: `${index}` })),
  ...more,
});

const bare = (message: string) => listOf({ id: 'a', events: [{ message }] });

test('an unchanged answer is the same object', () => {
  const before = listOf(job('a', 2), job('b', 0));
  expect(shareFineTunes(before, listOf(job('a', 2), job('b', 0)))).toBe(before);
});

test('a new job at the front leaves the others the same objects', () => {
  const before = listOf(job('a', 2), job('b', 1));
  const now = shareFineTunes(before, listOf(job('new', 1), job('a', 2), job('b', 1)));
  expect(now.items.slice(1)).toEqual(before.items);
  expect(now.items[1]).toBe(before.items[0]);
  expect(now.raw[2]).toBe(before.raw[1]);
});

test('a new event keeps the old event objects, and other changes come through', () => {
  const before = listOf(job('a', 2));
  const [longer] = shareFineTunes(before, listOf(job('a', 3))).items;
  expect(longer?.events?.[0]).toBe(before.items[0]?.events?.[0]);
  expect(longer?.events).toHaveLength(3);
  const [changed] = shareFineTunes(before, listOf(job('a', 2, { queue_depth: 4 }))).items;
  expect(changed?.queue_depth).toBe(4);
  expect(changed?.events).toBe(before.items[0]?.events);
});

test('an event without a hash is identified by its text', () => {
  const before = bare('one');
  expect(shareFineTunes(before, bare('one'))).toBe(before);
  expect(shareFineTunes(before, bare('two')).items[0]?.events?.[0]?.message).toBe('two');
});

test('a list in a different order counts as changed', () => {
  const before = listOf(job('a', 0), job('b', 0));
  const now = shareFineTunes(before, listOf(job('b', 0), job('a', 0)));
  expect(now.items.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('a listed fine-tune is remembered with the time it was last listed', () => {
  const memory = listMemory(createClient({ id: 'x', baseUrl: 'http://localhost/v1', token: null }));
  rememberList(memory, listOf(job('a', 0), job('b', 0)), true, 1_000);
  const shorter = listOf(job('b', 0));
  rememberList(memory, shorter, true, 2_000);
  expect(goneFrom(memory, shorter).map(({ fineTune, atMs }) => [fineTune.id, atMs])).toEqual([['a', 1_000]]);
  rememberList(memory, shorter, false, 3_000);
  expect([memory.unchangedCount, memory.failureCount]).toEqual([1, 0]);
});

test('an answer that was asked for by hand does not make polling rarer', () => {
  const memory = listMemory(createClient({ id: 'z', baseUrl: 'http://localhost/v1', token: null }));
  const list = listOf(job('a', 0));
  const read = (isNews: boolean, isAsked: boolean) => {
    memory.isAsked = isAsked;
    rememberList(memory, list, isNews, 1_000);
    return memory.unchangedCount;
  };
  expect([read(true, false), read(false, true), read(false, true)]).toEqual([0, 0, 0]);
  rememberList(memory, list, false, 2_000);
  expect(memory.unchangedCount).toBe(1);
  expect(read(true, true)).toBe(0);
});

test('a status that leaves its end is noted until it ends again', () => {
  const memory = listMemory(createClient({ id: 'y', baseUrl: 'http://localhost/v1', token: null }));
  const noted = ['running', 'completed', 'running', 'running', 'completed'].map((status) => {
    rememberList(memory, listOf(job('a', 0, { status })), true, 1_000);
    return memory.seen.get('a')?.cameBackFrom;
  });
  expect(noted).toEqual([null, null, 'completed', 'completed', null]);
});
