import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { startLocalService, type LocalService } from '#api/testing/local-service.ts';
import { createMatrixRunner, type MatrixRun } from './matrix-run.ts';

const services: LocalService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** A service that answers a request by its model and by how often that was asked. */
async function setUp(statusOf: (model: string, time: number) => number) {
  const counts = new Map<string, number>();
  const service = await startLocalService((response, { url }) => {
    const model = new URL(url, 'http://localhost').searchParams.get('model') ?? '';
    const time = (counts.get(model) ?? 0) + 1;
    counts.set(model, time);
    const status = statusOf(model, time);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': '7' }),
    });
    const data = [{ id: 'card', availability: { status: 'available' } }];
    response.end(
      JSON.stringify(status === 200 ? { object: 'list', data } : { error: { message: `no ${model}` } }),
    );
  });
  services.push(service);
  const waits: number[] = [];
  const ended: MatrixRun[] = [];
  const runner = createMatrixRunner({
    now: () => 5,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    onEnd: (run) => ended.push(run),
  });
  return { client: createClient(service.connection), service, runner, waits, ended };
}

test('models are asked one after another, and a refused one leaves the others', async () => {
  const { client, service, runner, ended } = await setUp((model) => (model === 'b' ? 404 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  const { state, answers, requestCount } = runner.store.getState();
  expect([state, requestCount, service.requests.length, ended.length]).toEqual(['done', 3, 3, 1]);
  expect([...answers].map(([model, { kind }]) => [model, kind])).toEqual([
    ['a', 'listed'],
    ['b', 'failed'],
    ['c', 'listed'],
  ]);
  const refused = answers.get('b');
  expect(refused?.kind === 'failed' && refused.reason).toContain('no b');
});

test('a 429 is waited for, and a model is asked for at most three times', async () => {
  const { client, service, runner, waits } = await setUp((model, time) =>
    model === 'b' || time === 1 ? 429 : 200,
  );
  await runner.start(client, ['a', 'b']);
  expect(waits).toEqual([7_000, 7_000, 7_000]);
  expect(service.requests).toHaveLength(5);
  expect([...runner.store.getState().answers.values()].map(({ kind }) => kind)).toEqual(['listed', 'failed']);
});

test('refused credentials end the run, what was answered before is kept', async () => {
  const { client, service, runner, ended } = await setUp((model) => (model === 'b' ? 401 : 200));
  await runner.start(client, ['a', 'b', 'c']);
  expect(service.requests).toHaveLength(2);
  expect([ended[0]?.state, ended[0]?.answers.size]).toEqual(['stopped', 1]);
});

test('a stopped run asks nothing more', async () => {
  const { client, service, runner, ended } = await setUp(() => 200);
  const run = runner.start(client, ['a', 'b']);
  runner.stop();
  await run;
  expect([runner.store.getState().state, ended.length]).toEqual(['stopped', 1]);
  expect(service.requests.length).toBeLessThan(2);
});
