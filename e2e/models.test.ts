// The models page: one table whose whole state is in the address, worked by pointer and by keyboard.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });
const firstIds = (page: Page) => grid(page).locator('[data-row] [data-column="0"]').allInnerTexts();

test.beforeEach(async ({ page }) => {
  await page.goto('/models');
  await expect(grid(page)).toBeVisible();
});

test('a filter under a head hides rows, says so, and is undone', async ({ page }) => {
  const all = await grid(page).getAttribute('aria-rowcount');
  await page.getByRole('textbox', { name: 'Filter Context' }).fill('>=262144');
  await expect(page.getByText(/\d+ of \d+ models, \d+ hidden by Context >=262144/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', all ?? '');
  await page.getByRole('button', { name: 'Undo: filter again' }).click();
  await expect(page.getByRole('textbox', { name: 'Filter Context' })).toHaveValue('>=262144');
});

test('a filter that cannot be read says why and hides nothing', async ({ page }) => {
  const all = await grid(page).getAttribute('aria-rowcount');
  const filter = page.getByRole('textbox', { name: 'Filter Context' });
  await filter.fill('>=many');
  await expect(page.getByText('“many” is no number.')).toBeVisible();
  await expect(filter).toHaveAttribute('aria-invalid', 'true');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', all ?? '');
});

test('everything that was set is there again after a reload', async ({ page }) => {
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

test('a bad address shows the table all the same', async ({ page }) => {
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
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(3);
  await comparison.getByRole('checkbox', { name: /Only differences/ }).check();
  await expect(comparison.getByRole('rowheader', { name: 'Organization' })).toHaveCount(0);
  await expect(comparison.getByRole('rowheader', { name: 'Model' })).toHaveCount(1);
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
  await list.getByRole('button', { name: 'Keep Type at the left' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: /^License/ })).toHaveCount(0);
  await expect(page).toHaveURL(/cols=id,type,source,.*&pin=id,type/);
  await expect(page.getByRole('columnheader', { name: /^Type/ })).toHaveCSS('position', 'sticky');
});

test('samples say what they are and can be hidden', async ({ page }) => {
  await expect(grid(page).getByText('sample').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hide samples' }).check();
  await expect(grid(page).getByText('sample')).toHaveCount(0);
  await expect(grid(page).getByText('inferdeck/tale-1m')).toBeVisible();
});

test('what is in sight is saved as CSV, with units in the head', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search models' }).fill('gpt-oss-20b');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('models.csv');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream())
    chunks.push(new Uint8Array(Buffer.from(chunk)));
  const [head = '', row = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(head).toContain('Context (tokens),Input ($/1M tokens)');
  expect(row).toMatch(/^openai\/gpt-oss-20b,sample,chat,131072,0\.05,0\.2,/);
});

test('on a phone the first column stays while the others scroll', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const first = grid(page).locator('[data-row="0"] [data-column="0"]');
  const before = await first.boundingBox();
  await grid(page).evaluate((element) => element.parentElement?.scrollTo({ left: 400 }));
  await expect.poll(async () => (await first.boundingBox())?.x).toBe(before?.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
