// Fine-tunes on the real service: a training that is followed, tried out and restarted.
import type { Page } from '@playwright/test';
import { CompletionResponse } from '#api/schema/completion-response.ts';
import { expect, test } from './fine-tune-service.ts';
import { trainingMs } from './trained-service.ts';

const figures = (page: Page) => page.getByRole('region', { name: 'Figures of the fine-tune' });
const state = (page: Page, word: string) => figures(page).getByText(word, { exact: true });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh now' });
const events = (page: Page) => page.getByRole('region', { name: 'Events', exact: true });

/** A training that runs until it is cancelled. */
const endless = [2_000, '--n-epochs', '100', '--batch-size', '4', '--n-checkpoints', '100'] as const;

test('a fine-tune is followed from queue to end, and its checkpoint answers differently from its base', async ({
  page,
  tuner,
}) => {
  const first = await tuner.begin(...endless);
  const id = await tuner.begin(96, '--n-epochs', '4', '--batch-size', '4', '--n-checkpoints', '3');
  await page.goto(`/fine-tunes/${id}`);
  await expect(state(page, 'queued')).toBeVisible();
  await expect(page.getByText('No checkpoints yet.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('cancel');
  await page.keyboard.press('Enter');
  const command = page.getByText(`npm run fine-tune -- --cancel ${id}`);
  await expect(command).toBeInViewport();

  await tuner.cancel(first);
  await expect.poll(() => tuner.said('/fine-tunes')).toContain('"status":"running"');
  await refresh(page).click();
  await expect(state(page, 'running')).toBeVisible();
  // From here on there is no input: the page polls by itself.
  await expect(state(page, 'completed')).toBeVisible({ timeout: trainingMs });
  // Announced by screen readers.
  await expect(page.getByRole('status', { name: 'Status', exact: true })).toHaveText('completed');
  await expect(command).toHaveCount(0);
  const checkpoints = page.getByRole('region', { name: 'Checkpoints', exact: true });
  await expect(checkpoints.getByRole('rowheader')).toHaveCount(3);
  const step = await checkpoints.getByRole('rowheader').last().innerText();
  await expect(figures(page)).toContainText(`${step} / ${step}`);
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('trainingfile_numlines96');

  const last = checkpoints.getByRole('row', { name: new RegExp(`^${step} `) });
  await expect(last).toContainText('Final');
  await last.getByRole('link', { name: 'Open in playground' }).click();
  const model = `${id}:${step}`;
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(`step ${step}`);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Weather report 7:');
  await page.getByRole('textbox', { name: 'seed' }).fill('5');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('24');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const say = async (asked: string) => {
    const body = { model: asked, prompt: 'Weather report 7:', max_tokens: 24, seed: 5 };
    const answer = await tuner.fetch('/completions', { method: 'POST', body: JSON.stringify(body) });
    return CompletionResponse.parse(await answer.json()).choices[0]?.text ?? 'no text';
  };
  const [tuned, plain] = [await say(model), await say('inferdeck/tale-1m')];
  expect(tuned).not.toBe(plain);
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveText(tuned, { useInnerText: false });
});

test('while the service is down the last data stays with its age, and updates again without a reload', async ({
  page,
  tuner,
}) => {
  const id = await tuner.begin(...endless);
  await page.goto(`/fine-tunes/${id}`);
  await expect.poll(() => tuner.said(`/fine-tunes/${id}/events`)).toContain('Training started');
  await refresh(page).click();
  await expect(events(page)).toContainText('Training started');
  await expect(state(page, 'running')).toBeVisible();
  await page.evaluate(() => {
    document.title = 'not reloaded';
  });

  await tuner.stop();
  const stale = page.getByRole('status').filter({ hasText: /Showing data from .* old/ });
  await expect(stale).toBeVisible();
  await expect(state(page, 'running')).toBeVisible();
  await expect(events(page)).toContainText('Training started');

  await tuner.start();
  await expect(stale).toBeHidden();
  await expect(events(page)).toContainText('job_restarted');
  await expect(page).toHaveTitle('not reloaded');
});

test('the list shows the running fine-tune first with progress, and links to curves drawn together', async ({
  page,
  tuner,
}) => {
  const done = await tuner.begin(8, '--batch-size', '4', '--suffix', 'short');
  await expect.poll(() => tuner.said('/fine-tunes')).toContain('"completed"');
  const running = await tuner.begin(...endless, '--suffix', 'long');
  await page.goto('/fine-tunes');
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  const names = grid.locator('[data-row] [data-column="0"]');
  await expect.poll(() => tuner.said('/fine-tunes')).toContain('"status":"running"');
  await page.reload();
  await expect(grid.locator('[data-row="0"]')).toContainText('running');
  await expect(names).toHaveText([/-long-/, /-short-/]);
  await expect(grid.locator('[data-row="1"]')).toContainText('100 %');
  await expect(page.getByText('1 running, 0 queued')).toBeVisible();

  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  // With the comparison, which a phone does not fold.
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('link', { name: 'Draw 2 curves together' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Draw 2 curves together' }).click();
  await expect(page).toHaveURL(new RegExp(`/fine-tunes/${running}\\?with=${done}$`));
  await expect(page.getByRole('button', { name: /^Remove .*-short-/ })).toBeVisible();
});
