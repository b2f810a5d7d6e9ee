// Table actions by keyboard and pointer: copying, multiple sort keys, widths, column order.
import type { Locator, Page } from '@playwright/test';
import { pasted } from './clipboard.ts';
import { expect, test } from './fixtures.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });
const head = (page: Page, name: RegExp) => grid(page).getByRole('columnheader', { name });
const start = async (box: Locator) => (await box.boundingBox())?.x;
const width = async (box: Locator) => Math.round((await box.boundingBox())?.width ?? 0);

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a cell is copied with its unit, its row by its id, by keys and by buttons', async ({ page }) => {
    await page.goto('/models?q=gpt-oss-20b');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
    await grid(page).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => pasted(page)).toBe('131072 tokens');
    await grid(page).focus();
    await page.keyboard.press('ControlOrMeta+Shift+c');
    await expect.poll(() => pasted(page)).toBe('openai/gpt-oss-20b');
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    const cell = page.getByRole('region', { name: 'Cell' });
    await cell.getByRole('button', { name: 'Copy value' }).click();
    await expect.poll(() => pasted(page)).toBe('0.05 $/1M tokens');
    await expect(cell.getByText('Copied')).toBeVisible();
    await cell.getByRole('button', { name: 'Copy id' }).click();
    await expect.poll(() => pasted(page)).toBe('openai/gpt-oss-20b');

    // Insecure contexts have no clipboard.
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await grid(page).focus();
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('ArrowLeft');
    await expect(cell).toContainText('Context');
    expect(errors).toEqual([]);
  });
});

test('several sort keys are numbered, and each can be reversed and removed', async ({ page }) => {
  await page.goto('/models');
  const name = (text: RegExp) => grid(page).getByRole('button', { name: text });
  await name(/^Context/).click();
  await expect(name(/^Context/)).toHaveText('Context tokens▲');
  await name(/^Input/).click({ modifiers: ['Shift'] });
  await name(/^Input/).click({ modifiers: ['Shift'] });
  await expect(name(/^Context/)).toHaveText('Context tokens1▲');
  await expect(name(/^Input/)).toHaveText(/2▼$/);
  await expect(head(page, /^Context/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=context,-input/);
  await name(/^Input/).click({ modifiers: ['Shift'] });
  await expect(name(/^Context/)).toHaveText('Context tokens▲');
  await expect(name(/^Input/)).not.toHaveText(/[▲▼]/);
  await page.getByRole('button', { name: 'Reset sort' }).click();
  await expect(page).not.toHaveURL(/sort=/);
});

test('a column is resized by its edge and by keys, within limits, and its cells with it', async ({
  page,
}) => {
  await page.goto('/models');
  const context = head(page, /^Context/);
  const cell = grid(page).locator('[data-row="0"] [data-column="3"]');
  expect(await width(context)).toBe(144);
  const box = await context.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y);
  await page.mouse.move(x + 60, y + 5);
  await page.mouse.up();
  await expect.poll(() => width(context)).toBe(204);
  expect(await width(cell)).toBe(204);
  await context.getByRole('button', { name: /^Context/ }).press('Alt+ArrowLeft');
  await expect.poll(() => width(cell)).toBe(188);
  await expect(page).toHaveURL(/w=context:188/);
  for (let step = 0; step < 12; step++) {
    await context.getByRole('button', { name: /^Context/ }).press('Alt+ArrowLeft');
  }
  await expect.poll(() => width(cell)).toBe(56);
});

test('columns change places by dragging, by keys and by buttons', async ({ page }) => {
  await page.goto('/models');
  const heads = async () =>
    (await grid(page).locator('[data-head]').allInnerTexts()).slice(0, 4).map((text) => text.split(/\s/)[0]);
  await expect.poll(heads).toEqual(['Model', 'Source', 'Type', 'Context']);
  await page.getByRole('button', { name: 'Columns' }).click();
  const list = page.getByRole('dialog', { name: 'Columns' });
  const item = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await item('Context').dragTo(item('Source'));
  await expect.poll(heads).toEqual(['Model', 'Context', 'Source', 'Type']);
  await list.getByRole('checkbox', { name: 'Context' }).press('Alt+ArrowDown');
  await expect.poll(heads).toEqual(['Model', 'Source', 'Context', 'Type']);
  await list.getByRole('button', { name: 'Move Context down' }).click();
  await expect.poll(heads).toEqual(['Model', 'Source', 'Type', 'Context']);
  await expect(page).not.toHaveURL(/order=/);
});

test('the monthly cost column is added to chosen columns, and hidden ones stay hidden', async ({ page }) => {
  await page.goto('/models?cols=id,context,input');
  await expect(grid(page).locator('[data-head]')).toHaveText([/^Model/, /^Context/, /^Input/]);
  await page.getByRole('button', { name: 'Workload' }).click();
  await expect(grid(page).locator('[data-head]')).toHaveText([/^Model/, /^Month/, /^Context/, /^Input/]);
  await page.goto('/hardware?cols=id,price,gpu');
  const configurations = page.getByRole('grid', { name: 'configurations' }).locator('[data-head]');
  await expect(configurations).toHaveText([/^Configuration/, /^Price/, /^GPU/]);
  await page.getByRole('button', { name: /^For model/ }).click();
  await page.getByRole('dialog', { name: 'For model' }).getByRole('combobox').fill('inferdeck/tale-1m');
  await page.keyboard.press('Enter');
  await expect(configurations).toHaveText([/^Configuration/, /^Availability/, /^Price/, /^GPU/]);
});

