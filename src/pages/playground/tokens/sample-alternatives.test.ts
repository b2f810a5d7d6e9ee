import { expect, onTestFinished, test } from 'vitest';
import { answer, serveAsked } from '#pages/playground/data/testing/tables.ts';
import { sampleAlternatives, alternativesStore, stopSampling } from './sample-alternatives.ts';

test('drawn samples survive any typing, and a draw in progress is never lost', async () => {
  const { client, asked, close } = await serveAsked(
    (each) => each.prompt === 'waits' || answer(each, ' fox'),
  );
  onTestFinished(close);
  const typed = Array.from({ length: 50 }, (_, length) => 'x'.repeat(length));
  const drawAt = (prompt: string) =>
    sampleAlternatives(alternativesStore(client, 'm', prompt), client, 'm', prompt, []);
  await drawAt('paid');
  for (const prompt of typed) alternativesStore(client, 'm', prompt);
  expect(alternativesStore(client, 'm', 'paid').getState().rounds).toHaveLength(1);

  const waiting = alternativesStore(client, 'm', 'waits');
  const slow = sampleAlternatives(waiting, client, 'm', 'waits', []);
  await expect.poll(() => asked.length).toBe(2);
  for (const prompt of typed) await drawAt(prompt);
  expect(alternativesStore(client, 'm', 'waits')).toBe(waiting);
  stopSampling(waiting);
  await slow;
});
