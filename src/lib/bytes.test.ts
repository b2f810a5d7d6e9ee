import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [4_249, '4.2 kB'],
  [99_960, '100 kB'],
  [999_600, '1.0 MB'],
  [200_000_000, '200 MB'],
  [3_500_000_000_000, '3500 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
