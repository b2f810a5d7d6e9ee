import { expect, onTestFinished, test } from 'vitest';
import { answer, serveAsked } from '#pages/playground/data/testing/tables.ts';
import { draw, samplingAt, stopDrawing } from './samplings.ts';

test('what was drawn is there again after any typing, and a draw under way is never lost', async () => {
  const { client, asked, close } = await serveAsked(
    (each) => each.prompt === 'waits' || answer(each, ' fox'),
  );
  onTestFinished(close);
  const typed = Array.from({ length: 50 }, (_, length) => 'x'.repeat(length));
  const drawAt = (prompt: string) => draw(samplingAt(client, 'm', prompt), client, 'm', prompt, []);
  await drawAt('paid');
  for (const prompt of typed) samplingAt(client, 'm', prompt);
  expect(samplingAt(client, 'm', 'paid').getState().rounds).toHaveLength(1);

  const waiting = samplingAt(client, 'm', 'waits');
  const slow = draw(waiting, client, 'm', 'waits', []);
  await expect.poll(() => asked.length).toBe(2);
  for (const prompt of typed) await drawAt(prompt);
  expect(samplingAt(client, 'm', 'waits')).toBe(waiting);
  stopDrawing(waiting);
  await slow;
});
