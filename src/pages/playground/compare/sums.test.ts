import { expect, test } from 'vitest';
import { addUp, describeDollars, describeTokens } from './sums.ts';

test('unknown values stay unknown and are counted', () => {
  expect(describeTokens(addUp([14, null, null]))).toBe('14 + 2 unknown');
});

test('an empty sum, an unknown sum and a free sum are distinct', () => {
  expect(describeDollars(addUp([]))).toBe('—');
  expect(describeDollars(addUp([null, null]))).toBe('unknown');
  expect(describeDollars(addUp([0, 0]))).toBe('$0');
});
