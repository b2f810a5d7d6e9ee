// Labs of several requests or none: announced requests, findings, kept state.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openWith } from './faulty-service.ts';
import { expect, test } from './fixtures.ts';
import { keptRuns } from './kept-runs.ts';
import { expectText } from './run-output.ts';

const beginning = 'Once upon a time there was a fox';

/** Opens a lab with a draft. */
async function openLab(page: Page, lab: string, numbers: Record<string, string>): Promise<void> {
  await page.addInitScript(
    ([prompt, values]) => {
      if (localStorage.getItem('inferdeck.draft') !== null) return;
      const draft = { model: 'inferdeck/tale-1m', prompt, stop: [], numbers: values, stream: true };
      localStorage.setItem('inferdeck.draft', JSON.stringify({ version: 1, value: draft }));
    },
    [beginning, numbers] as const,
  );
  await page.goto(`/?view=labs&lab=${lab}`);
}

const verdictOf = (page: Page) => page.getByRole('status', { name: 'Verdict' });

/** Counts the completions that the page sends from now on. */
function countCompletions(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.url().endsWith('/completions') ? 1 : 0));
  return () => count;
}

test('the seed check reports equal tokens with counts', async ({ page }) => {
  const sent = countCompletions(page);
  await openLab(page, 'determinism', { max_tokens: '12', seed: '42' });
  await page.getByRole('textbox', { name: 'Runs' }).fill('3');
  await expect(page.getByText(/^3 requests · at most \d+ tokens in \+ 36 out/)).toBeVisible();
  expect(sent()).toBe(0);
  await page.getByRole('button', { name: /^Check (Ctrl|⌘)/ }).click();
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await expect(verdict).toHaveText('Identical across 3 runs: all 12 tokens are the same.');
  await expect(page.getByText('Max logprob difference at equal tokens: 0.')).toBeVisible();
  expect(sent()).toBe(3);
  await page.getByRole('button', { name: 'Parameter grid' }).click();
  await page.getByRole('button', { name: 'Determinism check' }).click();
  await expect(verdict).toContainText('Identical across 3 runs');
  await page.reload();
  await expect(verdict).toHaveText('Identical across 3 runs: all 12 tokens are the same.');
  const changed = page.getByText('The prompt or the settings have changed');
  await expect(changed).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Seed' }).fill('43');
  await expect(changed).toBeVisible();
  await page.getByRole('textbox', { name: 'Seed' }).fill('42');
  await expect(changed).toHaveCount(0);
  expect(sent()).toBe(3);
});

test('a tab keeps its result, whatever another tab checks, and a new tab has the newest', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [each, count] of [
    [page, 2],
    [other, 3],
  ] as const) {
    await openLab(each, 'determinism', { max_tokens: '4', seed: '42' });
    await each.getByRole('textbox', { name: 'Runs' }).fill(String(count));
    await each.getByRole('button', { name: /^Check (Ctrl|⌘)/ }).click();
    await expect(verdictOf(each)).toContainText(`Identical across ${count} runs`);
  }
  const newest = await context.newPage();
  await expect(async () => {
    await newest.goto('/?view=labs&lab=determinism');
    await expect(verdictOf(newest)).toContainText('Identical across 3 runs');
  }).toPass();
  await page.reload();
  await expect(verdictOf(page)).toContainText('Identical across 2 runs');
});

test('where run 1 fails, the check says which run the others are compared with', async ({ page }) => {
  let sent = 0;
  await page.route('**/completions', async (route) => {
    sent += 1;
    if (sent === 1) await route.fulfill({ status: 500, json: { error: { message: 'Broken.', type: 'x' } } });
    else await route.continue();
  });
  await openLab(page, 'determinism', { max_tokens: '4', seed: '42' });
  await page.getByRole('textbox', { name: 'Runs' }).fill('3');
  await page.getByRole('button', { name: /^Check (Ctrl|⌘)/ }).click();
  await expect(page.getByRole('status', { name: 'Verdict' })).toContainText('Identical across 2 of 3 runs');
  const runs = page.getByRole('table', { name: 'Runs compared with run 2' });
  await expect(runs.getByRole('columnheader', { name: 'vs run 2' })).toBeVisible();
  await expect(runs.getByRole('row').nth(2)).toContainText('the others are compared with this one');
});

