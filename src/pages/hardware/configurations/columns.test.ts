import { expect, test } from 'vitest';
import { headText } from '#table/column.ts';
import { hardwareColumns } from './columns.tsx';
import { readChoices } from './search.ts';

test('figures of one card say so in every head, on the page and in files', () => {
  const choices = readChoices({});
  const columns = hardwareColumns({ choices, isEmbedded: false, hasSamples: false, isPhone: false });
  const heads = columns.filter(({ id }) => id === 'bandwidth' || id === 'tflops').map(headText);
  expect(heads).toEqual(['Bandwidth (GB/s per GPU)', 'Dense BF16 tensor (TFLOPS per GPU)']);
});
