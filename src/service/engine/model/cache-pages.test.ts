import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { createSpace } from '#service/engine/kernels/kernels.ts';
import { CachePages, pagesFor } from './decoder.ts';

const shape = { vocabulary: 8, width: 8, layers: 2, heads: 1, hidden: 8, context: 64 };
const slots = 4;
const pages = 7;

it('keeps the writes of sequences apart, whatever is reserved, shared and released', () => {
  const slot = fc.nat({ max: slots - 1 });
  const action = fc.oneof(
    fc.record({ kind: fc.constant('extend' as const), slot, count: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ kind: fc.constant('share' as const), slot, other: slot, count: fc.nat({ max: 64 }) }),
    fc.record({ kind: fc.constant('release' as const), slot, count: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const space = createSpace();
      const cache = new CachePages(space, shape, { slots: slots, pages: pages });
      /** What each sequence has written, position by position. */
      const written: number[][] = Array.from({ length: slots }, () => []);
      let next = 1;
      for (const step of actions) {
        const own = at(written, step.slot);
        if (step.kind === 'release') {
          cache.release(step.slot);
          own.length = 0;
        } else if (step.kind === 'extend') {
          const end = Math.min(shape.context, own.length + step.count);
          if (!cache.reserve(step.slot, end)) continue;
          for (let position = own.length; position < end; position++) {
            for (const layer of [0, 1])
              space.floats[cache.addressOf(step.slot, layer, position) / 4] = next + layer / 2;
            own.push(next++);
          }
        } else if (own.length === 0 && step.other !== step.slot) {
          const beginning = at(written, step.other).slice(0, step.count);
          if (cache.share(step.other, step.slot, beginning.length)) own.push(...beginning);
        }
      }
      for (const [index, values] of written.entries())
        for (const layer of [0, 1])
          expect(
            values.map((_, position) => space.floats[cache.addressOf(index, layer, position) / 4]),
          ).toEqual(values.map((value) => value + layer / 2));
      for (let index = 0; index < slots; index++) cache.release(index);
      expect(cache.freePages).toBe(pages);
    }),
  );
});

it('reserves all or nothing', () => {
  const cache = new CachePages(createSpace(), shape, { slots: 2, pages: 3 });
  expect(cache.reserve(0, 33)).toBe(true);
  expect(cache.freePages).toBe(0);
  expect(cache.reserve(1, 1)).toBe(false);
  expect(cache.reserve(0, 48)).toBe(true);
  expect(() => cache.addressOf(1, 0, 0)).toThrow(RangeError);
  expect(pagesFor(33)).toBe(3);
});
