import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { answer, createHeldServices, request } from '#run/testing/held-service.ts';
import { createRequestPool, createFrameSignal } from './request-pool.ts';

const { hold, closeAll } = createHeldServices();
afterEach(closeAll);

function poolOf(limit: number) {
  const slots = createStreamSlots(limit);
  return createRequestPool({ requestFrame: (callback) => void setImmediate(callback), slots });
}

test('a request without a free place queues unsent, and is sent when one is free', async () => {
  const { client, open } = await hold();
  const pool = poolOf(2);
  const ids = [0, 1, 2].map(() => pool.start(client, request));
  const phases = () => ids.map((id) => pool.get(id)?.state.phase);
  expect(phases()).toEqual(['waiting', 'waiting', 'queued']);
  await expect.poll(() => open.length).toBe(2);
  answer(open[0], 'a');
  await expect.poll(() => open.length).toBe(3);
  answer(open[1], 'b');
  answer(open[2], 'c');
  const runs = await Promise.all(ids.map((id) => pool.ended(id)));
  expect(
    runs
      .map(({ recording }) => recording.choices.get(0)?.text.toString())
      .toSorted((one = '', other = '') => one.localeCompare(other)),
  ).toEqual(['a', 'b', 'c']);
});

test('the clock of a run starts when it is sent, not while it is queued', async () => {
  const { client, open } = await hold();
  let nowMs = 100;
  const pool = createRequestPool({
    now: () => nowMs,
    requestFrame: () => undefined,
    slots: createStreamSlots(1),
  });
  const first = pool.start(client, request);
  const second = pool.start(client, request);
  nowMs = 5_000;
  await expect.poll(() => open.length).toBe(1);
  answer(open[0], 'a');
  await pool.ended(first);
  await expect.poll(() => open.length).toBe(2);
  expect(pool.get(second)?.startedMs).toBe(5_000);
});

test('a run stopped while queued is never sent', async () => {
  const { client, open } = await hold();
  const pool = poolOf(1);
  const first = pool.start(client, request);
  const second = pool.start(client, request);
  pool.stop(second);
  expect((await pool.ended(second)).state).toMatchObject({ endState: 'stopped', endedMs: 0 });
  await expect.poll(() => open.length).toBe(1);
  answer(open[0], 'a');
  await pool.ended(first);
  const third = pool.start(client, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'b');
  expect((await pool.ended(third)).state).toMatchObject({ endState: 'complete' });
});

test('runs stopped together are not sent in each other’s place', async () => {
  const { client, open } = await hold();
  const pool = poolOf(1);
  const ids = [0, 1, 2].map(() => pool.start(client, request));
  await expect.poll(() => open.length).toBe(1);
  pool.stop(...ids);
  for (const id of ids) expect((await pool.ended(id)).state).toMatchObject({ endState: 'stopped' });
  const next = pool.start(client, request);
  await expect.poll(() => open.length).toBe(2);
  answer(open[1], 'b');
  await pool.ended(next);
  expect(open).toHaveLength(2);
});

test('a discarded run frees its place and is removed', async () => {
  const { client, open } = await hold();
  const pool = poolOf(1);
  const first = pool.start(client, request);
  const second = pool.start(client, request);
  pool.forget(first);
  expect(pool.get(first)).toBeUndefined();
  expect(pool.get(second)?.state.phase).toBe('waiting');
  expect(pool.last()?.id).toBe(second);
  await expect.poll(() => open.length).toBeGreaterThan(0);
  await expect(pool.ended(first)).rejects.toThrow('There is no run');
});

function frames() {
  const queue: (() => void)[] = [];
  return {
    request: (callback: () => void) => {
      queue.push(callback);
    },
    next: () => queue.splice(0).forEach((callback) => callback()),
    waiting: () => queue.length,
  };
}

test('a thousand changes in a frame cause one notification', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  signal.subscribe(() => (heard += 1));
  for (let count = 0; count < 1000; count += 1) signal.mark();
  expect([heard, clock.waiting()]).toEqual([0, 1]);
  clock.next();
  expect([heard, signal.version()]).toEqual([1, 1]);
});

test('a flush notifies at once, and the pending frame does not notify again', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  signal.subscribe(() => (heard += 1));
  signal.mark();
  signal.flush();
  clock.next();
  expect(heard).toBe(1);
});

test('an unsubscribed listener is not called', () => {
  const clock = frames();
  const signal = createFrameSignal(clock.request);
  let heard = 0;
  const end = signal.subscribe(() => (heard += 1));
  end();
  signal.flush();
  expect(heard).toBe(0);
});
