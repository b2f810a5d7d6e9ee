import { expect, test } from 'vitest';
import { describeCounts, newPart } from './EventsPanel.tsx';

test('only non-zero counts are listed, in words', () => {
  expect(describeCounts({ events: 40, bytes: 900, comments: 1, afterDone: 2, misfits: 0 })).toEqual([
    '1 comment (keep-alive)',
    '2 events after [DONE]',
  ]);
});

test.each([
  ['{"id":"c","text":"ab"}', '', '{"id":"c","text":"ab"}'],
  ['{"id":"c","text":"ab"}', '{"id":"c","text":"ac"}', '…"text":"ab"}'],
  ['{"id":"c","token":{"id":4}}', '{"id":"c","token":{"id":5}}', '…"id":4}}'],
  ['{"token":{"id":4,"text":"ab"},"n":1}', '{"token":{"id":5,"text":"c"},"n":1}', '…"text":"ab"},"n":1}'],
  ['{"id":"c","n":1}', '{"id":"c","n":1}', '{"id":"c","n":1}'],
  ['{"id":"d"}', '{"id":"c"}', '{"id":"d"}'],
])('on one line %s after %s begins with the new part', (text, before, shown) => {
  expect(newPart(text, before)).toBe(shown);
});
