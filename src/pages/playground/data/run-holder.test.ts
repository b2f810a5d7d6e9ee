import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import type { KeptCell } from './cell.ts';
import { RateWaits } from './pause-reason.ts';
import { applyBound, discardRun, startRun, useDataRun } from './run-holder.ts';
import { changeUnit, typeBound, useSetup } from './setup-store.ts';
import { answer, planOf, refuse, runOf, serveAsked } from './testing/tables.ts';

vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setImmediate(callback));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(...reply: Parameters<typeof serveAsked>) {
  const service = await serveAsked(...reply);
  closers.push(service.close);
  return service;
}

test('a run that is discarded at once sends nothing', async () => {
  const { client, asked } = await serve();
  startRun(planOf(20), { atOnce: 4, unit: 'tokens', bound: null, isArmed: false }, client);
  const { run } = useDataRun.getState();
  discardRun();
  await new Promise((resolve) => setImmediate(resolve));
  expect(useDataRun.getState().run).toBeNull();
  expect({ phase: run?.phase.kind, running: run?.runningCount }).toEqual({ phase: 'paused', running: 0 });
  expect(asked).toEqual([]);
});

test('while a run goes, a bound holds until another one stands in the form', async () => {
  const { client, asked } = await serve();
  startRun(planOf(9), { atOnce: 4, unit: 'tokens', bound: 8, isArmed: false }, client);
  const { run } = useDataRun.getState();
  await expect.poll(() => asked.length).toBe(1);
  typeBound('tokens', '');
  applyBound();
  expect(useSetup.getState()).toMatchObject({ unit: 'tokens', bound: '8' });
  typeBound('tokens', 'many');
  applyBound();
  changeUnit('dollars');
  applyBound();
  expect(run?.limits).toMatchObject({ unit: 'tokens', bound: 8 });
  expect(run?.runningCount).toBe(1);
  typeBound('tokens', '20');
  expect(run?.runningCount).toBe(1);
  applyBound();
  expect(run?.runningCount).toBe(2);
  run?.pause();
  typeBound('tokens', '');
  applyBound();
  expect(run?.limits.bound).toBeNull();
  discardRun();
});

test('started before its rows are kept, it can be stopped until they are', async () => {
  const { client, asked } = await serve((each) => answer(each, 'x'));
  const waiting: (() => void)[] = [];
  const ready = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  const run = runOf(planOf(2), {}, [], { ready });
  run.resume(client);
  expect(run.phase.kind).toBe('running');
  run.stop();
  waiting[0]?.();
  await ready;
  expect({ phase: run.phase.kind, running: run.runningCount }).toEqual({ phase: 'paused', running: 0 });
  run.resume(client);
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(asked).toHaveLength(2);
});

test('closed, it keeps nothing any more, and sends nothing whoever tells it to go', async () => {
  const kept: KeptCell[] = [];
  const { client, asked } = await serve();
  const run = runOf(planOf(4), { atOnce: 1 }, [], { onCell: (each) => kept.push(each) });
  run.resume(client);
  await expect.poll(() => asked.length).toBe(1);
  expect(kept).toHaveLength(1);
  run.close();
  run.resume(client);
  run.retry([0], client);
  await new Promise((resolve) => setImmediate(resolve));
  expect({ kept: kept.length, running: run.runningCount }).toEqual({ kept: 1, running: 0 });
});

test('armed, it goes on by itself once the time is over', async () => {
  let refusals = 2;
  const { client, asked } = await serve((each) => {
    refusals -= 1;
    if (refusals >= 0) refuse(each, 429, { 'retry-after': '0' });
    else answer(each, 'x');
  });
  const run = runOf(planOf(2), { atOnce: 1, isArmed: true });
  run.resume(client);
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(asked.map(({ prompt }) => prompt)).toEqual(['r1', 'r1', 'r1', 'r2']);
});

test('it says that it goes on by itself where it does: also armed while it waits, not after many refusals', async () => {
  let isBusy = true;
  let nowMs = 0;
  const { client, asked } = await serve((each) => {
    if (isBusy) refuse(each, 429, { 'retry-after': '7' });
    else answer(each, 'x');
  });
  const run = runOf(planOf(1), { atOnce: 1 }, [], { now: () => nowMs });
  run.resume(client);
  await expect.poll(() => run.phase.kind).toBe('paused');
  expect(run.goesOnByItself).toBe(false);
  isBusy = false;
  nowMs = 7_000;
  run.setLimits({ ...run.limits, isArmed: true });
  expect(run.goesOnByItself).toBe(true);
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(run.goesOnByItself).toBe(false);
  expect(asked).toHaveLength(2);
});

test.each([
  ['too many refusals in a row', '0', 6],
  ['a wait that is longer than it counts down', '3600', 1],
])('%s: armed, it waits for a person', async (_, retryAfter, requests) => {
  const { client, asked } = await serve((each) => refuse(each, 429, { 'retry-after': retryAfter }));
  const run = runOf(planOf(1), { atOnce: 1, isArmed: true });
  run.resume(client);
  await expect.poll(() => asked.length).toBe(requests);
  await expect.poll(() => run.phase.kind).toBe('paused');
  expect(run.goesOnByItself).toBe(false);
});

test('without a named time a run waits ever longer, and goes on a little later by chance', () => {
  const busy = new ApiError('http', 'Too many requests', { status: 429 });
  const waits = new RateWaits();
  const untilMs = Array.from({ length: 5 }, () => waits.next(busy, 0, null).untilMs);
  expect(untilMs).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]);
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const act = vi.fn<() => void>();
  waits.count = 0;
  waits.arm(waits.next(busy, 0, null), 0, act);
  vi.advanceTimersByTime(5_199);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a run goes on only at the service that it was started on, with whatever credentials', async () => {
  const { client, asked } = await serve((each) => answer(each, 'x'));
  const own = { key: client.serviceKey(), baseUrl: client.baseUrl };
  const run = runOf({ ...planOf(2), service: own });
  run.resume({ ...client, serviceKey: () => 'server api.example' });
  expect({ phase: run.phase.kind, running: run.runningCount }).toEqual({ phase: 'paused', running: 0 });
  run.resume({ ...client, connectionId: 'a1.7' });
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(asked).toHaveLength(2);
});
