// Many watched jobs, each with its own poll.
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createClient } from '#api/client.ts';
import { startLocalService } from '#api/testing/local-service.ts';
import { Random } from '#lib/random.ts';
import { jobMemory, jobDelayMs, type JobPollFacts, rememberJob } from './polled-job.ts';
import { isOver, wayBack } from './job-status.ts';

// The watch list listens to other tabs.
vi.stubGlobal('addEventListener', () => undefined);
const { delayOf, polledJobQuery } = await import('./polled-job.ts');

test('jobs answered at once are polled again one by one, each no sooner than alone', () => {
  const record = { id: 'job', status: 'Running' };
  const answer = { record, raw: record, notes: [] };
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 2e12 }), (seed, dataUpdatedAt) => {
      const client = createClient({ id: 'c', baseUrl: 'http://localhost/v1', token: null });
      const random = new Random(seed);
      const state = { data: answer, error: null, dataUpdatedAt, errorUpdatedAt: 0 };
      const delays = Array.from({ length: 200 }, (_, index) => {
        jobMemory(client, `job-${index}`, null, () => random.unit());
        return Number(delayOf(client, `job-${index}`, state, false));
      });
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(15_000);
      expect(Math.max(...delays)).toBeLessThanOrEqual(16_500);
      // By chance alone 20 of 200 fall into a tenth of the time.
      const tenths = delays.map((delayMs) => Math.floor((delayMs - 15_000) / 150));
      expect(Math.max(...tenths.map((tenth) => tenths.filter((each) => each === tenth).length))).toBeLessThan(
        60,
      );
      expect(delayOf(client, 'job-7', state, false)).toBe(delays[7]);
    }),
  );
});

test('at most two watched jobs are requested at once, and a removed one leaves the queue', async () => {
  let [asked, most] = [0, 0];
  const service = await startLocalService((response, { url }) => {
    asked += 1;
    most = Math.max(most, asked);
    setImmediate(() => {
      asked -= 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: url, status: 'Running', args: {}, type: 'x', status_updates: [] }));
    });
  });
  try {
    const client = createClient(service.connection);
    const cache = new QueryClient();
    const queries = Array.from({ length: 40 }, (_, index) =>
      polledJobQuery(client, `job-${index}`, { isOpen: false, isPaused: false }),
    );
    const answers = queries.map((query) => cache.fetchQuery(query));
    const last = queries.at(-1)?.queryKey ?? [];
    const left = answers.at(-1)?.catch((error: unknown) => error);
    await cache.cancelQueries({ queryKey: last });
    await Promise.all(answers.slice(0, -1));
    await left;
    expect(most).toBe(2);
    expect(service.requests.some(({ url }) => url.endsWith('/job-39'))).toBe(false);
    await cache.fetchQuery(polledJobQuery(client, 'job-39', { isOpen: false, isPaused: false }));
    expect(service.requests).toHaveLength(40);
  } finally {
    await service.close();
  }
});

const facts: JobPollFacts = {
  status: 'Running',
  isOpen: true,
  unchangedCount: 0,
  failure: null,
  failureCount: 0,
  chance: 0,
};

const delay = (change: Partial<JobPollFacts>) => jobDelayMs({ ...facts, ...change });
const refused = (status: number | null, retryAfterMs: number | null = null) => ({
  failure: { status, retryAfterMs },
  failureCount: 1,
});

test.each(['Complete', 'complete', 'COMPLETE', 'Failed', 'failed'])('polling ends after %s', (status) => {
  expect(delay({ status })).toBe(false);
});

test('an open job is polled more often than one in the list, and a waiting one there least', () => {
  expect(delay({})).toBe(5_000);
  expect(delay({ isOpen: false })).toBe(15_000);
  expect(delay({ isOpen: false, status: 'Queued' })).toBe(30_000);
});

test('an unknown status is polled once a minute', () => {
  expect(delay({ status: 'Paused' })).toBe(60_000);
});

test('unchanged answers double the delay, up to a minute', () => {
  expect([1, 2, 3, 4, 50].map((unchangedCount) => delay({ unchangedCount }))).toEqual([
    10_000, 20_000, 40_000, 60_000, 60_000,
  ]);
});

