import { expect, test } from 'vitest';
import { formatBitsPerByte, formatSurprise, inUnit } from './surprise-unit.ts';

test('a nat is 1.44 bits', () => {
  expect(inUnit(Math.LN2, 'bits')).toBe(1);
  expect(inUnit(2.5, 'nats')).toBe(2.5);
});

test.each([
  [-0.001, '0.00'],
  [-1.5, '−1.50'],
  [12.345, '12.35'],
  [-1607.166, '−1,607.17'],
  [null, '—'],
])('%j nats are shown as %s', (nats, shown) => {
  expect(formatSurprise(nats, 'nats')).toBe(shown);
});

test.each([
  [Math.LN2 * 6, 4, '1.500'],
  [0, 4, '0.000'],
  [null, 4, '—'],
  [1, 0, '—'],
])('%j nats over %i bytes are %s bits per byte', (nats, bytes, shown) => {
  expect(formatBitsPerByte(nats, bytes)).toBe(shown);
});
