import { expect, test } from 'vitest';
import { seenWords } from './DetailsPanel.tsx';

test('a price seen twice just now is shown once', () => {
  const price = { atMs: 1_000, value: 72 };
  expect(seenWords(price, { ...price, atMs: 3_000 }, 4_000)).toBe('72.00 ¢/min now');
  expect(seenWords(price, { atMs: 7_201_000, value: 60 }, 7_202_000)).toBe(
    '72.00 ¢/min 2 h ago, 60.00 ¢/min now',
  );
  expect(seenWords(price, { atMs: 7_201_000, value: 72.004 }, 7_202_000)).toBe(
    '72.00 ¢/min 2 h ago, 72.004 ¢/min now',
  );
});
