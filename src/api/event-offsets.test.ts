import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseReader } from './sse.ts';
import { bytesOf, splitAt } from './testing/samples.ts';

const block = fc.record({
  // Some are almost the name of the field: only what stands at the begin of a line, to its colon or end, is one.
  lines: fc.array(
    fc.constantFrom(
      ': beat',
      'id: 4',
      'event: x',
      'id: data: 1',
      'd',
      'dxta: 1',
      'daxa: 1',
      'datx: 1',
      'xata: 1',
      'database: 1',
      ' data: 1',
    ),
    { maxLength: 3 },
  ),
  data: fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
      fc.constant('data'),
    ),
  ),
});

test('the offset of an event is where its block begins, however the bytes are split', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 12 }),
      fc.constantFrom('\n', '\r', '\r\n'),
      fc.array(fc.nat(), { maxLength: 8 }),
      (blocks, lineEnd, cuts) => {
        const starts: number[] = [];
        let text = '';
        for (const { lines, data } of blocks) {
          if (data !== null) starts.push(bytesOf(text).length);
          text +=
            [...lines, ...(data === null ? [] : [data])].map((line) => line + lineEnd).join('') + lineEnd;
        }
        const reader = createSseReader();
        const found = splitAt(bytesOf(text), cuts).flatMap((part) =>
          reader.feed(part).map((_, position) => reader.offsetOf(position)),
        );
        expect(found).toEqual(starts);
      },
    ),
    { numRuns: 400 },
  );
});
