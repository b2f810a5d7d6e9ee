import { expect, test } from 'vitest';
import {
  formatChange,
  formatCount,
  formatCounted,
  formatDuration,
  formatPerplexity,
  formatTenths,
  formatBytes,
  formatCompact,
  formatCompactTick,
  formatFixed,
  formatFourDigits,
  formatKnown,
  formatNumber,
  formatSignificant,
} from './format.ts';

test.each([
  [-5, '0 ms'],
  [31.4, '31 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1934, '1.9 s'],
  [59_949, '59.9 s'],
  [59_990, '1 min 00 s'],
  [125_000, '2 min 05 s'],
  [3_599_700, '1 h 00 min'],
  [11_040_000, '3 h 04 min'],
])('%d milliseconds read "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('one thing is singular, none and several are plural', () => {
  expect([0, 1, 1_204].map((count) => formatCounted(count, 'model'))).toEqual([
    '0 models',
    '1 model',
    '1,204 models',
  ]);
  expect(formatCounted(2, 'job was', 'jobs were')).toBe('2 jobs were');
});

test('counts and rates separate thousands', () => {
  expect(formatCount(131_072)).toBe('131,072');
  expect(formatTenths(98.24)).toBe('98.2');
  expect(formatTenths(999.97)).toBe('1,000');
  expect(formatTenths(1204.4)).toBe('1,204');
});

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [4_249, '4.2 kB'],
  [99_960, '100 kB'],
  [999_600, '1.0 MB'],
  [200_000_000, '200 MB'],
  [3_500_000_000_000, '3500 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [131_072, '131,072'],
  [-2, '−2'],
  [9_007_199_254_740_991, '9,007,199,254,740,991'],
  [-0.1, '−0.1'],
  [0.1 + 0.2, '0.3'],
  [1_234.567_89, '1,234.56789'],
])('the number %d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test('short forms keep the leading digits, and an unknown value has its own', () => {
  expect([0.391_358, 2.5, 1_234.6].map(formatFourDigits)).toEqual(['0.3914', '2.500', '1,235']);
  expect([0, 812, 131_072, 999_999, 2_500_000].map(formatCompact)).toEqual([
    '0',
    '812',
    '131K',
    '1M',
    '2.5M',
  ]);
  expect(formatCompactTick(131_072)).toBe('131.072K');
  expect(formatKnown(0, formatCount)).toBe('0');
  expect(formatKnown(null, formatCount)).toBe('—');
  expect(formatKnown(undefined, formatCount, 'unknown')).toBe('unknown');
});

test('a perplexity has decimals while they say something, and its thousands are grouped', () => {
  expect([4.7, 299.26, 352_235.73].map(formatPerplexity)).toEqual(['4.70', '299.3', '352,236']);
});

const figures = [
  0,
  1,
  9.995,
  12,
  99.96,
  999,
  1_000,
  1_204.5,
  131_072,
  999_999.5,
  1_234_567.891,
  12e15,
  0.1,
  0.25,
  0.05,
  0.0361,
  0.00018,
  0.000_000_512_3,
  1e-9,
  1 / 3,
  2 / 3,
  8.5,
  1.005,
].flatMap((figure) => [figure, -figure]);

function withoutMinusZero(text: string): string {
  return text.replace(/^-(?=[0.]+$)/, '');
}

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [2, 0],
  [4, 0],
  [5, 2],
])(
  'figures of %d decimals, at least %d, are those of Intl',
  (maximumFractionDigits, minimumFractionDigits) => {
    const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits, minimumFractionDigits });
    for (const figure of figures.filter((value) => !Object.is(value, -0)))
      expect(formatFixed(figure, maximumFractionDigits, minimumFractionDigits)).toBe(
        withoutMinusZero(intl.format(figure)),
      );
  },
);

test.each([
  [2, 1],
  [3, 1],
  [3, 3],
  [4, 4],
  [6, 1],
  [12, 1],
])(
  'figures of %d significant digits, at least %d, are those of Intl',
  (maximumSignificantDigits, minimumSignificantDigits) => {
    const intl = new Intl.NumberFormat('en-US', { maximumSignificantDigits, minimumSignificantDigits });
    for (const figure of figures.filter((value) => !Object.is(value, -0)))
      expect(formatSignificant(figure, maximumSignificantDigits, minimumSignificantDigits)).toBe(
        withoutMinusZero(intl.format(figure)),
      );
  },
);

test('a change has its sign', () => {
  expect([0.042, -0.12, 0, -0.0001].map(formatChange)).toEqual(['+4.2 %', '−12 %', '0 %', '−0.01 %']);
});
