import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { startLocalService, type LocalService } from '#api/testing/local-service.ts';
import { countdownWords, restMs, watchDelayMs, createWatcher, type Watch } from './watches.ts';

const services: LocalService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

interface Reply {
  readonly status?: number;
  readonly free?: readonly string[];
}

/** A service with these replies in order, and a watcher on a manual timer. */
async function setUp(replies: readonly Reply[]) {
  let count = 0;
  const service = await startLocalService((response) => {
    const { status = 200, free = [] } = replies[count++] ?? {};
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': '120' }),
    });
    const data = ['a', 'b'].map((id) => ({
      id,
      availability: {
        status: free.includes(id) ? 'available' : 'unavailable',
        ...(id === 'b' && { sample: true }),
      },
    }));
    response.end(JSON.stringify(status === 200 ? { object: 'list', data } : { error: { message: 'no' } }));
  });
  services.push(service);
  const timers: { callBack: () => void; delayMs: number }[] = [];
  const found: Watch[] = [];
  const watcher = createWatcher({
    now: () => 1_000,
    chance: () => 0,
    onFound: (watch) => found.push(watch),
    schedule: (callBack, delayMs) => {
      const timer = { callBack, delayMs };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  return { client: createClient(service.connection), service, watcher, timers, found };
}

const ignored = () => undefined;

const isSettled = (watch: Watch | undefined) => watch?.nextMs !== null || watch.state !== 'watching';

/** Resolves once the watch rests or has ended. */
function settled({ store }: ReturnType<typeof createWatcher>): Promise<Watch | undefined> {
  const rests = () => store.getState()[0];
  if (isSettled(rests())) return Promise.resolve(rests());
  return new Promise((resolve) => {
    const leave = store.subscribe(() => {
      if (!isSettled(rests())) return;
      leave();
      resolve(rests());
    });
  });
}

test('a watch polls until a wanted configuration is available, then stops', async () => {
  const { client, service, watcher, timers, found } = await setUp([{ free: ['b'] }, { free: ['a', 'b'] }]);
  const lists: number[] = [];
  watcher.start(client, 'some/model', ['a'], ({ items }) => lists.push(items.length));
  expect(await settled(watcher)).toMatchObject({ state: 'watching', nextMs: 1_000 + restMs });
  timers.shift()?.callBack();
  expect(await settled(watcher)).toMatchObject({
    state: 'found',
    found: ['a'],
    isSimulated: false,
    askCount: 2,
  });
  expect([found.length, timers.length]).toEqual([1, 0]);
  expect(lists).toEqual([2, 2]);
  expect(service.requests.map(({ url }) => url)).toEqual(
    Array.from({ length: 2 }, () => '/v1/hardware?model=some%2Fmodel'),
  );
});

test('a watch for any configuration finds newly available ones', async () => {
  const { client, watcher, timers } = await setUp([{ free: ['a'] }, { status: 503 }, { free: ['a', 'b'] }]);
  watcher.start(client, 'm', [], ignored);
  expect(await settled(watcher)).toMatchObject({ state: 'watching', free: ['a'] });
  timers.shift()?.callBack();
  expect(await settled(watcher)).toMatchObject({ state: 'watching', free: ['a'] });
  timers.shift()?.callBack();
  expect(await settled(watcher)).toMatchObject({ state: 'found', found: ['b'], isSimulated: true });
});

test('a 429 waits for Retry-After, and a refused request ends the watch', async () => {
  const { client, watcher, timers } = await setUp([{ status: 429 }, { status: 404 }]);
  watcher.start(client, 'm', [], ignored);
  await settled(watcher);
  expect(timers[0]?.delayMs).toBe(120_000);
  timers.shift()?.callBack();
  expect(await settled(watcher)).toMatchObject({ state: 'failed', nextMs: null });
  expect(timers).toEqual([]);
});

test('a watch whose connection is removed ends with a message and no timer; a stopped one is removed', async () => {
  const { client, watcher, timers } = await setUp([{}]);
  watcher.start(client, 'm', ['a'], ignored);
  await settled(watcher);
  watcher.keepOnly([client.connectionId]);
  expect(timers).toHaveLength(1);
  watcher.keepOnly(['other']);
  expect(timers).toEqual([]);
  expect(watcher.store.getState()).toMatchObject([{ state: 'ended', nextMs: null }]);
  watcher.stop(1);
  expect(watcher.store.getState()).toEqual([]);
});

test('an unreachable service is polled less and less often, up to ten minutes', () => {
  const silence = new ApiError('network', 'No answer.');
  expect(watchDelayMs(0, silence, 0)).toBe(60_000);
  expect(watchDelayMs(60_000, silence, 0)).toBe(120_000);
  expect(watchDelayMs(600_000, silence, 0)).toBe(600_000);
  expect(watchDelayMs(600_000, null, 0)).toBe(restMs);
});

test('a countdown ends at zero', () => {
  expect([30_200, 245_000, -1].map(countdownWords)).toEqual(['31 s', '4 min 05 s', '0 s']);
});

test('what is watched already is not watched twice, in whatever order it was chosen', async () => {
  const { client, service, watcher } = await setUp([]);
  watcher.start(client, 'm', ['a', 'b'], ignored);
  watcher.start(client, 'm', ['b', 'a'], ignored);
  watcher.start(client, 'm', [], ignored);
  expect(watcher.store.getState().map(({ wanted }) => wanted.length)).toEqual([2, 0]);
  await settled(watcher);
  expect(service.requests.length).toBeLessThanOrEqual(2);
});
