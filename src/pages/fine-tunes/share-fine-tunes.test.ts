import { expect, test } from 'vitest';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { goneFrom, listMemory, rememberList } from './list-memory.ts';
import { shareFineTunes } from './share-fine-tunes.ts';
import { createClient } from '#api/client.ts';

function listOf(...items: readonly FineTune[]): RecordList<FineTune> {
  return { items, raw: items.map(({ id }) => ({ id })), unreadable: [], notes: [] };
}

// Made anew each time, as an answer is.
const job = (id: string, eventCount: number, more: Partial<FineTune> = {}): FineTune => ({
  id,
  status: 'running',
  events: Array.from({ length: eventCount }, (_, index) => ({ hash: `${id}-${index}`, message: `${index}` })),
  ...more,
});

const bare = (message: string) => listOf({ id: 'a', events: [{ message }] });

test('an answer that says the same is the same object', () => {
  const before = listOf(job('a', 2), job('b', 0));
  expect(shareFineTunes(before, listOf(job('a', 2), job('b', 0)))).toBe(before);
});

test('a job that is new at the front leaves the others as they were', () => {
  const before = listOf(job('a', 2), job('b', 1));
  const now = shareFineTunes(before, listOf(job('new', 1), job('a', 2), job('b', 1)));
  expect(now.items.slice(1)).toEqual(before.items);
  expect(now.items[1]).toBe(before.items[0]);
  expect(now.raw[2]).toBe(before.raw[1]);
});

test('a new event keeps the old ones, and whatever else is new comes through', () => {
  const before = listOf(job('a', 2));
  const [longer] = shareFineTunes(before, listOf(job('a', 3))).items;
  expect(longer?.events?.[0]).toBe(before.items[0]?.events?.[0]);
  expect(longer?.events).toHaveLength(3);
  const [changed] = shareFineTunes(before, listOf(job('a', 2, { queue_depth: 4 }))).items;
  expect(changed?.queue_depth).toBe(4);
  expect(changed?.events).toBe(before.items[0]?.events);
});

test('an event without a hash is told by its text', () => {
  const before = bare('one');
  expect(shareFineTunes(before, bare('one'))).toBe(before);
  expect(shareFineTunes(before, bare('two')).items[0]?.events?.[0]?.message).toBe('two');
});

test('a list that only differs in its order is another list', () => {
  const before = listOf(job('a', 0), job('b', 0));
  const now = shareFineTunes(before, listOf(job('b', 0), job('a', 0)));
  expect(now.items.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('what was listed once is remembered with the time at which it was listed last', () => {
  const memory = listMemory(createClient({ id: 'x', baseUrl: 'http://localhost/v1', token: null }));
  rememberList(memory, listOf(job('a', 0), job('b', 0)), true, 1_000);
  const shorter = listOf(job('b', 0));
  rememberList(memory, shorter, true, 2_000);
  expect(goneFrom(memory, shorter).map(({ fineTune, atMs }) => [fineTune.id, atMs])).toEqual([['a', 1_000]]);
  rememberList(memory, shorter, false, 3_000);
  expect([memory.unchangedCount, memory.failureCount]).toEqual([1, 0]);
});

test('a status that went back from its end is noted until it is over again', () => {
  const memory = listMemory(createClient({ id: 'y', baseUrl: 'http://localhost/v1', token: null }));
  const noted = ['running', 'completed', 'running', 'running', 'completed'].map((status) => {
    rememberList(memory, listOf(job('a', 0, { status })), true, 1_000);
    return memory.seen.get('a')?.cameBackFrom;
  });
  expect(noted).toEqual([null, null, 'completed', 'completed', null]);
});
