import { expect, test, vi } from 'vitest';
import { throughputOf, withSample, type ThroughputSample } from './throughput.ts';

const sample = {
  serviceKey: 'c',
  model: 'm',
  at: '2026-01-01T00:00:00Z',
  tokens: 600,
  seconds: 6,
  choices: 1,
};

test('the best run of a model counts, with its date', () => {
  const samples = [
    sample,
    { ...sample, seconds: 3, at: '2026-01-02T00:00:00Z' },
    { ...sample, model: 'other', seconds: 1 },
  ];
  expect(throughputOf(samples, 'c', 'm')).toEqual({
    tokensPerMinute: 12_000,
    at: '2026-01-02T00:00:00Z',
    choices: 1,
    tokens: 600,
    sampleCount: 2,
  });
  expect(throughputOf(samples, 'elsewhere', 'm')).toBeNull();
});

test('a run of fifty tokens is long enough, however fast it was', () => {
  const shortest = { ...sample, tokens: 50, seconds: 0.001 };
  expect(withSample([sample], shortest)).toEqual([sample, shortest]);
});

test('runs displace none of another connection or model', () => {
  const others = [
    { ...sample, serviceKey: 'other' },
    { ...sample, model: 'other' },
  ];
  let samples: readonly ThroughputSample[] = others;
  for (let run = 0; run < 30; run += 1) samples = withSample(samples, { ...sample, tokens: 100 + run });
  expect(samples.slice(0, 2)).toEqual(others);
  expect(samples).toHaveLength(22);
});

test('a short run does not count', () => {
  const samples: readonly ThroughputSample[] = [sample];
  expect(withSample(samples, { ...sample, tokens: 49 })).toBe(samples);
  expect(withSample(samples, { ...sample, seconds: 0 })).toBe(samples);
});

test('the newest twenty runs of each model are kept', () => {
  let samples: readonly ThroughputSample[] = [{ ...sample, model: 'other' }];
  for (let run = 0; run < 30; run += 1) samples = withSample(samples, { ...sample, tokens: 100 + run });
  expect(samples).toHaveLength(21);
  expect(samples[1]?.tokens).toBe(110);
});

test('many later runs do not displace the best one', () => {
  let samples: readonly ThroughputSample[] = [{ ...sample, tokens: 9_000 }];
  for (let run = 0; run < 30; run += 1) samples = withSample(samples, { ...sample, tokens: 100 + run });
  expect(samples).toHaveLength(20);
  expect(throughputOf(samples, 'c', 'm')?.tokens).toBe(9_000);
  expect(samples[1]?.tokens).toBe(111);
});

/** The module on a page that loads with this storage. */
async function openedWith(kept: Map<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.resetModules();
  return import('./throughput.ts');
}

test('a recorded run applies at once and to the next page, and a short one changes nothing', async () => {
  const kept = new Map<string, string>();
  const page = await openedWith(kept);
  expect(page.useThroughput.getState().samples).toEqual([]);
  page.noteThroughput({ ...sample, tokens: 49 });
  expect([page.useThroughput.getState().samples, kept.size]).toEqual([[], 0]);
  page.noteThroughput(sample);
  expect(page.useThroughput.getState().samples).toEqual([sample]);
  expect(JSON.parse(kept.get('inferdeck.throughput') ?? '')).toEqual({ version: 1, value: [sample] });
  const next = await openedWith(kept);
  expect(next.useThroughput.getState().samples).toEqual([sample]);
});

test('runs whose key an older build called a connection are read', async () => {
  const { serviceKey, ...rest } = sample;
  const text = JSON.stringify({ version: 1, value: [{ ...rest, connectionId: serviceKey }] });
  const page = await openedWith(new Map([['inferdeck.throughput', text]]));
  expect(page.useThroughput.getState().samples).toEqual([sample]);
});

test.each(Object.keys(sample))('stored runs without their %s are ignored and moved aside', async (field) => {
  const text = JSON.stringify({ version: 1, value: [{ ...sample, [field]: null }] });
  const kept = new Map([['inferdeck.throughput', text]]);
  expect((await openedWith(kept)).useThroughput.getState().samples).toEqual([]);
  expect([...kept]).toEqual([['inferdeck.throughput.unreadable', text]]);
});
