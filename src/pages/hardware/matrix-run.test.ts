import { afterEach, expect, test } from 'vitest';
import { createClient, type Client } from '#api/client.ts';
import { startLocalService, type LocalService } from '#api/testing/local-service.ts';
import { notOffered, offerSnapshot } from '#pages/hardware/configurations/use-price-history.ts';
import { snapshotHardware } from '#pricing/price-history.ts';
import { exportRows } from '#table/ExportMenu.tsx';
import {
  createMatrixRunner,
  matrixColumns,
  matrixLine,
  maxConfigurations,
  shownConfigurations,
} from './matrix-run.ts';

const services: LocalService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** Answers by model and by how often it was requested; waits move the clock at once. */
async function setUp(statusOf: (model: string, time: number) => number, seconds = () => 7) {
  const counts = new Map<string, number>();
  const service = await startLocalService((response, { url }) => {
    const model = new URL(url, 'http://localhost').searchParams.get('model') ?? '';
    const time = (counts.get(model) ?? 0) + 1;
    counts.set(model, time);
    const status = statusOf(model, time);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': String(seconds()) }),
    });
    const data = [{ id: 'card', availability: { status: 'available' } }];
    const error = { message: `no ${model}`, ...(status === 502 && { code: 'upstream_key_refused' }) };
    response.end(JSON.stringify(status === 200 ? { object: 'list', data } : { error }));
  });
  services.push(service);
  const clock = { ms: 1_000 };
  const waits: number[] = [];
  const answered: (readonly [model: string, atMs: number])[] = [];
  const own = createMatrixRunner({
    now: () => clock.ms,
    wait: (ms) => {
      waits.push(ms);
      clock.ms += ms;
      return Promise.resolve();
    },
  });
  const hear = (model: string, { atMs }: { readonly atMs: number }) => answered.push([model, atMs]);
  const runner = {
    ...own,
    start: (client: Client, models: readonly string[]) => own.start(client, models, hear),
    resume: (client: Client) => own.resume(client, hear),
  };
  return { client: createClient(service.connection), service, runner, waits, answered, clock };
}

