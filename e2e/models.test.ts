// Models page: a table with its whole state in the address, by pointer and by keyboard.
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';
import { watchShifts } from './layout-shifts.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });
const firstIds = (page: Page) => grid(page).locator('[data-row] [data-column="0"]').allInnerTexts();

async function saved(page: Page, format: string, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save ${format}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream())
    chunks.push(new Uint8Array(Buffer.from(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}

test.beforeEach(async ({ page }) => {
  await page.goto('/models');
  await expect(grid(page)).toBeVisible();
});

test('a filter under a header hides rows, says so, and can be undone', async ({ page }) => {
  const all = await grid(page).getAttribute('aria-rowcount');
  await page.getByRole('textbox', { name: 'Filter Context' }).fill('>=262144');
  await expect(page.getByText(/\d+ of \d+ models, \d+ hidden by Context >=262144/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', all ?? '');
  await page.getByRole('button', { name: 'Undo: filter again' }).click();
  await expect(page.getByRole('textbox', { name: 'Filter Context' })).toHaveValue('>=262144');
});

test('an invalid filter says why and hides nothing', async ({ page }) => {
  const all = await grid(page).getAttribute('aria-rowcount');
  const filter = page.getByRole('textbox', { name: 'Filter Context' });
  await filter.fill('>=many');
  await expect(page.getByText('“many” is not a number.')).toBeVisible();
  await expect(filter).toHaveAttribute('aria-invalid', 'true');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', all ?? '');
});

test('all settings are kept after a reload', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search models' }).fill('qwen');
  await page.getByRole('button', { name: /^Context/ }).click();
  await page.getByRole('button', { name: /^Context/ }).click();
  await page.getByRole('button', { name: /^Input/ }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Pick values of Type' }).click();
  await page.getByRole('dialog', { name: 'Values of Type' }).getByRole('checkbox', { name: /^chat/ }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?q=qwen&in\.type=chat&sort=-context,input$/);
  const before = await firstIds(page);
  expect(before.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toHaveValue('qwen');
  await expect(page.getByRole('columnheader', { name: /Context/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(await firstIds(page)).toEqual(before);
});

test('picked values turn only their filter blue, and its hint stays away from their list', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Pick values of Type' }).click();
  const values = page.getByRole('dialog', { name: 'Values of Type' });
  await values.getByRole('checkbox', { name: /^chat/ }).check();
  await expect(page.getByRole('button', { name: 'Pick values of Type, 1 picked' })).toBeVisible();
  await expect(page.getByText(/^part, "whole value"/).filter({ visible: true })).toHaveCount(0);
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect(values.getByText('chat', { exact: true })).toHaveCSS('color', text);
});

test('an invalid address still shows the table', async ({ page }) => {
  await page.goto('/models?sort=-gone,,&cols=%FF&w=id:-1&in.type=&f.context=>=&cmp=nothing&hide=x&q=');
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Filter Context' })).toHaveValue('>=');
});

test('the keyboard alone searches, moves, opens, picks and compares', async ({ page }) => {
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toBeFocused();
  await page.keyboard.type('openai');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Space');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(3);
  await comparison.getByRole('checkbox', { name: /Only differences/ }).check();
  await expect(comparison.getByRole('rowheader', { name: 'Organization' })).toHaveCount(0);
  await expect(comparison.getByRole('rowheader', { name: /^Input/ })).toHaveCount(1);
  await expect(comparison.getByRole('rowheader', { name: 'Model' })).toHaveCount(0);
  await grid(page).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /^Model openai\// });
  await expect(panel).toContainText('"context_length": 131072');
  await panel.getByRole('button', { name: 'Close the model' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('columns are hidden, moved and pinned from one list', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns' }).click();
  const list = page.getByRole('dialog', { name: 'Columns' });
  await list.getByRole('checkbox', { name: 'License' }).uncheck();
  await list.getByRole('checkbox', { name: 'Type' }).press('Alt+ArrowUp');
  await list.getByRole('button', { name: 'Pin Type left' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: /^License/ })).toHaveCount(0);
  await expect(page).toHaveURL(/without=license&order=id,type,source,.*&pin=id,type/);
  await expect(page.getByRole('columnheader', { name: /^Type/ })).toHaveCSS('position', 'sticky');
});

test('samples say what they are and can be hidden', async ({ page }) => {
  await expect(grid(page).getByText('sample').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hide samples' }).check();
  await expect(grid(page).getByText('sample')).toHaveCount(0);
  await expect(grid(page).getByText('inferdeck/tale-1m')).toBeVisible();
});

test('visible rows are saved as CSV, JSON and Markdown, and each can be read back', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search models' }).fill('gpt-oss');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  const csv = await saved(page, 'CSV', 'models.csv');
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const { data, errors } = Papa.parse<Record<string, string>>(csv.slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data.map((row) => row['Model'])).toEqual(['openai/gpt-oss-20b', 'openai/gpt-oss-120b']);
  expect(data[0]).toMatchObject({
    'Source (prices of samples noted in 2026-07)': 'sample',
    'Context (tokens)': '131072',
    'Input ($/1M tokens)': '0.05',
    'Blended 3:1 ($/1M tokens)': '0.0875',
    Created: '2025-08-05T00:00:00.000Z',
  });

  const json: unknown = JSON.parse(await saved(page, 'JSON', 'models.json'));
  expect(json).toMatchObject([
    { id: 'openai/gpt-oss-20b', context: 131_072, input: 0.05, output: 0.2, hourly: 0 },
    { id: 'openai/gpt-oss-120b', context: 131_072, input: 0.15, output: 0.6 },
  ]);

  const lines = (await saved(page, 'Markdown', 'models.md')).trimEnd().split('\n');
  const cells = lines.map((line) => line.slice(2, -2).split(' | '));
  expect(cells).toHaveLength(4);
  expect(new Set(cells.map((row) => row.length))).toEqual(new Set([Object.keys(data[0] ?? {}).length]));
  expect(cells[2]?.slice(0, 6)).toEqual(['openai/gpt-oss-20b', 'sample', 'chat', '131,072', '0.05', '0.20']);
});

test('a model opens with every field, its JSON and links, and Escape closes it', async ({ page }) => {
  await grid(page).getByText('deepseek-ai/DeepSeek-R1', { exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Model deepseek-ai/DeepSeek-R1' });
  await expect(panel).toContainText('Its prices were noted in 2026-07 and are not an offer.');
  await expect(panel).toContainText('163,839');
  await expect(panel).toContainText('(3 × 3 + 7) ÷ 4');
  await expect(panel.getByRole('region', { name: 'Price history' })).toContainText('Output');
  await expect(page).toHaveURL(/open=deepseek-ai\/DeepSeek-R1|open=deepseek-ai%2FDeepSeek-R1/);
  const hardware = panel.getByRole('link', { name: 'Hardware for this model' });
  await expect(hardware).toHaveAttribute('href', /^\/hardware\?model=deepseek-ai/);
  const fineTunes = panel.getByRole('link', { name: 'Fine-tunes of this model' });
  await expect(fineTunes).toHaveAttribute('href', /^\/fine-tunes\?in\.model=deepseek-ai/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('hardware this');
  await expect(page.getByRole('option', { name: 'Hardware for this model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);

  await grid(page).getByText('inferdeck/tale-1m', { exact: true }).click();
  await page.getByRole('link', { name: 'Open in playground' }).click();
  await expect(page).toHaveTitle(/Playground/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await expect(page.getByRole('button', { name: /inferdeck\/tale-1m/ })).toBeVisible();
});

test('a link to a model that is not listed says so, and the table stays', async ({ page }) => {
  await page.goto('/models?open=nobody/nothing');
  await expect(page.getByText('There is no model called nobody/nothing.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).not.toHaveURL(/open=/);
  await expect(grid(page)).toBeVisible();
});

test('a row shows the age of its model, and the cursor explains its figure', async ({ page }) => {
  await page.clock.setFixedTime('2026-12-06T00:00:00Z');
  await page.goto('/models?q=gpt-oss-20b');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('columnheader', { name: 'Age' }).scrollIntoViewIfNeeded();
  await expect(grid(page).getByText('16 months')).toHaveAttribute('title', '2025-08-05T00:00:00.000Z');
  await grid(page).focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('= (3 × 0.05 + 0.2) ÷ 4')).toBeVisible();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Model openai/gpt-oss-20b' });
  await expect(panel.getByRole('definition').filter({ hasText: '16 months' })).toBeVisible();
});

test('prices are shown in the chosen unit, on every visit', async ({ page }) => {
  const filter = page.getByRole('textbox', { name: 'Filter Input' });
  await filter.fill('<=0.5');
  await page.getByRole('combobox', { name: 'Read prices as' }).selectOption('¢/1M tokens');
  await expect(filter).toHaveValue('<=50');
  await expect(page).toHaveURL(/f\.input=%3C%3D50/);
  await expect(page.getByRole('columnheader', { name: /^Output ¢\/1M tokens/ })).toBeVisible();
  // The unit of a sample is known.
  await expect(grid(page).getByRole('row', { name: /gpt-oss-20b/ })).toContainText(/5\.00\s*20\.00/);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: /^Input ¢\/1M tokens/ })).toBeVisible();
  // A filter in another unit would hide other rows.
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: 'Undo: filter again' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Read prices as' }).selectOption('$/1M tokens');
  await expect(page.getByRole('columnheader', { name: /^Input \$\/1M tokens/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo: filter again' })).toHaveCount(0);
});

test('a model has its own link, and keys open, leave and close it', async ({ page, context }) => {
  const link = grid(page).getByRole('link', { name: 'inferdeck/guard-words', exact: true });
  await page.getByRole('textbox', { name: 'Filter Context' }).fill('512');
  await expect(page).toHaveURL(/f\.context=512(&|$)/);
  // The browser opens the tab: its driver may wait forever for one whose address the page changes at once.
  const isLeft = page.evaluate(
    () =>
      new Promise((resolve) => {
        const handleClick = (event: Event) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        };
        addEventListener('click', handleClick, { once: true });
      }),
  );
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeft).toBe(true);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  const address = await link.getAttribute('href');
  expect(address).toMatch(/f\.context=512&.*open=inferdeck/);
  const other = await context.newPage();
  await other.goto(address ?? '');
  await expect(other.getByRole('complementary', { name: 'Model inferdeck/guard-words' })).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Filter Context' })).toHaveValue('512');
  await other.close();
  await page.getByRole('textbox', { name: 'Filter Context' }).fill('');
  await expect(page.getByRole('complementary')).toHaveCount(0);

  await grid(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Model inferdeck/guard-words' });
  await expect(panel).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Copy id' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Model inferdeck/tale-1m' })).toBeFocused();
});

test('a price of 0, by the hour and of a sample are distinguished', async ({ page }) => {
  const row = (id: string) => grid(page).getByRole('row').filter({ hasText: id });
  await expect(row('inferdeck/tale-1m')).toContainText('hourly or free');
  await expect(row('google/gemma-2-9b')).toContainText('by the hour');
  await expect(row('google/gemma-2-9b')).toContainText('2026-07');
});

test('a long id that shares its cell keeps part of its start, and its end', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/models');
  const id = 'meta-llama/Llama-3.3-70B-Instruct';
  const cell = page.getByRole('grid', { name: 'models' }).getByText(id);
  await expect(cell).toBeVisible();
  const widths = await cell.evaluate((text) => ({
    head: text.clientWidth,
    end: Number.parseFloat(getComputedStyle(text.parentElement ?? text, '::after').width),
  }));
  // Four characters of each, in pixels.
  expect(widths.head).toBeGreaterThanOrEqual(24);
  expect(widths.end).toBeGreaterThanOrEqual(24);
});

test('months are in sight of the workload in a small window, and Back closes what was opened last', async ({
  page,
}) => {
  const month = page.getByRole('columnheader', { name: /^Month/ });
  const requests = page.getByRole('textbox', { name: /^Requests/ });
  const panel = page.getByRole('complementary', { name: /^Model / });
  await page.goto('/models?open=inferdeck/guard-words');
  await page.setViewportSize({ width: 1_100, height: 900 });
  await page.getByRole('button', { name: 'Workload' }).click();
  await requests.fill('700');
  await expect(month).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL(/tday=700/);
  await page.goBack();
  await expect(requests).toHaveCount(0);
  await expect(panel).toBeVisible();
  await page.goForward();
  await expect(requests).toHaveValue('700');
  await panel.getByRole('button', { name: /^Close/ }).click();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(month).toBeInViewport({ ratio: 1 });
});

test('after Escape closed the model, Back leads to the page before, or undoes what was done since', async ({
  page,
}) => {
  const panel = page.getByRole('complementary', { name: /^Model / });
  const openFirst = () => grid(page).locator('[data-row="0"] [data-column="0"]').click();
  await page.goto('/jobs');
  await page
    .getByRole('link', { name: /^Models/ })
    .first()
    .click();
  await openFirst();
  await expect(page).toHaveURL(/open=.*prices=/);
  await panel.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/jobs$/);
  await page.goForward();
  await openFirst();
  await page.getByRole('textbox', { name: 'Filter Model' }).fill('tale');
  await expect(page).toHaveURL(/f\.id=tale/);
  await panel.getByRole('button', { name: /^Close/ }).click();
  await expect(panel).toHaveCount(0);
  await page.goBack();
  await expect(panel).toBeVisible();
});

test('closing the model keeps the unit that was chosen while it was open', async ({ page }) => {
  const panel = page.getByRole('complementary', { name: /^Model / });
  const unit = page.getByRole('combobox', { name: 'Read prices as' });
  await page.goto('/models?calc=open&prices=dollars-million');
  for (const id of ['cents-thousand', 'dollars-thousand']) {
    await grid(page).locator('[data-row="0"] [data-column="0"]').click();
    await expect(panel).toBeVisible();
    await unit.selectOption(id);
    await panel.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(unit).toHaveValue(id);
    await expect(page).toHaveURL(new RegExp(`prices=${id}`));
  }
});

test('loading the list with the calculator open shifts nothing', async ({ page }) => {
  await page.goto('/models?calc=open');
  await expect(grid(page)).toBeVisible();
  const shifts = await watchShifts(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test('a result is announced after a pause, not with every key', async ({ page, pauseClock }) => {
  await page.clock.install();
  await page.goto('/models?calc=open');
  const said = page.getByRole('status').filter({ hasText: /^\S+ costs least: / });
  await expect(said).toHaveCount(1);
  await page.clock.runFor(2_000);
  const before = await said.textContent();
  await pauseClock();
  const requests = page.getByRole('textbox', { name: /^Requests/ });
  await requests.pressSequentially('77');
  await page.clock.runFor(500);
  await expect(page.getByText('A month of 30.4167 days (730 h) has 2,342 requests')).toBeVisible();
  expect(await said.textContent()).toBe(before);
  await page.clock.runFor(2_000);
  await expect(said).not.toHaveText(before ?? '');
});

test('at 200 % zoom rows are visible below the calculator, with its result above them', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 430 });
  await page.goto('/models?calc=open');
  await expect(grid(page).locator('[data-row="1"] [data-column="0"]')).toBeInViewport({ ratio: 1 });
  const compare = page.getByRole('link', { name: 'Compare it with dedicated' });
  await expect(compare).toBeInViewport({ ratio: 1 });
  // 1,300 tokens a request, 1,000 requests in the 1,440 minutes of a day; 1,000 in to 300 out.
  await expect(compare).toHaveAttribute(
    'href',
    /view=break-even.*&traffic=902\.7777\d+&trafficOf=example&blend=3\.33333\d+/,
  );
  await page.goto('/hardware?model=inferdeck/tale-1m');
  const configurations = page.getByRole('grid', { name: 'configurations' });
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Cheapest available now:');
  await expect(configurations.locator('[data-row="2"] [data-column="0"]')).toBeInViewport({ ratio: 1 });
});