test('a lab that is reloaded while it runs keeps what arrived, and sends the rest again', async ({
  page,
}) => {
  const sent = countCompletions(page);
  await openLab(page, 'determinism', { max_tokens: '40', seed: '42' });
  // Far more than are under way at once: some still wait when the first is done.
  await page.getByRole('textbox', { name: 'Runs' }).fill('32');
  await keptRuns(page);
  await page.getByRole('button', { name: /^Check (Ctrl|⌘)/ }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText(/[1-9]\d* of 32 done/);
  await page.reload();
  const runs = page.getByRole('table', { name: 'Runs compared with run 1' });
  await expect(runs.getByText('Complete').first()).toBeVisible();
  await expect(runs.getByText('Interrupted').first()).toBeVisible();
  await expect(runs.getByText('Not sent').first()).toBeVisible();
  const failures = page.getByRole('group', { name: 'Failed requests' });
  await expect(failures).toContainText(/of 32 requests failed\./);
  const reasons = failures.getByRole('listitem');
  await expect(reasons.filter({ hasText: /^\d+ × The page was closed before its turn\./ })).toHaveCount(1);
  await expect(reasons.filter({ hasText: /^\d+ × The page was closed during the answer\./ })).toHaveCount(1);
  const before = sent();
  await page.getByRole('button', { name: /^Send (\d+ )?again/ }).click();
  await expect(page.getByRole('status', { name: 'Verdict' })).toHaveText(
    'Identical across 32 runs: all 40 tokens are the same.',
  );
  expect(sent() - before).toBeLessThan(32);
});

test('a shortcut before the models are loaded focuses the button, and the next one sends', async ({
  page,
}) => {
  const released = new AbortController();
  await page.route('**/v1/models', async (route) => {
    if (!released.signal.aborted) await once(released.signal, 'abort');
    await route.continue();
  });
  await page.addInitScript((prompt) => {
    const draft = { model: '', prompt, stop: [], numbers: { max_tokens: '2' }, stream: true };
    localStorage.setItem('inferdeck.draft', JSON.stringify({ version: 1, value: draft }));
  }, beginning);
  const sent = countCompletions(page);
  await page.goto('/?view=labs&lab=grid');
  const act = page.getByRole('button', { name: /^Run grid/ });
  await expect(act).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(act).toBeFocused();
  expect(sent()).toBe(0);
  released.abort();
  await expect(act).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(sent).toBeGreaterThan(0);
});

test('a check without a seed is not sent before one is chosen', async ({ page }) => {
  await openLab(page, 'determinism', { max_tokens: '5' });
  await expect(page.getByText(/Without a seed, runs differ randomly/)).toBeVisible();
  await expect(
    page.getByText('Each run is listed with the first token that differs from run 1'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Check (Ctrl|⌘)/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Random' }).click();
  await expect(page.getByRole('button', { name: /^Check (Ctrl|⌘)/ })).toBeEnabled();
});

test('a sweep shows its bound before sending, and every cell opens its texts', async ({ page }) => {
  const sent = countCompletions(page);
  await openLab(page, 'grid', { max_tokens: '8', seed: '1', n: '12', temperature: '0.3' });
  // Not those that the grid replaces.
  await expect(page.getByText('Parameters from Write: max_tokens 8 · seed 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning);
  await page.getByRole('textbox', { name: 'Across: values' }).fill('0, 1');
  await page.getByRole('textbox', { name: 'Down: values' }).fill('0.5 1');
  await page.getByRole('textbox', { name: 'Choices per cell' }).fill('3');
  await expect(page.getByText(/^4 requests · at most \d+ tokens in \+ 96 out/)).toBeVisible();
  expect(sent()).toBe(0);
  await page.getByRole('button', { name: 'Run grid' }).click();
  // At temperature 0 all choices are the same text.
  const cold = page.getByRole('button', { name: /^top_p 1, temperature 0: 1 of 3 distinct/ });
  await expect(cold).toContainText('3 length');
  await expect(page.getByRole('button', { name: /^top_p [\d.]+, temperature/ })).toHaveCount(4);
  expect(sent()).toBe(4);
  await cold.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^top_p 0.5, temperature 1/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(cold).toBeFocused();
  const hint = page.getByText('Select a cell to read its answers.');
  await expect(hint).toBeVisible();
  await cold.click();
  await expect(hint).toHaveCount(0);
  const texts = page.getByRole('region', { name: 'Answers for temperature 0, top_p 1' });
  await expect(texts.getByRole('listitem')).toHaveCount(1);
  await expect(texts).toContainText('3× · 8 tokens · length');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await saved).path();
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(1 + 4 * 3 + 1);

  await expect(page.getByText('The prompt or the settings have changed')).toHaveCount(0);
  await texts.getByRole('button', { name: 'Use these parameters' }).click();
  await expect(page.getByRole('textbox', { name: 'temperature' })).toHaveValue('0');
  await expect(page.getByRole('textbox', { name: 'top_p' })).toHaveValue('1');
  expect(sent()).toBe(4);
});

test('a cell counts no pieces as tokens where the service sends none', async ({ page }) => {
  const body = ['The quick ', 'brown fox']
    .map((text) => ({
      id: 'c',
      choices: [{ index: 0, text, finish_reason: text.endsWith('fox') ? 'stop' : null }],
    }))
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('');
  await page.route('**/completions', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `${body}data: [DONE]\n\n` }),
  );
  await openLab(page, 'grid', { max_tokens: '8' });
  await page.getByRole('textbox', { name: 'Across: values' }).fill('1');
  await page.getByRole('textbox', { name: 'Down: values' }).fill('1');
  await page.getByRole('button', { name: 'Run grid' }).click();
  await page.getByRole('button', { name: /^top_p 1, temperature 1: 1 of 1 distinct/ }).click();
  await expect(page.getByRole('region', { name: 'Answers for' })).toContainText('≥ 2 tokens · stop');
});

test('a lab with a result ends with its content', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, 'grid', { max_tokens: '2' });
  await page.getByRole('button', { name: 'Run grid' }).click();
  await expect(
    page.getByRole('button', { name: /^top_p 1, temperature 1.5: \d of 4 distinct/ }),
  ).toBeVisible();
  const beyond = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(beyond).toBe(0);
});

