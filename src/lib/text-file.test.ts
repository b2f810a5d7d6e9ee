import { expect, test } from 'vitest';
import { textFile } from './text-file.ts';

test('a text of many slices is read back as it was, pairs on every border', async () => {
  // An odd beginning moves each pair across the border of the slices.
  for (const text of ['', 'short', `a${'🦊'.repeat(400_000)}`, '🦊'.repeat(400_000)])
    expect(await (await textFile(text)).text()).toBe(text);
});
