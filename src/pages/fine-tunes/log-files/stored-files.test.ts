import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysToDrop } from './stored-files.ts';

const files = fc.array(fc.record({ size: fc.nat(100), openedMs: fc.nat(50) }), { maxLength: 12 });

test('only as many of the oldest files are dropped as needed, and none for one that is too large', () => {
  fc.assert(
    fc.property(files, fc.nat(150), (sizes, size) => {
      const others = sizes.map((file, key) => ({ key, ...file }));
      const dropped = keysToDrop(others, size, 100);
      expect(dropped === null).toBe(size > 100);
      const gone = others.filter(({ key }) => dropped?.includes(key));
      const stays = others.filter(({ key }) => !dropped?.includes(key));
      const used = stays.reduce((sum, other) => sum + other.size, size);
      const newest = Math.max(-1, ...gone.map(({ openedMs }) => openedMs));
      expect(stays.every(({ openedMs }) => openedMs >= newest)).toBe(true);
      const last = gone.find(({ key }) => key === dropped?.at(-1))?.size ?? Infinity;
      expect(dropped === null || (used <= 100 && used + last > 100)).toBe(true);
    }),
  );
});
