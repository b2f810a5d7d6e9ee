import { expect, it } from 'vitest';
import { EventQueue } from './engine.ts';

function create(): { queue: EventQueue<number>; calls: string[] } {
  const calls: string[] = [];
  const queue = new EventQueue<number>(
    () => calls.push('start'),
    (count) => calls.push(`take ${count}`),
    () => calls.push('cancel'),
  );
  return { queue, calls };
}

it('starts with the first next, and yields everything that arrived together', async () => {
  const { queue, calls } = create();
  expect(calls).toEqual([]);
  const first = queue.next();
  expect(calls).toEqual(['start']);
  queue.push([1]);
  expect(await first).toEqual({ done: false, value: [1] });
  queue.push([2, 3]);
  queue.push([4]);
  queue.end();
  expect(await queue.next()).toEqual({ done: false, value: [2, 3, 4] });
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  expect(calls).toEqual(['start', 'take 1', 'take 3']);
});

it('throws an error at once and only once, then is done', async () => {
  const { queue } = create();
  const waiting = queue.next();
  queue.end(new Error('cut'));
  await expect(waiting).rejects.toThrow('cut');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

it('cancels when the consumer returns early, even while it waits, and ignores what comes later', async () => {
  const { queue, calls } = create();
  const waiting = queue.next();
  await queue.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  queue.push([5]);
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  await queue.return();
  expect(calls).toEqual(['start', 'cancel']);
});

it('does not even start when the consumer returns first', async () => {
  const { queue, calls } = create();
  await queue.return();
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  expect(calls).toEqual([]);
});
