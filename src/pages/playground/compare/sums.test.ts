import { expect, test } from 'vitest';
import { addUp, describeDollars, describeTokens } from './sums.ts';

test('what is not known stays unknown, and is counted', () => {
  expect(describeTokens(addUp([14, null, null]))).toBe('14 + 2 unknown');
});

test('a sum of nothing, of the unknown, and of free requests are three things', () => {
  expect(describeDollars(addUp([]))).toBe('—');
  expect(describeDollars(addUp([null, null]))).toBe('unknown');
  expect(describeDollars(addUp([0, 0]))).toBe('$0');
});
