import { afterEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { type FineTuneMetrics, readNewerMetrics } from './metrics.ts';
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import { createLocalServices } from '#api/testing/local-service.ts';

const services = createLocalServices();
afterEach(services.closeAll);

const beginMs = 1_700_000_000_000;
const rowAt = (second: number, step: number): FineTuneMetric => ({
  timestamp: `${beginMs + second * 1_000}000000`,
  'train/global_step': step,
  'train/loss': step,
});
const stepsOf = (metrics: FineTuneMetrics | null) => metrics && [...metrics.columns.steps];
const { signal } = new AbortController();

/** @param knows how the service handles the parameter */
async function start(rows: FineTuneMetric[], knows: 'the range' | 'nothing' | 'a refusal' = 'the range') {
  const service = await services.serve((response, { url }) => {
    const from = new URL(url, 'http://localhost').searchParams.get('logged_at_from');
    const isRefused = from !== null && knows === 'a refusal';
    const isRanged = from !== null && knows === 'the range';
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
    const metrics = rows.filter((row) => !isRanged || BigInt(row.timestamp ?? 0) >= BigInt(from));
    response.end(JSON.stringify(isRefused ? { error: { message: 'Unknown.' } } : { metrics }));
  });
  return { service, client: createClient(service.connection) };
}

test('only rows since the last answer are requested, including a restart', async () => {
  const rows = [rowAt(0, 1), rowAt(60, 2), rowAt(120, 3)];
  const { service, client } = await start(rows);
  const first = await readNewerMetrics(client, 'ft-1', undefined, signal);
  expect(stepsOf(first)).toEqual([1, 2, 3]);
  rows.push(rowAt(180, 4), rowAt(240, 1));
  const second = await readNewerMetrics(client, 'ft-1', first, signal);
  expect(stepsOf(second)).toEqual([1, 2, 3, 4, 1]);
  expect(second?.origin).toBe(first?.origin);
  const asked = service.requests.map(({ url }) => new URL(url, 'http://localhost').search);
  expect(asked).toEqual(['', `?logged_at_from=${beginMs + 115_000}000000`]);
  expect(await readNewerMetrics(client, 'ft-1', second, signal)).toBe(second);
});

test.each(['nothing', 'a refusal'] as const)(
  'a service that knows %s of the range is asked for all rows, and none is kept twice',
  async (knows) => {
    const rows = [rowAt(0, 1), rowAt(60, 2)];
    const { client } = await start(rows, knows);
    const first = await readNewerMetrics(client, 'ft-1', undefined, signal);
    rows.push(rowAt(120, 3));
    expect(stepsOf(await readNewerMetrics(client, 'ft-1', first, signal))).toEqual([1, 2, 3]);
  },
);

test('rows without a time are all reloaded', async () => {
  const rows: FineTuneMetric[] = [{ 'train/global_step': 1, 'train/loss': 1 }];
  const { client } = await start(rows);
  const first = await readNewerMetrics(client, 'ft-1', undefined, signal);
  rows.push({ 'train/global_step': 2, 'train/loss': 1 });
  expect(stepsOf(await readNewerMetrics(client, 'ft-1', first, signal))).toEqual([1, 2]);
});
