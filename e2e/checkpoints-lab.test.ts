// Checkpoint comparison on a real fine-tune: its states scored and streamed side by side.
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { RunningService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { sentence, trainingMs } from './trained-service.ts';
import { refuseStorage } from './refuse-storage.ts';

/** Opens the lab with the trained fine-tune, and waits for the last stage. */
async function openCheckpoints(page: Page, { url }: RunningService): Promise<void> {
  await page.goto(`${url}/?view=labs&lab=checkpoints`);
  await expect(page.getByRole('status', { name: 'Models compared' })).toHaveText('4 models', {
    timeout: trainingMs,
  });
}

test('a held-out text is scored on every stage, drawn over the step, and listed in a table', async ({
  page,
  trained,
}) => {
  await openCheckpoints(page, trained);
  const score = page.getByRole('region', { name: 'Score by training step' });
  const button = score.getByRole('button', { name: /^Score 4 models/ });
  await expect(button).toBeDisabled();
  await score.getByRole('textbox', { name: 'Held-out text' }).fill(`${sentence} 14.`);
  await expect(score).toContainText('4 requests');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await button.click();

  const rows = score.getByRole('table', { name: 'Perplexity of the text by model' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText(/^base\d+/);
  await expect(rows.nth(2)).toContainText(/^step 2\d+/);
  await expect(rows.nth(3)).toContainText(/^step 4/);
  // It scores its training text better than the base.
  await expect(rows.nth(4)).toContainText(/^final, step 6 · lowest\d+[\d.]+−[\d.]+ %$/);
  expect(requests).toBe(4);
  const chart = score.getByRole('img', { name: /Perplexity of the text by training step/ });
  await expect(chart.locator('.recharts-line-dot')).toHaveCount(4);
  await expect(chart).toContainText('base');
  await expect(chart).toContainText('final');
  // Ticks have the digits that tell them apart.
  await expect(chart.locator('.recharts-yAxis')).not.toContainText(/\.\d*0(?!\d)/);
});

test('scores name their fine-tune while another one is chosen', async ({ page, trained }) => {
  // The list also has another one, which has saved nothing yet.
  await page.route('**/v1/fine-tunes', async (route) => {
    const headers = { ...route.request().headers(), authorization: `Bearer ${trained.token}` };
    const response = await route.fetch({ headers });
    const { data } = z.object({ data: z.array(z.looseObject({})) }).parse(await response.json());
    const another = { ...data[0], id: 'ft-another', model_output_name: 'acme/another' };
    await route.fulfill({ response, json: { data: [...data, another] } });
  });
  await page.route('**/v1/fine-tunes/ft-another/checkpoints', (route) =>
    route.fulfill({ json: { data: [] } }),
  );
  await openCheckpoints(page, trained);
  const score = page.getByRole('region', { name: 'Score by training step' });
  await score.getByRole('textbox', { name: 'Held-out text' }).fill(`${sentence} 15.`);
  await score.getByRole('button', { name: /^Score 4 models/ }).click();
  await expect(score.getByRole('table').getByRole('row')).toHaveCount(5);
  await expect(score).not.toContainText('not of the selected fine-tune');
  await page.getByRole('combobox', { name: 'Fine-tune' }).selectOption({ label: 'acme/another' });
  await expect(score).toContainText(/These are the scores of .*weather.*, not of the selected fine-tune/);
});

test('one prompt streams through base, checkpoints and final model side by side', async ({
  page,
  trained,
}) => {
  await openCheckpoints(page, trained);
  const stream = page.getByRole('region', { name: 'One prompt on every model' });
  await stream.getByRole('textbox', { name: 'Prompt' }).fill('The weather report');
  await expect(stream).toContainText('4 requests');
  // The keys are shown where they act: here in the part that has the focus.
  const score = page.getByRole('region', { name: 'Score by training step' });
  await expect(stream.locator('kbd').filter({ visible: true })).toHaveCount(1);
  await expect(score.locator('kbd').filter({ visible: true })).toHaveCount(0);
  await score.getByRole('textbox', { name: 'Held-out text' }).focus();
  await expect(stream.locator('kbd').filter({ visible: true })).toHaveCount(0);
  await expect(score.locator('kbd').filter({ visible: true })).toHaveCount(2);
  const models: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) models.push(request.postDataJSON());
  });
  await expect(stream.getByRole('button', { name: 'Run on 4 models' })).toBeEnabled();
  await stream.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter');
  await expect(stream.getByRole('button', { name: 'Run on 4 models' })).toBeFocused();
  expect(models).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  for (const name of ['Base', 'Step 2', 'Step 4', 'Final, step 6']) {
    const column = stream.getByRole('region', { name: new RegExp(`^${name}: `) });
    await expect(column.getByRole('status', { name: 'State' })).toHaveText('Complete');
    await expect(column.getByRole('textbox', { name: `Output of ${name}` })).toContainText(/\w/);
  }
  await expect(stream.getByRole('status', { name: 'Progress' })).toHaveText('4 of 4 done');
  // They are sent together, in no particular order.
  expect(models).toHaveLength(4);
  expect(models).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ model: 'inferdeck/tale-1m', prompt: 'The weather report' }),
      expect.objectContaining({ model: expect.stringMatching(/^[0-9a-f-]{36}:2$/) }),
      expect.objectContaining({ model: expect.stringMatching(/^[0-9a-f-]{36}:4$/) }),
      expect.objectContaining({ model: expect.stringMatching(/weather/) }),
    ]),
  );

  // The same states are offered as columns of a comparison.
  await page.getByRole('radio', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('radio', { name: 'Fine-tune checkpoint' }).check();
  await page.getByRole('button', { name: /^step 4/ }).click();
  await expect(page.getByRole('region', { name: /^Column 3: [0-9a-f-]{36}:4$/ })).toContainText('step 4');
});

