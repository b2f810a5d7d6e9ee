import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowHeight, rowsInView, topThatShows } from './RowGrid.tsx';

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
