import { expect, test } from 'vitest';
import {
  defaultWorkload,
  enterTraffic,
  enterWorkload,
  forgetWorkload,
  fieldText,
  ratioInWords,
  sameTraffic,
  toTraffic,
  toWorkload,
  trafficFromWorkload,
  workloadFromTraffic,
} from './workload.ts';

const workload = { input: 2_500, cached: 1_500, cachedShare: 0.25, output: 300, requestsPerDay: 12_000 };
const traffic = {
  traffic: 23_333.3333333333,
  blend: 8.33333333333333,
  cached: 60,
  cachedPrice: 25,
  request: 2_800,
};

test('requests per day convert to tokens per minute with blend and cached share, and back', () => {
  expect(toTraffic(workload)).toEqual(traffic);
  expect(toWorkload(traffic, defaultWorkload)).toEqual(workload);
  expect(toTraffic(toWorkload({ ...traffic, traffic: 555_000 }, workload)).traffic).toBeCloseTo(555_000, 0);
  const whole = { traffic: 150_000, blend: 3, cached: null, cachedPrice: null, request: 2_000 };
  expect(toTraffic(toWorkload(whole, workload))).toEqual(whole);
});

test('a request of any size converts to traffic', () => {
  const ofZero = { ...defaultWorkload, output: 0 };
  expect(toTraffic(ofZero)).toEqual({
    traffic: 694.444444444444,
    blend: 1e6,
    cached: null,
    cachedPrice: null,
    request: 1_000,
  });
  expect(toWorkload(toTraffic(ofZero), ofZero)).toMatchObject({ input: 1_000, output: 0 });
  expect(toTraffic({ ...ofZero, input: 5_000, output: 1 }).blend).toBe(5_000);
  expect(toTraffic({ ...ofZero, input: 0 }).blend).toBeNull();
  expect(toWorkload({ ...traffic, traffic: null }, workload)).toEqual(workload);
  expect(toWorkload({ ...traffic, blend: 0, cached: null, request: null }, ofZero)).toMatchObject({
    input: 0,
    output: 1,
  });
});

test('a carried workload costs the same to a cent on both pages', () => {
  const ofOutput = { ...defaultWorkload, input: 0, output: 300 };
  expect((toTraffic(ofOutput).traffic * 0.2 * 60 * 730) / 1e6).toBeCloseTo(1.825, 12);
  const { blend } = toTraffic({ ...defaultWorkload, input: 1_800, output: 350 });
  expect(ratioInWords(blend ?? 0)).toBe('5.14:1');
  expect(ratioInWords(toTraffic({ ...defaultWorkload, output: 0 }).blend ?? 0)).toBe('no output');
});

test('traffic of a link becomes whole tokens of the same price, and a whole number of requests', () => {
  const sent = { ...defaultWorkload, input: 6_000, cached: 4_000, output: 450, requestsPerDay: 400_000 };
  const carried = toTraffic({ ...sent, cachedShare: 0.1 });
  const link = { ...carried, cached: 66.6666666667, request: null };
  expect(toWorkload(link, defaultWorkload)).toMatchObject({ input: 4_080, cached: 2_720, output: 306 });
  expect(toWorkload(link, { ...defaultWorkload, output: 450 })).toEqual({ ...sent, cachedShare: 0.1 });
  const ofInput = { ...defaultWorkload, input: 5_000, output: 0 };
  expect(toWorkload({ ...toTraffic(ofInput), request: null }, defaultWorkload)).toMatchObject({
    input: 1_000,
    output: 0,
    requestsPerDay: 5_000,
  });
  // One that tells the size of a request keeps it: what has room for another may cost less.
  expect(toWorkload(carried, defaultWorkload)).toEqual({ ...sent, cachedShare: 0.1 });
  expect(toWorkload(toTraffic(ofInput), defaultWorkload)).toEqual(ofInput);
  expect(toWorkload({ ...carried, blend: 4, request: 6_452 }, defaultWorkload).output).toBe(300);
});

test('a field shows a computed number rounded, and one that was entered as it was', () => {
  expect([59_722.222_222_222_2, 36 / 7, 1 / 3, 0.375, 150_000, 1_234.56, '1e', null].map(fieldText)).toEqual([
    '59,722',
    '5.14',
    '0.333',
    '0.375',
    '150000',
    '1234.56',
    '1e',
    '',
  ]);
});

test('a workload entered on one page is new to the other page until it is taken over', () => {
  expect(workloadFromTraffic(defaultWorkload)).toBeNull();
  expect(trafficFromWorkload(traffic)).toBeNull();
  enterWorkload(workload);
  expect(workloadFromTraffic(defaultWorkload)).toBeNull();
  expect(trafficFromWorkload({ ...traffic, traffic: null })).toEqual(traffic);
  expect(trafficFromWorkload(traffic)).toBeNull();
  // Returning without a change keeps the requests.
  enterTraffic(traffic);
  expect(workloadFromTraffic(workload)).toBeNull();
  enterTraffic({ ...traffic, traffic: 46_666.6666666667 });
  expect(workloadFromTraffic(workload)).toEqual({ ...workload, requestsPerDay: 24_000 });
  expect(sameTraffic({ ...traffic, traffic: 4_667 }).requestsPerDay).toBeCloseTo(2_400, 0);
  // However small the change: both pages must show one cost.
  for (const change of [{ input: 2_501 }, { output: 301 }, { cached: 1_501 }, { cachedShare: 0.251 }]) {
    enterWorkload({ ...workload, ...change });
    expect(trafficFromWorkload(traffic)).not.toBeNull();
    enterTraffic(traffic);
    expect(workloadFromTraffic({ ...workload, ...change })).not.toBeNull();
  }
  // A ratio that no whole tokens have stays as it was entered.
  const typed = { ...traffic, blend: Math.PI, cached: null, cachedPrice: null, request: null };
  enterTraffic(typed);
  enterWorkload(sameTraffic(typed));
  expect(trafficFromWorkload(typed)).toBeNull();
  enterWorkload(workload);
  forgetWorkload();
  expect(trafficFromWorkload({ ...traffic, traffic: null })).toBeNull();
});
