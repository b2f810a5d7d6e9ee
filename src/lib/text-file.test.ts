import { expect, test } from 'vitest';
import { readTextFile, textFile } from './text-file.ts';

test('a text of many slices round-trips, with surrogate pairs on every boundary', async () => {
  // An odd start puts a pair across every slice boundary.
  for (const text of ['', 'short', `a${'🦊'.repeat(400_000)}`, '🦊'.repeat(400_000)]) {
    const file = await textFile(text);
    expect(await file.text()).toBe(text);
    expect(await readTextFile(file)).toBe(text);
  }
});

test('invalid UTF-8 and a byte order mark are read as the browser reads them', async () => {
  const file = new Blob([Uint8Array.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xf0, 0x9f])]);
  expect(await readTextFile(file)).toBe(await file.text());
});