test('an invalid value of a sweep is reported, and Stop ends all cells', async ({ page }) => {
  await openLab(page, 'grid', { max_tokens: '100' });
  const across = page.getByRole('textbox', { name: 'Across: values' });
  await across.fill('0, warm');
  await expect(page.getByText('temperature: “warm” is not a number.')).toBeVisible();
  await expect(across).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Run grid' })).toBeDisabled();
  await across.fill('0 0.5 1');
  await page.getByRole('textbox', { name: 'Choices per cell' }).fill('1');
  await page.getByRole('button', { name: 'Run grid' }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toContainText(/[1-8] of 9 done/);
  await page.keyboard.press('Escape');
  // For a screen reader alone.
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText(/^\d of 9 done · \d stopped$/);
  const stopped = page.getByRole('button', { name: /Stopped/ });
  await expect(stopped.first()).toBeVisible();
  await page.getByRole('button', { name: /^Run remaining \d/ }).click();
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText('9 of 9 done');
  await expect(stopped).toHaveCount(0);
});

test('stops are tried on the newest answer without a request, and taken over', async ({ page }) => {
  await openLab(page, 'stops', { max_tokens: '60', seed: '42' });
  await expect(page.getByText('No output yet')).toBeVisible();
  await page.getByRole('button', { name: 'Run a prompt' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const answer = (
    await page.getByRole('textbox', { name: 'Output', exact: true }).locator('[data-block]').allTextContents()
  ).join('');
  const sent = countCompletions(page);
  await page.getByRole('radio', { name: 'Labs' }).check();
  await page.getByRole('button', { name: 'Stop lab' }).click();
  const texts = page.getByRole('list', { name: 'Answers' });
  await expect(texts).toContainText(/^choice 0 · \d+ tokens/);
  await page.getByRole('textbox', { name: 'Candidate stops' }).fill('zxqv');
  await page.keyboard.press('Enter');
  await expect(texts).toContainText(/^choice 0 · 60 tokens · contains none of the stops/);
  await page.keyboard.press('Backspace');
  await page.getByRole('textbox', { name: 'Candidate stops' }).fill('.');
  await page.keyboard.press('Enter');
  // A space at its beginning makes another stop, and shows.
  await expect(page.getByText('.', { exact: true }).first()).toHaveCSS('white-space', 'pre');
  await expect(page.getByRole('columnheader', { name: 'answers with it' })).toBeVisible();
  await expect(texts).toContainText(/cuts it after \d+ of 60 tokens · \d+ saved/);
  await expect(texts.getByRole('deletion')).toHaveText(answer.slice(answer.indexOf('.') + 1), {
    useInnerText: false,
  });
  await page.getByRole('button', { name: 'Use as stop' }).click();
  await expect(page.getByRole('button', { name: 'In use' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Candidate stops' }).fill('!');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use as stop' })).toBeEnabled();
  await page.getByRole('button', { name: 'Remove .', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Replace 1 stop in Write' })).toBeEnabled();
  expect(sent()).toBe(0);

  // The service cuts as the lab predicted.
  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/Finished: stop sequence/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Output', exact: true })).toHaveText(
    answer.slice(0, answer.indexOf('.')),
    { useInnerText: false },
  );
});

test('what is typed into a lab is kept after a reload', async ({ page }) => {
  for (const [lab, field, text] of [
    ['ranking', 'Answers', ' red\n blue'],
    ['surprise', 'Text', 'A text of my own'],
    ['grid', 'Across: values', '0.2, 0.4'],
    ['determinism', 'Runs', '3'],
  ] as const) {
    await openLab(page, lab, {});
    const input = page.getByLabel(field, { exact: true });
    await input.fill(text);
    await page.reload();
    await expect(input).toHaveValue(text);
  }
});

test('an answer that still streams is not cut before it has ended', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'held');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, ' one two');
  await page.getByRole('radio', { name: 'Labs' }).check();
  await page.getByRole('button', { name: 'Stop lab' }).click();
  await expect(page.getByText('The last run is still streaming.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Candidate stops' })).toHaveCount(0);
  faulty.release('held');
  await expect(page.getByRole('list', { name: 'Answers' })).toContainText('one two three');
});
