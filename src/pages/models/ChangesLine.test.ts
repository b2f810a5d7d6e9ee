import { expect, test } from 'vitest';
import { snapshotModels } from '#pricing/price-history.ts';
import { changesBetween, changesText, fieldText, priceBefore } from './ChangesLine.tsx';

const day = 24 * 3_600_000;
const before = snapshotModels(
  'c',
  [
    { id: 'a', pricing: { input: 1, output: 2 } },
    { id: 'b', context_length: 8192 },
    { id: 'gone', pricing: { input: 1 } },
  ],
  0,
);

test('the summary counts new and removed models and each changed price, and omits zeros', () => {
  const after = snapshotModels(
    'c',
    [
      { id: 'a', pricing: { input: 1.5, output: 3 } },
      { id: 'b', context_length: 4096 },
      { id: 'new-1' },
      { id: 'new-2' },
    ],
    3 * day,
  );
  const changes = changesBetween(before, after, 0);
  expect(changesText(changes, 3 * day)).toBe(
    'Since your last visit, 3 days ago: 2 new, 1 gone, 2 prices changed, 1 context changed',
  );
  expect(priceBefore(changes, 'a', 'output')).toMatchObject({ before: 2, after: 3 });
  expect(priceBefore(changes, 'b', 'output')).toBeUndefined();
});

test('the summary is empty without changes', () => {
  expect(changesText(changesBetween(before, { ...before, atMs: day }, 0), day)).toBeNull();
});

test('a changed price or context is told in the words of the table', () => {
  expect(fieldText({ field: 'input', before: 0.8, after: 'contact_sales' })).toBe(
    'input 0.80 → contact sales',
  );
  expect(fieldText({ field: 'output', before: '1.5', after: undefined })).toBe('output 1.50 → not stated');
  expect(fieldText({ field: 'input', before: 0.885, after: 0.8854 })).toBe('input 0.885 → 0.8854');
  expect(fieldText({ field: 'input', before: 6.4800123, after: 6.4800246 })).toBe('input 6.48001 → 6.48002');
  expect(fieldText({ field: 'input', before: 2.0001e-9, after: 2.0002e-9 })).toBe(
    'input 0.0000000020001 → 0.0000000020002',
  );
  expect(fieldText({ field: 'context_length', before: 8192, after: 131_072 })).toBe(
    'context 8,192 → 131,072',
  );
});
