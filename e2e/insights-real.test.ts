// Insights on a fine-tune that the embedded service really trains.
import type { Page } from '@playwright/test';
import type { RunningService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { sentence, trainingMs } from './trained-service.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openTrained(page: Page, { url }: RunningService): Promise<void> {
  await page.goto(`${url}/fine-tunes`);
  await page
    .getByRole('link', { name: /weather/ })
    .first()
    .click();
  await expect(part(page, 'Time')).toContainText('Training ended', { timeout: trainingMs });
}

test('a real fine-tune gets notes, plan, time estimates, and an unknown price', async ({ page, trained }) => {
  await openTrained(page, trained);
  const doubts = page.getByRole('list', { name: 'Parameter warnings' });
  await expect(doubts).toContainText('A validation file is set, but n_evals is 0, so it is never used.');
  await expect(doubts).toContainText('The warm-up is 0.05 of 6 steps, which is 0.3, less than one step.');
  await expect(part(page, 'Alerts')).toContainText('No alerts with the current thresholds');
  const time = part(page, 'Time');
  await expect(time).toContainText('no warm-up, then a line from 0.0005 to 0 at step 6');
  await expect(time.getByRole('list', { name: 'Earlier estimates' })).toContainText(
    // With its date where midnight has passed since.
    /At 50 % \(step 3\) it said .*; it was (?:\d{4}-\d\d-\d\d, )?\d\d:\d\d:\d\d, /,
  );
  await expect(part(page, 'Cost').getByRole('row', { name: /^Total/ })).toContainText(
    /—total_price is 0, which often means "not set", and the base model has no fine-tuning price\./,
  );
});

test('own texts show whether a checkpoint beats its base, in the announced number of requests', async ({
  page,
  trained,
}) => {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) bodies.push(request.postDataJSON());
  });
  await openTrained(page, trained);
  const check = part(page, 'Held-out check');
  await expect(check.getByRole('button', { name: /^Score 0 samples/ })).toBeDisabled();
  const samples = check.getByRole('textbox', { name: 'Held-out samples' });
  await samples.fill('{"text":"a"}\nnot JSON');
  await expect(check).toContainText(
    'Held-out samples, line 2: neither {"text"} nor {"prompt", "completion"}.',
  );
  await samples.fill(`${sentence} 14.\n${sentence} 15.`);
  await expect(check).toContainText(/4 requests, \d+ tokens at most/);
  expect(bodies).toEqual([]);
  await check.getByRole('button', { name: 'Score 2 samples on both' }).click();
  const status = check.getByRole('status', { name: 'Held-out check' });
  await expect(status).toContainText('4 of 4 answers');
  // It scores its training text better than the base.
  await expect(status).toContainText(
    /Perplexity [\d.,]+ → [\d.,]+, (?:> )?[\d.]+ % lower than the base’s, over 2 shared/,
  );
  const table = check.getByRole('table', { name: 'Perplexity on held-out samples' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('columnheader')).toHaveText(['Perplexity', 'base', 'step 6']);
  expect(bodies).toHaveLength(4);
  expect(bodies).toContainEqual(
    expect.objectContaining({ model: 'inferdeck/tale-1m', echo: true, logprobs: 1, max_tokens: 1 }),
  );
  // Both are in view on a phone, too.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await check.getByRole('button', { name: 'Show held-out check' }).click();
  await expect(check.getByRole('button', { name: 'Hide held-out check' })).toBeVisible();
  const tuned = table.getByRole('columnheader', { name: 'step 6' });
  await expect
    .poll(() => tuned.evaluate((head) => Math.round(head.getBoundingClientRect().right)))
    .toBeLessThanOrEqual(390);
  if (size !== null) await page.setViewportSize(size);
  // The texts serve for the next fine-tune, too.
  const result = await table.textContent();
  await page.reload();
  await expect(samples).toHaveValue(`${sentence} 14.\n${sentence} 15.`);
  await expect(status).toContainText('4 of 4 answers');
  await expect(table).toHaveText(result ?? '');
  expect(bodies).toHaveLength(4);
  // An id is unique only within one service.
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${trained.url}/v1`);
  await page.getByRole('button', { name: 'Save and use' }).click();
  await page.keyboard.press('Escape');
  await expect(check).toContainText('Results from another connection: This server.');
});
