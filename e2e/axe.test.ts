// Accessibility by axe: every page and what opens on it, in both themes, on desktop and phone.
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { consoleLog } from '#pages/fine-tunes/testing/log-writers.ts';
import { expect, test } from './fixtures.ts';
import { test as scripted } from './scripted-service.ts';
import { eventsOf } from './fine-tune-upstream.ts';

// In addition to the defaults: target size of WCAG 2.2, and names that contain the visible label.
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };
const findViolations = (options: object) => `axe.run(document, ${JSON.stringify(options)}).then(
  ({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, html, failureSummary }) => [id, target.join(' '), html.slice(0, 200), failureSummary].join('\\n'))))`;

const desk = { width: 1440, height: 860 };
const phone = { width: 390, height: 844 };

/** A theme changes colours alone, which these rules read. */
const themes = [
  ['dark', { rules, resultTypes: ['violations'] }],
  ['light', { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] }],
] as const;

/** Checks the open page in each theme and width, without reloading it. */
async function expectClean(page: Page, name: string, sizes = [desk, phone]): Promise<void> {
  await page.evaluate(`globalThis.axe === undefined && (() => { ${axe.source} })()`);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const [colorScheme, options] of themes) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate<readonly string[]>(findViolations(options));
      expect.soft(found, `${name}, ${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  await page.setViewportSize(desk);
}

test('axe finds nothing in the playground', async ({ page, quick }) => {
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expectClean(page, 'Write');
  for (const tab of ['Tokens', 'Events', 'History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectClean(page, tab, [desk]);
  }
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClean(page, 'Code');
  await page.keyboard.press('Escape');
  for (const view of ['Compare', 'Data', 'Labs']) {
    await page.getByRole('radio', { name: view }).check();
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: view })).toBeChecked();
    await expectClean(page, view);
  }
});

test('axe finds nothing in a parameter sweep, whatever it is coloured by', async ({ page, quick }) => {
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('8');
  await page.goto(`${quick.url}/?view=labs&lab=grid`);
  await page.getByRole('button', { name: 'Run grid' }).click();
  await expect(page.getByRole('button', { name: /4 length/ })).toHaveCount(12);
  for (const measure of ['Distinct answers', 'Perplexity', 'Mean logprob', 'Length']) {
    await page.getByRole('radio', { name: measure }).check();
    await expectClean(page, measure, [desk]);
  }
});

test('axe finds nothing in models, hardware, connections and commands', async ({ page, quick }) => {
  await page.goto(`${quick.url}/models?calc=open`);
  await page.getByRole('grid', { name: 'models' }).getByText('deepseek-ai/DeepSeek-R1').first().click();
  await expect(page.getByRole('complementary', { name: /^Model / })).toBeVisible();
  await expectClean(page, 'Models');
  await page.getByRole('button', { name: 'Close the model' }).click();
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first()).toBeVisible();
  await expectClean(page, 'Commands', [desk]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Connection/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await expectClean(page, 'Connections');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.goto(`${quick.url}/hardware?model=meta-llama/Llama-3.3-70B-Instruct`);
  await page.getByRole('grid', { name: 'configurations' }).getByText('h200').first().click();
  for (const side of ['Details', 'Charts', 'Watch', 'Changes']) {
    await page.getByRole('complementary').getByRole('radio', { name: side }).check();
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
    await expectClean(page, `Hardware, ${side}`);
  }
  for (const part of ['Matrix', 'Break-even']) {
    await page.getByRole('radio', { name: part }).check();
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
    await expectClean(page, part);
  }
});

const begin = Date.UTC(2026, 5, 1, 10);
const losses = Array.from({ length: 40 }, (_, index) => 3 - index * 0.01);
const fineTune = {
  id: 'ft-one',
  status: 'completed',
  model: 'acme/base',
  model_output_name: 'acme/one',
  job_id: 'job-a7467e47-a570-481a-9b02-37b2f46c6500',
  created_at: new Date(begin).toISOString(),
  updated_at: new Date(begin + 50_000).toISOString(),
  total_price: 2,
  events: [...eventsOf(losses, { 20: 2.5, 40: 2.7 }, 40, begin)],
};

test('axe finds nothing in fine-tunes and log files', async ({ page, fineTunes }) => {
  fineTunes.answer([fineTune], [{ step: 20 }, { step: 40 }]);
  await page.goto(`${fineTunes.url}/fine-tunes`);
  await expect(page.getByText('acme/one').first()).toBeVisible();
  await expectClean(page, 'Fine-tunes');
  await page.goto(`${fineTunes.url}/jobs`);
  await expect(page.getByText('acme/one')).toBeVisible();
  await expectClean(page, 'Jobs of fine-tunes');
  await page.goto(`${fineTunes.url}/fine-tunes/ft-one`);
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await expectClean(page, 'A fine-tune');
  await page.goto(`${fineTunes.url}/fine-tunes/local`);
  const log = consoleLog(
    Array.from({ length: 40 }, (_, index) => ({ step: index * 10, epoch: index / 40, loss: 3 - index / 20 })),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open log files' }).click();
  await (await chooser).setFiles({ name: 'a.log', mimeType: 'text/plain', buffer: Buffer.from(log) });
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await expectClean(page, 'Log files');
});

scripted('axe finds nothing in jobs', async ({ page, script }) => {
  const update = { status: 'Running', message: 'Reads the file.', timestamp: new Date(begin).toISOString() };
  script.answers.set('/jobs/job-a', {
    body: {
      type: 'model_upload',
      job_id: 'job-a',
      status: 'Running',
      status_updates: [{ ...update, status: 'Queued' }, update],
      args: { modelName: 'acme/a', modelSource: 'a.gguf', description: '' },
      created_at: update.timestamp,
      updated_at: update.timestamp,
    },
  });
  await page.goto('/jobs');
  await page.getByRole('textbox', { name: 'Job id' }).fill('job-a');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Watched jobs' })).toContainText('Running');
  await expectClean(page, 'Jobs');
  await page.getByRole('link', { name: 'job-a' }).first().click();
  await expect(page.getByRole('treegrid', { name: 'updates' })).toBeVisible();
  await expectClean(page, 'A job');
});
