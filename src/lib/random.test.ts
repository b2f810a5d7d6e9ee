import { expect, it } from 'vitest';
import { Random } from './random.ts';

const numbers = (...seeds: number[]): number[] => {
  const random = new Random(...seeds);
  return [random.uint32(), random.uint32(), random.uint32()];
};

it('repeats a stream for the same seeds, on every machine', () => {
  expect(numbers(1)).toEqual([1548071055, 2197930558, 2894159857]);
});

it('gives different streams for different seeds, even beyond 32 bits or in another order', () => {
  const streams = [[0], [1], [-1], [2 ** 32], [2 ** 32 + 1], [1, 2], [2, 1], [1, 0]].map((seeds) =>
    numbers(...seeds),
  );
  expect(new Set(streams.map((stream) => stream.join())).size).toBe(streams.length);
});

it('spreads units evenly over [0, 1), and whole numbers below their bound', () => {
  const random = new Random(5);
  const counts = Array.from({ length: 10 }, () => 0);
  let most = 0;
  for (let draw = 0; draw < 20_000; draw++) {
    const unit = random.unit();
    counts[Math.floor(unit * 10)] = (counts[Math.floor(unit * 10)] ?? NaN) + 1;
    most = Math.max(most, random.below(3));
  }
  expect(most).toBe(2);
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
});

it('has normal numbers of mean 0 and deviation 1', () => {
  const random = new Random(6);
  const values = Array.from({ length: 20_000 }, () => random.normal());
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
});

it('shuffles without losing anything, and picks nothing from nothing', () => {
  const random = new Random(7);
  const shuffled = random.shuffle([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(shuffled).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...shuffled].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(() => random.pick([])).toThrow(RangeError);
});
