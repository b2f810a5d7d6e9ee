import { expect, test } from 'vitest';
import { readModelsSearch } from './search.ts';
import { isWorkloadEntered, readWorkload, withWorkload } from './workload.ts';

const read = (raw: Record<string, unknown>) => readWorkload(readModelsSearch(raw));

test('empty fields count as the usual numbers', () => {
  expect(read({})).toEqual({
    workload: { input: 1000, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 1000 },
    ratio: 3,
    errors: {},
  });
});

test('numbers are read with thousands separated, as texts and as numbers', () => {
  const { workload, ratio } = read({ tin: '12,000', tcached: 8000, tshare: '0.25', tday: '1e5', r: '0' });
  expect(workload).toEqual({
    input: 12_000,
    cached: 8000,
    cachedShare: 0.25,
    output: 300,
    requestsPerDay: 100_000,
  });
  expect(ratio).toBe(0);
});

test('a wrong field is named, takes the month away, and leaves the blend', () => {
  const { workload, ratio, errors } = read({ tout: 'many', tday: -1 });
  expect(workload).toBeNull();
  expect(ratio).toBe(3);
  expect(errors).toEqual({
    tout: 'Output: “many” is not a number.',
    tday: 'Requests: a number from 0 to 1,000,000,000,000.',
  });
});

test('a wrong ratio takes the blend away, and leaves the month', () => {
  const { workload, ratio, errors } = read({ r: '3:1' });
  expect(workload).not.toBeNull();
  expect(ratio).toBeNull();
  expect(Object.keys(errors)).toEqual(['r']);
});

test('more cached tokens than input tokens, and a share above one, are refused', () => {
  expect(read({ tin: 10, tcached: 11 }).errors.tcached).toContain('cannot exceed its 10');
  expect(read({ tshare: 1.5 }).errors.tshare).toBe('Cached token costs: a number from 0 to 1.');
});

test('a workload from elsewhere opens the calculator with what is not the default', () => {
  const workload = { input: 900, cached: 0, cachedShare: 1, output: 300, requestsPerDay: 180_000 };
  const search = withWorkload({ q: 'llama', tcached: 5 }, workload);
  expect(search).toEqual({ q: 'llama', calc: 'open', tin: '900', tday: '180000' });
  expect(read(search).workload).toEqual(workload);
  expect([isWorkloadEntered(search), isWorkloadEntered({ r: '4' })]).toEqual([true, false]);
});
