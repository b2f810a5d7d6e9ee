import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowAfterKey, rowHeight, rowsInView, topThatShows } from './RowGrid.tsx';

const list = fc.record({
  rowCount: fc.nat({ max: 200_000 }),
  height: fc.nat({ max: 2000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('every row in view is drawn, and few others', () => {
  fc.assert(
    fc.property(list, ({ rowCount, height, share }) => {
      const top = share * Math.max(0, rowCount * rowHeight - height);
      const { first, end } = rowsInView(top, height, rowCount);
      expect(first * rowHeight).toBeLessThanOrEqual(top);
      expect(end).toBe(Math.min(rowCount, Math.max(end, Math.ceil((top + height) / rowHeight))));
      expect(end - first).toBeLessThanOrEqual(height / rowHeight + 18);
    }),
  );
});

test('scrolling to a row shows it completely, and does not move if it is in view', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 100_000 }), (row, top) => {
      const height = 300;
      const next = topThatShows(row, top, height);
      expect(row * rowHeight).toBeGreaterThanOrEqual(next);
      expect((row + 1) * rowHeight).toBeLessThanOrEqual(next + height);
      expect(topThatShows(row, next, height)).toBe(next);
    }),
  );
});

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['ArrowUp', null, 9],
  ['PageDown', 0, 2],
  ['PageUp', 9, 7],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, null],
] as const)('%s from row %s of ten leads to %s', (key, row, next) => {
  expect(rowAfterKey(key, row, 10, 3 * rowHeight)).toBe(next);
});

test('keys do nothing in a list without rows', () => {
  expect(rowAfterKey('End', null, 0, 100)).toBeNull();
});
