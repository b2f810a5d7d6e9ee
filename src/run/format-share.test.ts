import { expect, test } from 'vitest';
import { formatLogprob, formatPercent, formatProbability } from './format-share.ts';

test('a share has three digits, and does not read 0 or 100 % where it is neither', () => {
  expect([0, 0.00002, 0.0226, 0.5, 0.8291, 0.9996, 1].map(formatPercent)).toEqual([
    '0 %',
    '< 0.01 %',
    '2.26 %',
    '50 %',
    '82.9 %',
    '> 99.9 %',
    '100 %',
  ]);
});

test('probabilities below each other have all three digits', () => {
  expect([0, 0.022, 0.4, 0.8291, 0.9999, 1].map(formatProbability)).toEqual([
    '0 %',
    '2.20 %',
    '40.0 %',
    '82.9 %',
    '> 99.9 %',
    '100 %',
  ]);
});

test('a logprob near zero does not read as zero', () => {
  expect([-0.1234, -0.004, -0.00004, -0, 0].map(formatLogprob)).toEqual([
    '−0.123',
    '−0.004',
    '−4e−5',
    '0',
    '0',
  ]);
});
