import { expect, test } from 'vitest';
import { createWorkLoop } from './queue.ts';

const startLoop = (work: () => Promise<boolean>) =>
  createWorkLoop({
    jobs: 'Jobs',
    stopping: new AbortController(),
    onFailure: (error) => expect.fail(String(error)),
    work,
  });

test('the queue runs one task at a time until none is left, and resumes when woken', async () => {
  const work = [1, 2, 3];
  const done: number[] = [];
  let atOnce = 0;
  const loop = startLoop(async () => {
    expect(++atOnce).toBe(1);
    await Promise.resolve();
    atOnce--;
    const next = work.shift();
    if (next !== undefined) done.push(next);
    return next !== undefined;
  });
  loop.wake();
  loop.wake();
  await loop.idle();
  expect(done).toEqual([1, 2, 3]);
  work.push(4);
  await loop.idle();
  expect(done).toEqual([1, 2, 3]);
  loop.wake();
  await loop.idle();
  expect(done).toEqual([1, 2, 3, 4]);
});

test('work added during the last check of the queue is not lost', async () => {
  const work: string[] = [];
  const done: string[] = [];
  let looks = 0;
  const loop = startLoop(() => {
    const next = work.shift();
    if (next !== undefined) done.push(next);
    else if (++looks === 1) {
      work.push('late');
      loop.wake();
    }
    return Promise.resolve(next !== undefined);
  });
  loop.wake();
  await loop.idle();
  expect(done).toEqual(['late']);
});
