// The rows of a data run: one opened, the check over all of them, two thousand of them.
import { expect, grid, load, open, prompt as template, state, tales, test } from './data-view.ts';
import { refuseStorage } from './refuse-storage.ts';
import { test as scripted } from './scripted-service.ts';

test('an open row shows its prompt, tokens and request, and continues in Write', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(2) });
  await page.getByRole('button', { name: 'Start 2 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  await grid(page).getByRole('row').nth(2).click();
  const filled = 'Once upon a time a fox, 2 lived in the forest.';
  await expect(page.getByRole('region', { name: 'Row prompt' })).toContainText(filled);
  // A row of a file has no id.
  await expect(page.getByRole('region', { name: 'Cell' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy id' })).toHaveCount(0);
  const answer = page.getByRole('textbox', { name: 'Row answer' });
  await answer.focus();
  await page.keyboard.press('Home');
  await expect(answer).toContainText('token 1 ·');
  // Nothing here shows the prompt that a branch would fill, or sends it.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Token 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Branch|Alternatives|Ban)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  // The request goes to the service where the run was started, whatever connection is in use now.
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveValue(/a fox, 2/);
  const sent = await code.inputValue();
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill('http://127.0.0.1:9/v1');
  await page.getByRole('button', { name: 'Save and use' }).click();
  await expect(page.getByRole('button', { name: /^Connection:.*127\.0\.0\.1/ })).toBeVisible();
  await expect(code).toHaveValue(sent);
  await page.getByRole('radio', { name: 'This server' }).check();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Open prompt in Write' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(filled);
  await expect(page.getByRole('button', { name: /^Run/ })).toBeEnabled();

  // The row's prompt does not cost the template.
  await page.getByRole('radio', { name: 'Data' }).check();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Discard results' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(template);
  const start = page.getByRole('button', { name: 'Start 2 requests' });
  await expect(start).toBeEnabled();

  // One's own prompt stays.
  await start.click();
  await expect(state(page)).toHaveText('Done');
  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('In the garden there was');
  await page.getByRole('radio', { name: 'Data' }).check();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Discard results' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('In the garden there was');
});

test('an answer without text says so in its row and where the row is opened', async ({ page }) => {
  const body = 'data: {"choices":[{"index":0,"text":"","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  await page.route('**/completions', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await open(page, { name: 'tales.csv', text: tales(1) });
  await page.getByRole('button', { name: 'Start 1 request' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect(grid(page).getByRole('gridcell', { name: 'No text.' })).toBeVisible();
  await grid(page).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Answer' }).getByText('No text.')).toBeVisible();
});

test('the check counts the rows that pass', async ({ page }) => {
  await open(page, {
    name: 'x.csv',
    text: 'hero,place,expected\nMia,town,.\nTom,town,(\nSue,town,^never$\nTim,town,((.+)+)+~$\n',
  });
  await page.getByRole('combobox', { name: 'Expected answer' }).selectOption('expected');
  await page.getByRole('radio', { name: 'Regex' }).check();
  await page.getByRole('button', { name: 'Start 4 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect(page.getByRole('list', { name: 'Check results' })).toHaveText(
    '1 of 2 pass (50 %), 1 not comparable, 1 too slow',
  );
  // Beside the state, not behind a long output.
  await expect(page.getByRole('columnheader', { name: 'check' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('row', { name: /Sue/ }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('fail expected ^never$');
  await page.getByRole('tab', { name: 'Run' }).click();
  // None of the answers is JSON.
  await page.getByRole('checkbox', { name: 'Output must be valid JSON' }).check();
  await expect(page.getByRole('list', { name: 'Check results' })).toHaveText('0 of 4 pass (0 %)');
  await page.getByRole('combobox', { name: 'Expected answer' }).selectOption('none');
  await expect(page.getByRole('list', { name: 'Check results' })).toHaveText('0 of 4 pass (0 %)');
});

test('a check of a column that another file does not have is off', async ({ page }) => {
  await open(page, { name: 'x.csv', text: 'hero,expected\nMia,.\n' });
  await page.getByRole('combobox', { name: 'Expected answer' }).selectOption('expected');
  await open(page, { name: 'y.csv', text: 'hero,place\nMia,town\n' });
  await expect(page.getByRole('combobox', { name: 'Expected answer' })).toHaveValue('');
  await expect(page.getByRole('radiogroup', { name: 'Match' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Start 1 request' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect(page.getByRole('columnheader', { name: 'output' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'check' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Check results' })).toHaveCount(0);
});

test('an answer that came just before a reload is kept, and those that it cut are lost, not failed', async ({
  page,
}) => {
  await open(page, { name: 'tales.csv', text: tales(60) });
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role=grid]')?.textContent.includes('complete') !== true) return;
      observer.disconnect();
      location.reload();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Start 60 requests' }).click();
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText('This is an earlier run');
  await expect(grid(page).getByText('complete', { exact: true }).first()).toBeVisible();
  await expect(grid(page).getByText('failed', { exact: true })).toHaveCount(0);
});

test('two thousand rows are processed while the page stays usable', async ({ page }) => {
  test.slow();
  await open(page, { name: 'many.csv', text: tales(2_000) });
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('1');
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await page.getByRole('button', { name: 'Start 2,000 requests' }).click();
  await grid(page).focus();
  await page.keyboard.press('Control+End');
  // Under its head: a search of whole rows would find 1999 among the figures, too.
  await page.getByRole('textbox', { name: 'Filter {{hero}}' }).fill('"a fox, 1999"');
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(state(page)).toHaveText('Running');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(state(page)).toHaveText('Stopped');
});

test('outside Data a note says that a variable is sent literally, by the name that Data uses', async ({
  page,
}) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const hint = page.getByText('is sent literally');
  await prompt.fill('Dear {{first name}}');
  await expect(hint).toHaveText(/^{{first name}} is sent literally/);
  await prompt.fill('Dear {{name}} of {{town}}');
  await expect(page.getByText('{{name}}, {{town}} are sent literally')).toBeVisible();
  await prompt.fill(String.raw`Dear \{{x}}`);
  await expect(hint).toHaveCount(0);
});

test('a tab of the side panel opens at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.goto('/?view=data');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'n', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('tab', { name: 'Run' }).click();
  await expect(page.getByRole('heading', { name: 'Rows', exact: true })).toBeInViewport();
});

test('one row, one request and one token are in the singular', async ({ page }) => {
  await open(page, { name: 'tale.csv', text: tales(1) });
  const estimate = page.getByRole('region', { name: 'Run estimate' });
  await expect(estimate).toContainText('1 row × 1 variant');
  await expect(estimate.getByText('1 request', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('1');
  await page.getByRole('button', { name: 'Start 1 request' }).click();
  await expect(state(page)).toHaveText('Done');
  await grid(page).getByRole('row').nth(1).click();
  await expect(page.getByText(/output 1 token\b/)).toBeVisible();
});

test('the file and the setup are kept after a reload, until the file is closed', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(3) });
  await page.getByRole('button', { name: 'Add variant' }).click();
  await expect(page.getByText('Two variants are the same')).toBeVisible();
  await page.getByRole('combobox', { name: 'Variant 2: model' }).fill('inferdeck/other');
  await page.getByRole('combobox', { name: 'Expected answer column' }).selectOption('place');
  await page.reload();
  await expect(page.getByText('tales.csv')).toBeVisible();
  await expect(grid(page).getByRole('row').nth(3)).toContainText('a fox, 3');
  await expect(page.getByRole('combobox', { name: 'Variant 2: model' })).toHaveValue('inferdeck/other');
  await expect(page.getByRole('combobox', { name: 'Expected answer column' })).toHaveValue('place');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByText('Run the prompt over your rows')).toBeVisible();
});

test('the model of a variant is offered from the list, and one that is not listed is named before it is sent', async ({
  page,
}) => {
  await open(page, { name: 'tales.csv', text: tales(1) });
  const variants = page.getByRole('region', { name: 'Variants' });
  const unlisted = variants.getByText('The service does not list');
  await variants.getByRole('button', { name: 'Add variant' }).click();
  const model = page.getByLabel('Variant 2: model');
  await expect(variants.getByText('Two variants are the same: each row is sent twice.')).toBeVisible();
  await model.fill('weather');
  await expect(unlisted).toHaveText('The service does not list weather: requests may fail.');
  const list = await model.getAttribute('list');
  const first = page.locator(`[id="${list}"] option`).first();
  await model.fill((await first.getAttribute('value')) ?? '');
  await expect(unlisted).toHaveCount(0);
});

test('an empty file is named, and the rows before it stay', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(3) });
  await load(page, { name: 'empty.csv', text: '' });
  await expect(page.getByText('Not opened: empty.csv. It is empty.')).toBeVisible();
  await expect(grid(page).getByRole('row').nth(3)).toContainText('a fox, 3');
});

test('pasted rows that cannot be read are said not to be opened', async ({ page }) => {
  await page.goto('/?view=data');
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill('[{"a": 1},');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Not opened: pasted rows. It starts like a JSON array but is not valid JSON.',
  );
});

test('rows that the browser refuses to store are said to end with the page', async ({ page }) => {
  await open(page, { name: 'older.csv', text: tales(3) });
  await refuseStorage(page, 'source');
  await load(page, { name: 'tales.csv', text: tales(4) });
  await expect(page.getByText('These rows are not stored')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Run the prompt over your rows')).toBeVisible();
});

scripted('a small cost of a row is shown whole', async ({ page, script }) => {
  const model = 'acme/base-1b';
  script.answers.set('/models', { body: [{ id: model, pricing: { input: 2, output: 10 } }] });
  script.answers.set('/completions', {
    body: {
      id: 'answer',
      object: 'text_completion',
      created: 1,
      model,
      choices: [{ index: 0, text: ' once', finish_reason: 'stop' }],
      usage: { prompt_tokens: 31, completion_tokens: 6, total_tokens: 37 },
    },
  });
  await open(page, { name: 'tales.csv', text: tales(1) });
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page.getByRole('button', { name: 'Start 2 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  await page.getByRole('columnheader', { name: 'A cost' }).scrollIntoViewIfNeeded();
  const cost = grid(page).getByRole('gridcell', { name: '$0.000122' }).first();
  const [text, room] = await cost.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    return [
      range.getBoundingClientRect().width,
      cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
    ];
  });
  expect(text).toBeGreaterThan(0);
  expect(text).toBeLessThanOrEqual(room ?? 0);
});

test('once its connection is forgotten a run sends no other row, until that is undone', async ({ page }) => {
  const held: (() => void)[] = [];
  let asked = 0;
  await page.addInitScript(() => {
    const profiles = [{ id: 'lab', name: 'Lab', baseUrl: 'http://localhost:9/v1' }];
    const kept = JSON.stringify({ version: 1, value: { activeId: 'lab', profiles } });
    localStorage.setItem('inferdeck.connections', kept);
  });
  await page.route('http://localhost:9/**', async (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (route.request().method() !== 'POST') return route.fulfill({ headers, json: [{ id: 'acme/base' }] });
    asked += 1;
    await new Promise<void>((resolve) => held.push(resolve));
    const body = 'data: {"choices":[{"index":0,"text":"a","finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    return route.fulfill({ headers, contentType: 'text/event-stream', body });
  });
  await open(page, { name: 'tales.csv', text: tales(3) });
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 3 requests' }).click();
  await expect.poll(() => asked).toBe(1);
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Forget Lab' }).click();
  held[0]?.();
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText(
    'Its connection was changed or forgotten; nothing was sent.',
  );
  expect(asked).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => asked).toBe(2);
});
