import { afterEach, expect, test, vi } from 'vitest';
import { readStart, readWhole } from './relay.ts';
import { createIncoming } from '#service/proxy/testing/incoming.ts';

afterEach(() => {
  vi.useRealTimers();
});

const broken = new Error('broken off');

function read({ bytes, isWhole }: Awaited<ReturnType<typeof readWhole>>) {
  return [bytes.toString(), isWhole];
}

test.each([
  [['abc', 'def'], 'abcdef', true],
  [['abc', 'def', 'g'], 'abcdef', false],
  [['abcdefgh'], 'abcdef', false],
  [[], '', true],
])('of %j no more than six bytes are read: %j', async (parts, text, isWhole) => {
  const start = { bytes: 6, withinMs: 60_000 };
  expect(read(await readWhole(createIncoming(...parts, null), 6))).toEqual([text, isWhole]);
  expect(read(await readStart(createIncoming(...parts, null), start))).toEqual([text, isWhole]);
});

test('a body that is too large is left where it is, and its connection ended', async () => {
  const whole = createIncoming('abcdefgh');
  await readWhole(whole, 6);
  expect(whole.destroyed).toBe(true);
  const start = createIncoming('abcdefgh');
  await readStart(start, { bytes: 6, withinMs: 60_000 });
  expect(start.destroyed).toBe(true);
});

test('a body that breaks off is an error where it is wanted whole, and its start where that is enough', async () => {
  const whole = createIncoming('abc');
  whole.once('data', () => setImmediate(() => whole.destroy(broken)));
  await expect(readWhole(whole, 6)).rejects.toBe(broken);
  const start = createIncoming();
  const reading = readStart(start, { bytes: 6, withinMs: 60_000 });
  start.push(Buffer.from('abc'));
  setImmediate(() => start.destroy(broken));
  expect(read(await reading)).toEqual(['abc', false]);
});

test('a start that does not end is what has come within its time', async () => {
  const endless = createIncoming('abc');
  expect(read(await readStart(endless, { bytes: 6, withinMs: 30 }))).toEqual(['abc', false]);
  expect(endless.destroyed).toBe(true);
});

test('once a start is read, nobody waits for its time any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await readStart(createIncoming('abc', null), { bytes: 6, withinMs: 60_000 });
  expect(vi.getTimerCount()).toBe(0);
});