test('only the differences of compared rows are in the address', async ({ page }) => {
  await page.goto('/models?q=gpt-oss&cmp=openai/gpt-oss-20b,openai/gpt-oss-120b');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison.getByRole('checkbox', { name: /Only differences/ }).check();
  await expect(page).toHaveURL(/diff=only/);
  await page.reload();
  await expect(comparison.getByRole('checkbox', { name: /Only differences/ })).toBeChecked();
  await expect(comparison.getByRole('rowheader', { name: 'Organization' })).toHaveCount(0);
});

test('a link to a comparison names the models that this list does not have', async ({ page }) => {
  await page.goto('/models?cmp=openai/gpt-oss-20b,another/model&sort=context');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText('Not in this list: another/model.');
  await expect(comparison.getByRole('columnheader', { name: /gpt-oss-20b/ })).toBeVisible();
  await comparison.getByRole('button', { name: 'Clear comparison' }).click();
  await expect(page).not.toHaveURL(/cmp=/);
  await page.getByRole('button', { name: 'Undo: compare again' }).dblclick();
  await expect(page).toHaveURL(/sort=context&cmp=/);
  await expect(comparison).toContainText('Not in this list: another/model.');
});

test('text that is selected in a row opens nothing', async ({ page }) => {
  await page.goto('/models?q=gpt-oss-20b');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  const cell = grid(page).locator('[data-row="0"] [data-column="3"]');
  const box = await cell.boundingBox();
  const [end, y] = [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(end - 60, y);
  await page.mouse.down();
  await page.mouse.move(end - 14, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Cell' })).toContainText('Context');
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^[\d,]{3,}$/);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await cell.click();
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('the undo of a cleared comparison ends with the next picked row', async ({ page }) => {
  await page.goto('/models?cmp=openai/gpt-oss-20b,openai/gpt-oss-120b');
  await page.getByRole('button', { name: 'Clear comparison' }).click();
  await expect(page.getByRole('button', { name: 'Undo: compare again' })).toBeFocused();
  await grid(page).focus();
  const picked = grid(page).getByRole('row', { selected: true });
  await page.keyboard.press(' ');
  await expect(picked).toHaveCount(1);
  await page.keyboard.press(' ');
  await expect(picked).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Undo: compare again' })).toHaveCount(0);
});

test('keys lead from a filter to the rows, and a picked row stays in view above its comparison', async ({
  page,
}) => {
  await page.goto('/models');
  await page.getByRole('textbox', { name: 'Filter Model' }).fill('e');
  await page.getByRole('textbox', { name: 'Filter Model' }).press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  await page.getByRole('searchbox').press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  for (let row = 1; row < 18; row++) await page.keyboard.press('ArrowDown');
  for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('2 side by side');
  const active = await grid(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toBeInViewport({ ratio: 1 });
  // A change of the current cell is heard, that of its row is not.
  const current = grid(page).locator('[data-active]');
  await expect(current).toHaveAttribute('aria-selected', 'true');
  await grid(page).press(' ');
  await expect(current).toHaveAttribute('aria-selected', 'false');
  await grid(page).press(' ');
  await page.getByRole('button', { name: 'Clear comparison' }).click();
  for (const at of [-2, -1]) await grid(page).getByRole('checkbox').nth(at).click();
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('2 side by side');
  await expect(grid(page).getByRole('row', { selected: true }).last()).toBeInViewport();
});

test('a long formula is completely visible', async ({ page }) => {
  await page.goto('/models?q=deepseek-ai/DeepSeek-R1&calc=open&tcached=200');
  await page.setViewportSize({ width: 800, height: 800 });
  await grid(page).getByText('deepseek-ai/DeepSeek-R1', { exact: true }).waitFor();
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  const cell = page.getByRole('region', { name: 'Cell' });
  const text = cell.getByText(/^Month: .*\/day × 30\.4167 days$/);
  await expect(text).toHaveAttribute('title', /200 × 1 × \$3\.00 .* days$/);
  expect(await text.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
});

test('cells and filters reached by keys are not below the pinned column', async ({ page }) => {
  await page.goto('/models');
  const model = await head(page, /^Model/).boundingBox();
  const pinnedEnd = Math.floor((model?.x ?? 0) + (model?.width ?? 0));
  await grid(page).focus();
  await page.keyboard.press('End');
  const active = grid(page).locator('[data-active]');
  const columns = Number(await active.getAttribute('data-column'));
  for (let column = columns - 1; column > 0; column--) {
    await page.keyboard.press('ArrowLeft');
    await expect(active).toHaveAttribute('data-column', String(column));
    expect(await start(active)).toBeGreaterThanOrEqual(pinnedEnd);
  }

  await grid(page).getByRole('textbox', { name: 'Filter Organization' }).focus();
  for (const name of ['Fine-tune', 'Base', 'Hourly', 'Blended 3:1', 'Output', 'Input']) {
    await page.keyboard.press('Shift+Tab');
    const filter = grid(page).getByRole('textbox', { name: `Filter ${name}` });
    await expect(filter).toBeFocused();
    expect(await start(filter)).toBeGreaterThanOrEqual(pinnedEnd);
  }
});

test('arrow keys and Enter go on from a name that was clicked', async ({ page }) => {
  await page.goto('/models?q=openai');
  await grid(page).getByRole('link', { name: 'openai/gpt-oss-20b' }).click();
  await expect(page).toHaveURL(/open=openai\/gpt-oss-20b/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/open=openai\/gpt-oss-120b/);
});