test.each([401, 403, 404, 410])('after %i polling stops', (status) => {
  expect(delay(refused(status))).toBe(false);
});

test('a job that was never listed is looked for some times more, for it may have been started only now', () => {
  const missing = (failureCount: number) => delay({ status: null, ...refused(404), failureCount, chance: 1 });
  expect([1, 2, 3, 4, 5].map(missing)).toEqual([2_000, 4_000, 8_000, 16_000, false]);
  expect(delay({ status: null, ...refused(410) })).toBe(false);
});

test('Retry-After delays the next poll by at most a fifth more than asked', () => {
  expect(delay(refused(429, 40_000))).toBe(40_000);
  expect(delay({ ...refused(429, 40_000), chance: 1 })).toBe(48_000);
  expect(delay(refused(503, 40_000))).toBe(40_000);
  expect(delay(refused(429, 300_000))).toBe(300_000);
});

test('a 429 without Retry-After backs off up to five minutes', () => {
  expect(delay(refused(429))).toBe(10_000);
  expect(delay({ ...refused(429), failureCount: 50 })).toBe(300_000);
});

test('an unreachable service is retried soon, then less often, up to a minute', () => {
  expect(delay({ ...refused(null), chance: 1 })).toBe(2_000);
  expect(delay({ ...refused(500), failureCount: 3, chance: 1 })).toBe(8_000);
  expect(delay({ ...refused(null), failureCount: 50, chance: 1 })).toBe(60_000);
});

test.each([null, 429, 500])('an ended job is not asked again after a failed request, status %s', (status) => {
  expect(delay({ ...refused(status), status: 'Complete' })).toBe(false);
});

test('a status that goes back is noted with both statuses, even across an unknown one', () => {
  expect(wayBack(['Queued', 'Running', 'Complete', 'Paused', 'running'])).toEqual({
    from: 'Complete',
    to: 'running',
  });
  expect(wayBack(['Queued', 'Queued', 'Running', undefined, 'Failed'])).toBeNull();
  expect(wayBack([])).toBeNull();
});

test('only the two terminal statuses are terminal', () => {
  expect(['Complete', 'FAILED', 'Completed', 'Running', undefined].map(isOver)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

const memoryService = await startLocalService((response) => void response.end('{}'));
const memoryClient = createClient(memoryService.connection);
await memoryService.close();

test('an unchanged answer does not count as a change, a different one does', () => {
  const memory = jobMemory(memoryClient, 'job-same');
  const job = { status: 'Running' };
  rememberJob(memory, job, job);
  rememberJob(memory, job, { ...job });
  rememberJob(memory, job, { ...job });
  expect(memory.unchangedCount).toBe(2);
  rememberJob(memory, job, { ...job, updated_at: 'now' });
  expect(memory.unchangedCount).toBe(0);
  expect(jobMemory(memoryClient, 'job-same')).toBe(memory);
});

test('an answer that was asked for by hand does not make polling rarer', () => {
  const memory = jobMemory(memoryClient, 'job-asked');
  const job = { status: 'Running' };
  rememberJob(memory, job, job);
  memory.isAsked = true;
  rememberJob(memory, job, { ...job });
  expect(memory.unchangedCount).toBe(0);
  rememberJob(memory, job, { ...job });
  expect(memory.unchangedCount).toBe(1);
});

test('an end notifies once, even if the job was last seen in an earlier visit', () => {
  const memory = jobMemory(memoryClient, 'job-end', 'Running');
  const job = { status: 'Complete' };
  expect(rememberJob(memory, job, job).hasEnded).toBe(true);
  expect(rememberJob(memory, job, job).hasEnded).toBe(false);
});

test('a job first seen after its end does not notify', () => {
  const job = { status: 'Failed' };
  expect(rememberJob(jobMemory(memoryClient, 'job-old'), job, job).hasEnded).toBe(false);
});

test('a status that goes back between two answers is remembered', () => {
  const memory = jobMemory(memoryClient, 'job-back');
  for (const status of ['Complete', 'Running', 'Complete']) rememberJob(memory, { status }, { status });
  expect(memory.wentBack).toEqual({ from: 'Complete', to: 'Running' });
});
