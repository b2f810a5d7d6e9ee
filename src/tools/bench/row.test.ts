import { expect, test } from 'vitest';
import { atLeast, atMost, formatRows } from './row.ts';

test('a missed bar is said beside its figure', () => {
  const lines = formatRows([atMost('ratio', 3, '×', 2.5), atLeast('rate', 3, '×', 3)]).split('\n');
  expect(lines[0]).toMatch(/ratio\s+3 ×\s+at most 2.5\s+MISSED/);
  expect(lines[1]).toMatch(/rate\s+3 ×\s+at least 3$/);
});
