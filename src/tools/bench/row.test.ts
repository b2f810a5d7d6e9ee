import { expect, test } from 'vitest';
import { atLeast, atMost, formatRows } from './row.ts';

test('a missed target is shown beside its figure and its processor time', () => {
  const lines = formatRows([
    { ...atMost('ratio', 3, '×', 2.5), cpuMs: 1.25 },
    atLeast('rate', 3, '×', 3),
  ]).split('\n');
  expect(lines[0]).toMatch(/ratio\s+3 ×\s+\(1.25 ms of CPU\)\s+at most 2.5\s+MISSED/);
  expect(lines[1]).toMatch(/rate\s+3 ×\s+at least 3$/);
});

test('the target of a large figure is formatted like the figure', () => {
  expect(formatRows([atLeast('speed', 12_000, 'tokens/s', 10_500)])).toMatch(
    /12,000 tokens\/s\s+at least 10,500$/,
  );
});