test('an answer that the browser refuses to store is said to end with the page', async ({
  page,
  trained,
}) => {
  await openCheckpoints(page, trained);
  const note = page.getByText('This browser did not store an answer');
  await refuseStorage(page, 'inferdeck-kept-runs');
  const stream = page.getByRole('region', { name: 'One prompt on every model' });
  await stream.getByRole('textbox', { name: 'Prompt' }).fill('The weather report');
  await expect(note).toHaveCount(0);
  await stream.getByRole('button', { name: 'Run on 4 models' }).click();
  await expect(note).toBeVisible();
});

test('a service without a fine-tune explains what will appear here', async ({ page }) => {
  // Addresses of older pages.
  await page.goto('/?view=labs&lab=field');
  await expect(page.getByRole('heading', { name: 'Parameter grid' })).toBeVisible();
  await page.goto('/?view=labs&lab=ladder');
  await expect(page.getByRole('heading', { name: 'No fine-tunes yet' })).toBeVisible();
});

test('a service that lacks fine-tunes says so in the lab and in the menu of Compare', async ({
  page,
  quick,
}) => {
  const json = { error: { message: 'Not Found' } };
  await page.route('**/v1/fine-tunes', (route) => route.fulfill({ status: 404, json }));
  const notice = page.getByRole('alert').filter({ hasText: 'This service does not offer fine-tunes' });
  await page.goto(`${quick.url}/?view=labs&lab=checkpoints`);
  await expect(notice).toBeVisible();
  await page.goto(`${quick.url}/?view=compare`);
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('radio', { name: 'Fine-tune checkpoint' }).check();
  await expect(notice).toBeVisible();
});

test('scores of a part of the text say so', async ({ page }) => {
  const fineTune = { id: 'ft-1', status: 'completed', model: 'acme/base', model_output_name: 'acme/tuned' };
  await page.route('**/v1/fine-tunes', (route) => route.fulfill({ json: { data: [fineTune] } }));
  await page.route('**/v1/fine-tunes/ft-1/*', (route) => route.fulfill({ json: { data: [] } }));
  // A list that is too short.
  const logprobs = { tokens: ['One', ' fox', '.'], token_logprobs: [-1, -2] };
  const body = {
    prompt: [{ text: 'One fox.', logprobs }],
    choices: [{ text: ' A', finish_reason: 'length' }],
  };
  await page.route('**/v1/completions', (route) => route.fulfill({ json: body }));
  await page.goto('/?view=labs&lab=checkpoints');
  await page.getByRole('textbox', { name: 'Held-out text' }).fill('One fox.');
  await page.getByRole('button', { name: 'Score 2 models' }).click();
  await expect(page.getByText('so the end of the text is not scored')).toBeVisible();
});
