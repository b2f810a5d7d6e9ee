import { expect, test } from 'vitest';
import { createYieldToPage } from './yield-to-page.ts';

test('work continues without yielding until its slice is over', () => {
  const clock = { ms: 0 };
  const yieldToPage = createYieldToPage(10, () => clock.ms);
  clock.ms = 9;
  expect(yieldToPage()).toBeUndefined();
  clock.ms = 10;
  expect(yieldToPage()).toBeInstanceOf(Promise);
});

test('pending tasks run between two slices', async () => {
  const clock = { ms: 0 };
  const yieldToPage = createYieldToPage(10, () => clock.ms);
  const turns: string[] = [];
  const other = new MessageChannel();
  const heard = new Promise<void>((resolve) => {
    other.port1.addEventListener('message', () => {
      turns.push('other');
      resolve();
    });
  });
  other.port1.start();
  other.port2.postMessage(null);
  clock.ms = 20;
  await yieldToPage();
  turns.push('work');
  await heard;
  other.port1.close();
  expect(turns).toEqual(['other', 'work']);
  expect(yieldToPage()).toBeUndefined();
});
