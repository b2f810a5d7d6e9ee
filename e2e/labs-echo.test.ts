// Labs that score text by echo: announced requests, painted and sorted results, kept state.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type RunningService, startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { runTool } from './run-tool.ts';
import { refuseStorage } from './refuse-storage.ts';

const prompt = 'Once upon a time there was a fox.\nQuarterly EBITDA rose by 14 percent.\nThe fox was happy.';

/** Writes the prompt and opens a lab by clicking, as a user does. */
async function openLab(page: Page, name: string, text = prompt): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(text);
  await page.getByRole('radio', { name: 'Labs' }).check();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Chooses a model by typing its name. */
async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(name);
  await page.keyboard.press('Enter');
}

/** Counts completions that the page sends from now on. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.url().endsWith('/completions') ? 1 : 0));
  return () => count;
}

test('the prompt is painted by one request, with jumps to its most surprising spans and lines', async ({
  page,
}) => {
  await page.goto('/');
  const sent = countRequests(page);
  await openLab(page, 'Prompt X-ray');
  await expect(page.getByText(/^1 request · at most 90 tokens in \+ 1 out · max \$0$/)).toBeVisible();
  expect(sent()).toBe(0);
  await page.getByRole('button', { name: 'X-ray the prompt' }).click();

  const scored = page.getByRole('textbox', { name: 'Prompt, scored' });
  await expect(scored).toBeVisible();
  expect((await scored.locator('[data-block]').allTextContents()).join('')).toBe(prompt);
  expect(sent()).toBe(1);

  await page.getByRole('button', { name: 'Most surprising span' }).click();
  await expect(page.getByRole('status', { name: 'Span' })).toHaveText(/^1 of \d+ · .* nats\/token · “.+”$/);
  await expect(scored).toContainText('logprob −');
  await scored.press('l');
  await expect(scored).toContainText('lowest probability in this text');
  await page.getByRole('button', { name: 'Next span' }).click();
  await expect(page.getByRole('status', { name: 'Span' })).toHaveText(/^2 of/);
  await page.getByRole('button', { name: 'Previous span' }).click();
  await expect(page.getByRole('status', { name: 'Span' })).toHaveText(/^1 of/);

  const lines = page.getByRole('grid', { name: 'Lines' });
  await expect(lines).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('radio', { name: 'Most surprising' }).check();
  await expect(lines.getByRole('row').nth(1)).toContainText('Quarterly');
  await lines.getByRole('row').nth(1).click();
  await expect(scored).toContainText(/token 1\d ·/);
  expect(sent()).toBe(1);
});

test('the X-ray is kept across views and a reload, and says when the prompt has changed', async ({
  page,
}) => {
  await page.goto('/');
  await openLab(page, 'Prompt X-ray');
  await expect(page.getByRole('button', { name: 'X-ray the prompt' })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  const figures = page.getByRole('region', { name: 'X-ray figures' });
  await expect(figures).toContainText('nats/token');
  const before = await figures.textContent();
  await page.getByRole('radio', { name: 'bits' }).check();
  await expect(figures).toContainText('bits/token');
  expect(await figures.textContent()).not.toBe(before);
  await page.getByRole('radio', { name: 'nats' }).check();

  const editor = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await expect(editor).toHaveValue(prompt);
  await editor.fill(`${prompt} Yes.`);
  await page.getByRole('radio', { name: 'Write' }).check();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(`${prompt} Yes.`);
  await page.getByRole('radio', { name: 'Labs' }).check();
  await expect(figures).toHaveText(before ?? '');
  await expect(page.getByText('The prompt has changed; this X-ray')).toBeVisible();
  await page.reload();
  await expect(figures).toHaveText(before ?? '');
});

test('a long line of Hebrew is cut at its end in the list of lines', async ({ page }) => {
  await page.goto('/');
  await openLab(page, 'Prompt X-ray', 'היה היה פעם שועל קטן שגר ביער גדול וחלם על הים הרחוק.');
  await page.getByRole('button', { name: 'X-ray the prompt' }).click();
  const cell = page.getByRole('grid', { name: 'Lines' }).getByRole('gridcell').nth(1);
  await expect(cell).toContainText('היה');
  const beginning = await cell.evaluate((element) => {
    const range = document.createRange();
    const text = element.querySelector('bdi')?.firstChild ?? element;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    return range.getBoundingClientRect().right - element.getBoundingClientRect().right;
  });
  expect(beginning).toBeLessThanOrEqual(0);
});

test('a result that the browser refuses to store is said to end with the page', async ({ page }) => {
  await page.goto('/');
  await openLab(page, 'Prompt X-ray');
  await refuseStorage(page, 'inferdeck-kept-runs');
  await page.getByRole('button', { name: 'X-ray the prompt' }).click();
  await expect(page.getByRole('region', { name: 'X-ray figures' })).toContainText('nats/token');
  await expect(page.getByText('This result is not stored')).toBeVisible();
});

test('the lab without a prompt says what is needed, and sends nothing', async ({ page }) => {
  await page.goto('/?view=labs&lab=xray');
  await expect(page.getByText('Write a prompt.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'X-ray the prompt' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Once');
  await expect(page.getByRole('button', { name: 'X-ray the prompt' })).toBeEnabled();
});

test('answers of the newest run and typed ones are ranked in the announced number of requests', async ({
  page,
}) => {
  await page.goto('/');
  const beginning = 'Once upon a time there was a fox';
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'n', exact: true }).fill('3');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('12');
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await openLab(page, 'Answer ranking', beginning);

  const rank = page.getByRole('button', { name: 'Rank the answers' });
  await expect(rank).toBeDisabled();
  await page.getByRole('button', { name: 'Add the latest run’s answers' }).click();
  const typed = page.getByRole('textbox', { name: 'Answers' });
  const taken = (await typed.inputValue()).split('\n');
  expect(taken).toHaveLength(3);
  await typed.fill(`${taken.join('\n')}\n quarterly EBITDA`);
  await expect(page.getByText(/^8 requests · /)).toBeVisible();
  const sent = countRequests(page);
  await rank.click();

  const rows = page.getByRole('table').getByRole('row');
  await expect(page.getByRole('columnheader', { name: 'sum, nats' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(sent()).toBe(8);
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'per token' }).click();
  await expect(rows.last()).toContainText('quarterly EBITDA');
  await page.getByRole('button', { name: 'per token' }).click();
  await expect(rows.nth(1)).toContainText('quarterly EBITDA');
  await page.getByRole('button', { name: 'PMI' }).click();
  await expect(page.getByRole('columnheader', { name: 'PMI' })).toHaveAttribute('aria-sort', 'descending');
  const figures = await page.getByRole('row').locator('td:last-child').allTextContents();
  const values = figures.map((figure) => Number(figure.replace('−', '-')));
  expect(values).toEqual(values.toSorted((one, other) => other - one));

  const result = page.getByRole('region', { name: 'Ranked answers' });
  await expect(result).not.toContainText('PMI against');
  await page.getByRole('textbox', { name: 'Neutral prefix' }).fill('So:');
  await expect(result).toContainText('PMI against the neutral prefix as it was then');
  await page.getByRole('button', { name: 'Prompt X-ray' }).click();
  await page.getByRole('button', { name: 'Answer ranking' }).click();
  await expect(page.getByRole('columnheader', { name: 'PMI' })).toHaveAttribute('aria-sort', 'descending');

  await typed.fill(' red\n red\n ');
  await expect(page.getByText('1 duplicate left out.')).toBeVisible();
  await expect(page.getByText(/^2 requests · /)).toBeVisible();
});

test('a ranking is copied as CSV, and kept while another view is open', async ({ page }) => {
  await page.goto('/');
  await openLab(page, 'Answer ranking', 'Once upon a');
  const typed = page.getByRole('textbox', { name: 'Answers' });
  await typed.fill(' time\n quarterly EBITDA');
  await page.getByRole('textbox', { name: 'Neutral prefix' }).fill('');
  await expect(page.getByText(/^2 requests · /)).toBeVisible();
  const sent = countRequests(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Rank the answers' })).toBeFocused();
  expect(sent()).toBe(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('columnheader', { name: 'sum, nats' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('columnheader', { name: 'PMI' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect(page.getByText('Copied')).toBeVisible();

  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByRole('radio', { name: 'Labs' }).check();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await expect(typed).toHaveValue(' time\n quarterly EBITDA');
  await typed.fill('');
  await typed.press('ControlOrMeta+V');
  const [head, best, worst] = (await typed.inputValue()).split('\n');
  expect(head).toBe('answer,tokens,sum_nats,nats_per_token,nats_per_character,pmi_nats,notes');
  expect(best).toMatch(/^" time",1,-[\d.e-]+,-[\d.e-]+,-[\d.e-]+,,""$/);
  expect(worst).toMatch(/^" quarterly EBITDA",\d+,/);
});

test.describe('beside a fine-tuned model and models that fail', () => {
  let service: RunningService;
  let home = '';

  test.beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'inferdeck-labs-'));
    service = await startService({ INFERDECK_HOME: home, INFERDECK_FAULTS: 'on' });
    const file = join(home, 'reports.jsonl');
    const line = JSON.stringify({ text: 'Quarterly EBITDA rose by 14 percent, said the auditor.' });
    await writeFile(file, `${line}\n`.repeat(32));
    const options = ['--n-epochs', '8', '--learning-rate', '0.003', '--suffix', 'audit'];
    await runTool('fine-tune', home, '--training-file', file, ...options);
  });

  test.afterAll(async () => {
    await service.stop();
    await rm(home, { recursive: true, force: true });
  });

  test('differences between two models are painted, summed and listed', async ({ page }) => {
    await page.goto(service.url);
    await openLab(page, 'Cross-model surprise');
    await expect(page.getByRole('button', { name: 'Model A: inferdeck/tale-1m' })).toBeVisible();
    await choose(page, 'Model B', 'audit');
    await expect(page.getByRole('button', { name: /^Model B: .*audit/ })).toBeVisible();
    await expect(page.getByText(/^2 requests · /)).toBeVisible();
    const sent = countRequests(page);
    await page.getByRole('button', { name: 'Compare the models' }).click();

    const text = page.getByRole('textbox', { name: 'Compared text' });
    await expect(text).toHaveText(prompt, { useInnerText: false });
    expect(sent()).toBe(2);
    await expect(page.getByRole('status', { name: 'Part' })).toContainText(
      'A is more surprised by the whole text',
    );
    const list = page.getByRole('grid', { name: 'Largest differences' });
    await list.focus();
    await page.keyboard.press('Home');
    await expect(page.getByRole('status', { name: 'Part' })).toHaveText(/^“.+” · A .+ · B .+ nats$/);
    await expect(page.locator('[data-current] > span').first()).toBeInViewport();
    await expect.poll(() => text.locator('canvas').first().evaluate(isPainted)).toBe(true);
    // However many parts: blocks of text, and the mark around one part.
    expect(await text.locator('*').count()).toBeLessThan(8);

    await text.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(text.locator('..').getByRole('status')).toHaveText(/^“.+” · A .+ · B .+ nats$/);
    await expect(page.locator('[data-card]')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const notice = page.getByText('the comparison below is of the earlier ones');
    await expect(notice).toHaveCount(0);
    await page.getByLabel('Text', { exact: true }).fill('Another text.');
    await expect(notice).toBeVisible();
    await page.getByLabel('Text', { exact: true }).fill(prompt);
    await expect(notice).toHaveCount(0);
  });

  test('a refusal by one model is quoted in place, and the other model’s figure stays', async ({ page }) => {
    await page.goto(service.url);
    await openLab(page, 'Cross-model surprise');
    await choose(page, 'Model B', 'inferdeck/fault-503');
    await page.getByRole('button', { name: 'Compare the models' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison', exact: true });
    await expect(comparison.getByRole('alert')).toContainText('inferdeck/fault-503 did not score this text');
    await expect(comparison.getByRole('alert')).toContainText('503');
    await expect(comparison).toContainText(/A, inferdeck\/tale-1m: perplexity \d/);
  });

  test('a silent request is shown as waiting, and a stop sends none of the queued requests', async ({
    page,
  }) => {
    await page.goto(service.url);
    await openLab(page, 'Answer ranking');
    await choose(page, 'Model', 'inferdeck/fault-silent');
    await page.getByRole('textbox', { name: 'Answers' }).fill(' a\n b\n c');
    const sent = countRequests(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('status', { name: 'Progress' })).toHaveText('0 of 6 done · 2 queued');
    await page.getByRole('button', { name: 'Stop Esc' }).click();
    await expect(page.getByText('Stopped before the service answered.')).toBeVisible();
    expect(sent()).toBe(4);
  });
});

/** Whether anything is painted on a canvas. */
function isPainted(element: Element): boolean {
  if (!(element instanceof HTMLCanvasElement)) return false;
  const { width, height } = element;
  const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  return pixels.some((value) => value > 0);
}
