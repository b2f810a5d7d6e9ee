import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import type { StoredCell } from './cell.ts';
import { RateLimitBackoff } from './pause-reason.ts';
import { applyBound, discardRun, startRun, useDataRun } from './data-run-store.ts';
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
  startRun(planOf(20), { atOnce: 4, unit: 'tokens', bound: null, autoResume: false }, client);
  const { run } = useDataRun.getState();
  discardRun();
  await new Promise((resolve) => setImmediate(resolve));
  expect(useDataRun.getState().run).toBeNull();
  expect({ phase: run?.phase.kind, running: run?.runningCount }).toEqual({ phase: 'paused', running: 0 });
  expect(asked).toEqual([]);
});

test('a running run keeps its budget until the form has a valid one', async () => {
  const { client, asked } = await serve();
  startRun(planOf(9), { atOnce: 4, unit: 'tokens', bound: 8, autoResume: false }, client);
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

test('a run can be stopped before its rows are stored', async () => {
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

test('a closed run stores and sends nothing, even if resumed or retried', async () => {
  const stored: StoredCell[] = [];
  const { client, asked } = await serve();
  const run = runOf(planOf(4), { atOnce: 1 }, [], { onCell: (each) => stored.push(each) });
  run.resume(client);
  await expect.poll(() => asked.length).toBe(1);
  expect(stored).toHaveLength(1);
  run.close();
  run.resume(client);
  run.retry([0], client);
  await new Promise((resolve) => setImmediate(resolve));
  expect({ stored: stored.length, running: run.runningCount }).toEqual({ stored: 1, running: 0 });
});

test('with autoResume, it resumes once the wait is over', async () => {
  let refusals = 2;
  const { client, asked } = await serve((each) => {
    refusals -= 1;
    if (refusals >= 0) refuse(each, 429, { 'retry-after': '0' });
    else answer(each, 'x');
  });
  const run = runOf(planOf(2), { atOnce: 1, autoResume: true });
  run.resume(client);
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(asked.map(({ prompt }) => prompt)).toEqual(['r1', 'r1', 'r1', 'r2']);
});

test('willAutoResume is true only while a resume is scheduled, also if autoResume is set during the wait', async () => {
  let isBusy = true;
  let nowMs = 0;
  const { client, asked } = await serve((each) => {
    if (isBusy) refuse(each, 429, { 'retry-after': '7' });
    else answer(each, 'x');
  });
  const run = runOf(planOf(1), { atOnce: 1 }, [], { now: () => nowMs });
  run.resume(client);
  await expect.poll(() => run.phase.kind).toBe('paused');
  expect(run.willAutoResume).toBe(false);
  isBusy = false;
  nowMs = 7_000;
  run.setLimits({ ...run.limits, autoResume: true });
  expect(run.willAutoResume).toBe(true);
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(run.willAutoResume).toBe(false);
  expect(asked).toHaveLength(2);
});

test.each([
  ['too many refusals in a row', '0', 6],
  ['a wait that is longer than it counts down', '3600', 1],
])('%s: it waits for the user despite autoResume', async (_, retryAfter, requests) => {
  const { client, asked } = await serve((each) => refuse(each, 429, { 'retry-after': retryAfter }));
  const run = runOf(planOf(1), { atOnce: 1, autoResume: true });
  run.resume(client);
  await expect.poll(() => asked.length).toBe(requests);
  await expect.poll(() => run.phase.kind).toBe('paused');
  expect(run.willAutoResume).toBe(false);
});

test('without Retry-After, a run backs off with jitter', () => {
  const busy = new ApiError('http', 'Too many requests', { status: 429 });
  const backoff = new RateLimitBackoff();
  const untilMs = Array.from({ length: 5 }, () => backoff.next(busy, 0, null).untilMs);
  expect(untilMs).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]);
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const resume = vi.fn<() => void>();
  backoff.count = 0;
  backoff.schedule(backoff.next(busy, 0, null), 0, resume);
  vi.advanceTimersByTime(5_199);
  expect(resume).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(resume).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a run resumes only on the service it was started on, with any credentials', async () => {
  const { client, asked } = await serve((each) => answer(each, 'x'));
  const own = { key: client.serviceKey(), baseUrl: client.baseUrl };
  const run = runOf({ ...planOf(2), service: own });
  run.resume({ ...client, serviceKey: () => 'server api.example' });
  expect({ phase: run.phase.kind, running: run.runningCount }).toEqual({ phase: 'paused', running: 0 });
  run.resume({ ...client, connectionId: 'a1.7' });
  await expect.poll(() => run.phase.kind).toBe('done');
  expect(asked).toHaveLength(2);
});