test('models are requested one after another, and a refused one does not affect the others', async () => {
  const { client, service, runner, answered } = await setUp((model) => (model === 'b' ? 404 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  const { state, answers, requestCount } = runner.store.getState();
  expect([state, requestCount, service.requests.length]).toEqual(['done', 3, 3]);
  expect([...answers].map(([model, { kind }]) => [model, kind])).toEqual([
    ['a', 'listed'],
    ['b', 'failed'],
    ['c', 'listed'],
  ]);
  expect(answered.map(([model]) => model)).toEqual(['a', 'c']);
  const failed = answers.get('b');
  expect(failed?.kind === 'failed' && failed.reason).toContain('no b');
});

test('every answer is passed on when it arrives, with its own time', async () => {
  const { client, runner, answered } = await setUp((model, time) => (model === 'b' && time < 3 ? 429 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  expect(answered).toEqual([
    ['a', 1_000],
    ['b', 15_000],
    ['c', 15_000],
  ]);
});

test('a 429 waits, a model is requested at most three times, and the next one waits, too', async () => {
  const { client, service, runner, waits, clock } = await setUp((model) => (model === 'c' ? 200 : 429));
  await runner.start(client, ['a', 'b', 'c']);
  expect(waits).toEqual([7_000, 7_000, 7_000, 7_000, 7_000, 7_000]);
  expect(clock.ms).toBe(43_000);
  expect(service.requests).toHaveLength(7);
  expect([...runner.store.getState().answers.values()].map(({ kind }) => kind)).toEqual([
    'failed',
    'failed',
    'listed',
  ]);
});

test('the run does not wait after the last model', async () => {
  const { client, runner, waits } = await setUp(() => 429);
  await runner.start(client, ['a']);
  expect([runner.store.getState().state, waits.length]).toEqual(['done', 2]);
});

test('a Retry-After of an hour pauses the run, which continues only by hand after the hour', async () => {
  const { client, service, runner, waits, clock } = await setUp(
    (model, time) => (model === 'b' && time === 1 ? 429 : 200),
    () => 3_600,
  );
  await runner.start(client, ['a', 'b', 'c']);
  expect(runner.store.getState()).toMatchObject({ state: 'held', current: 'b', resumeMs: 3_601_000 });
  expect([waits, service.requests.length]).toEqual([[], 2]);

  clock.ms = 3_600_999;
  await runner.resume(client);
  expect([runner.store.getState().state, service.requests.length]).toEqual(['held', 2]);
  clock.ms = 3_601_000;
  await runner.resume({ ...client, serviceKey: () => 'another' });
  expect(service.requests).toHaveLength(2);
  await runner.resume(client);
  const { state, answers } = runner.store.getState();
  expect([state, [...answers.keys()], service.requests.length]).toEqual(['done', ['a', 'b', 'c'], 4]);
});

test('a wait of five minutes does not pause the run, one second more does', async () => {
  const rest = { seconds: 300 };
  const { client, runner, waits } = await setUp(
    (_model, time) => (time === 1 ? 429 : 200),
    () => rest.seconds,
  );
  await runner.start(client, ['a']);
  expect([runner.store.getState().state, waits]).toEqual(['done', [300_000]]);
  rest.seconds = 301;
  await runner.start(client, ['b']);
  expect([runner.store.getState().state, waits.length]).toEqual(['held', 1]);
  runner.stop();
  expect(runner.store.getState().state).toBe('stopped');
});

test.each([401, 502])('a key refused by %i ends the run, and earlier answers are kept', async (status) => {
  const { client, service, runner, answered } = await setUp((model) => (model === 'b' ? status : 200));
  await runner.start(client, ['a', 'b', 'c']);
  expect(service.requests).toHaveLength(2);
  const { state, answers } = runner.store.getState();
  expect([state, answers.size, answered.length]).toEqual(['stopped', 1, 1]);
});

test('a run that a refused key ended resumes after a new sign-in, with the models that were not answered', async () => {
  const { client, service, runner } = await setUp((model, time) => (model === 'b' && time === 1 ? 401 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  await runner.resume({ ...client, connectionId: 'renewed' });
  const { state, answers, connectionId } = runner.store.getState();
  expect([state, [...answers.keys()], connectionId]).toEqual(['done', ['a', 'b', 'c'], 'renewed']);
  expect(service.requests).toHaveLength(4);
  await runner.resume(client);
  expect(service.requests).toHaveLength(4);
});

test('a run that is done asks again only for the models that failed', async () => {
  const { client, service, runner } = await setUp((model, time) => (model === 'b' && time === 1 ? 500 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  expect(runner.store.getState().answers.get('b')?.kind).toBe('failed');
  await runner.resume(client);
  const { state, answers } = runner.store.getState();
  expect([state, answers.get('b')?.kind, service.requests.length]).toEqual(['done', 'listed', 4]);
});

test('a stopped run sends no more requests', async () => {
  const { client, service, runner, answered } = await setUp(() => 200);
  const run = runner.start(client, ['a', 'b']);
  runner.stop();
  await run;
  expect([runner.store.getState().state, answered.length]).toEqual(['stopped', 0]);
  expect(service.requests.length).toBeLessThan(2);
});

test('a run ends with its connection, and says why', async () => {
  const { client, service, runner } = await setUp(() => 200);
  const running = runner.start(client, ['a', 'b', 'c']);
  runner.keepOnly([client.connectionId]);
  expect(runner.store.getState().state).toBe('asking');
  runner.keepOnly(['other']);
  await running;
  expect(runner.store.getState()).toMatchObject({
    state: 'stopped',
    reason: 'Its connection was changed or forgotten.',
  });
  expect(service.requests.length).toBeLessThan(2);
});

const list = (status: string) => [{ id: 'a', availability: { status } }];
const everyCell = [{ id: 'a' }, { id: 'b' }];
const snapshot = (atMs: number, model: string, status: string) =>
  offerSnapshot({ connectionId: 'c', model, all: everyCell, offered: list(status), atMs });
const prices = (atMs: number) => snapshotHardware('c', everyCell, atMs);

test('a cell shows the newest value of the price history, and unknown differs from not offered', () => {
  const snapshots = [
    snapshot(1, 'm', 'available'),
    snapshot(2, 'm', 'unavailable'),
    snapshot(3, 'other', 'available'),
  ];
  expect(matrixLine('m', ['a', 'b'], new Map(), snapshots)).toEqual({
    model: 'm',
    atMs: 2,
    words: { a: 'unavailable', b: 'not offered' },
    failure: null,
  });
  expect(matrixLine('never', ['a', 'b'], new Map(), snapshots)).toMatchObject({ atMs: null, words: {} });
});

test('a later price list does not make an availability newer', () => {
  expect(matrixLine('m', ['a', 'b'], new Map(), [snapshot(1, 'm', 'available'), prices(50)]).atMs).toBe(1);
});

test('the newer answer of the run and the price history counts, each with its own time', () => {
  const listed = { kind: 'listed', atMs: 9, items: list('insufficient') } as const;
  const answers = new Map([['m', listed]]);
  expect(matrixLine('m', ['a', 'b'], answers, [snapshot(1, 'm', 'available')])).toMatchObject({
    atMs: 9,
    words: { a: 'insufficient', b: 'not offered' },
  });
  expect(matrixLine('m', ['a', 'b'], answers, [snapshot(12, 'm', 'available')])).toMatchObject({
    atMs: 12,
    words: { a: 'available', b: 'not offered' },
  });
});

test('a failure keeps the older cells, and is cleared by a newer answer', () => {
  const answers = new Map([['m', { kind: 'failed', atMs: 9, reason: 'No.' } as const]]);
  expect(matrixLine('m', ['a', 'b'], answers, [snapshot(1, 'm', 'available')])).toMatchObject({
    atMs: 1,
    words: { a: 'available' },
    failure: 'No.',
  });
  expect(matrixLine('m', ['a', 'b'], answers, [snapshot(10, 'm', 'available')]).failure).toBeNull();
});

const lines = [
  { model: 'a/one', atMs: 0, words: { x: 'available', y: notOffered }, failure: null },
  { model: 'a/two', atMs: null, words: {}, failure: 'No.' },
];

test('a file holds every cell with its time, and never requested differs from not offered', () => {
  const columns = matrixColumns(['x', 'y'], new Set(['y']));
  expect(exportRows('csv', lines, columns).split('\r\n')).toEqual([
    'Model,Checked,x,"y (sample, simulated)",Failure',
    'a/one,1970-01-01T00:00:00.000Z,available,not offered,',
    'a/two,,,,No.',
    '',
  ]);
  expect(JSON.parse(exportRows('json', lines, columns))).toEqual([
    { model: 'a/one', asked: '1970-01-01T00:00:00.000Z', x: 'available', y: 'not offered', failure: null },
    { model: 'a/two', asked: null, x: null, y: null, failure: 'No.' },
  ]);
});

test('with too many configurations the offered ones get columns first, in list order', () => {
  const all = Array.from({ length: maxConfigurations + 50 }, (_, index) => `c${index}`);
  const words = Object.fromEntries(all.map((id) => [id, id === all.at(-1) ? 'available' : notOffered]));
  const shown = shownConfigurations(all, [{ model: 'm', atMs: 1, words, failure: null }]);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([maxConfigurations, 'c0', all.at(-1)]);
  expect(shownConfigurations(['a', 'b'], lines)).toEqual(['a', 'b']);
});
