// Many watched jobs, each with its own poll.
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createClient } from '#api/client.ts';
import { startLocalService } from '#api/testing/local-service.ts';
import { Random } from '#lib/random.ts';
import { jobMemory } from './job-poll.ts';

// The watch list listens to other tabs.
vi.stubGlobal('addEventListener', () => undefined);
const { delayOf, polledJobQuery } = await import('./polled-job.ts');

test('jobs that were answered at once are asked again one after another, each no sooner than alone', () => {
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

test('of many watched jobs two are asked for at once, and one that is let go leaves the line', async () => {
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
