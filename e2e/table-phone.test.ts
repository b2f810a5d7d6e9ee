// Table on a phone: touch alternatives for keys and small edges.
import type { Page } from '@playwright/test';
import { pasted } from './clipboard.ts';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';

test.use({
  viewport: { width: 390, height: 800 },
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-read', 'clipboard-write'],
});

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });

test('a cell’s sheet shows its formula, copies it and opens its row, and Back closes them', async ({
  page,
}) => {
  await page.goto('/models?q=gpt-oss-20b&without=source,type,context,input,output');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await grid(page).locator('[data-row="0"] [data-column="1"]').tap();
  const cell = page.getByRole('region', { name: 'Cell' });
  await expect(cell).toContainText('Blended 3:1: 0.0875 $/1M tokens = (3 × 0.05 + 0.2) ÷ 4');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await cell.getByRole('button', { name: 'Copy value' }).tap();
  await expect.poll(() => pasted(page)).toBe('0.0875 $/1M tokens');
  await expect(grid(page).locator('[data-row="0"] [data-column="1"]')).toBeInViewport({ ratio: 1 });
  await cell.getByRole('button', { name: 'Open' }).tap();
  const panel = page.getByRole('complementary', { name: 'Model openai/gpt-oss-20b' });
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/open=.*prices=/);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/models\?q=gpt-oss-20b/);
  await cell.getByRole('button', { name: 'Close the cell' }).tap();
  await expect(cell).toHaveCount(0);
  await grid(page).locator('[data-row="0"] [data-column="0"]').tap();
  await expect(panel).toBeVisible();
  expect(await overflowAround(panel)).toBe(0);
});

test('a row near the bottom stays visible when its cell sheet opens', async ({ page }) => {
  await page.goto('/models');
  await expect(grid(page)).toBeVisible();
  const rows = grid(page).locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  const lastInSight = await rows.evaluateAll((all) => {
    const foot = document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect().bottom ?? 0;
    const inside = all.filter((row) => row.getBoundingClientRect().bottom < foot);
    return Math.max(...inside.map((row) => Number(row.getAttribute('data-row'))));
  });
  const row = grid(page).locator(`[data-row="${lastInSight}"]`);
  await row.locator('[data-column="1"]').tap();
  await expect(page.getByRole('region', { name: 'Cell' })).toBeVisible();
  const [cell, count] = [await row.boundingBox(), await page.getByText(/^\d+ models$/).boundingBox()];
  expect((cell?.y ?? 999) + (cell?.height ?? 0)).toBeLessThanOrEqual((count?.y ?? 0) + 1);
});

test('sort keys are added, reversed and removed, and columns moved, from the list of columns', async ({
  page,
}) => {
  await page.goto('/models');
  await page.getByRole('button', { name: 'Options' }).tap();
  await page.getByRole('button', { name: 'Columns' }).tap();
  const list = page.getByRole('dialog', { name: 'Columns' });
  await list.getByRole('button', { name: 'Add Context as next sort key' }).tap();
  const input = list.getByRole('button', { name: 'Add Input as next sort key' });
  const box = await input.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(32);
  await input.tap();
  await list.getByRole('button', { name: 'Sort Input descending, sort key 2' }).tap();
  await expect(page).toHaveURL(/sort=context,-input/);
  await list.getByRole('button', { name: 'Remove sort by Input, sort key 2' }).tap();
  await expect(page).toHaveURL(/sort=context(?:&|$)/);
  await list.getByRole('button', { name: 'Move Type up' }).tap();
  await expect(page).toHaveURL(/order=id,input,output,type,source/);
  expect(await overflowAround(list)).toBe(0);
});

test('the edge of a column is as wide as a finger', async ({ page }) => {
  await page.goto('/models');
  const input = grid(page).getByRole('columnheader', { name: /^Input/ });
  const before = await input.boundingBox();
  const [x, y] = [(before?.x ?? 0) + (before?.width ?? 0) - 18, (before?.y ?? 0) + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y);
  await page.mouse.up();
  await expect.poll(async () => (await input.boundingBox())?.width).toBe((before?.width ?? 0) - 20);
});

test('Back closes the panel that covers the hardware list', async ({ page }) => {
  await page.goto('/hardware');
  await page.getByRole('grid', { name: 'configurations' }).locator('[data-row="1"] [data-column="0"]').tap();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/hardware$/);
});

test('the sheet of a cell is visible on a scrolling page, and does not cover its cell', async ({ page }) => {
  await page.goto('/hardware');
  const rows = page.getByRole('grid', { name: 'configurations' });
  const price = (row: number) => rows.locator(`[data-row="${row}"] [data-column="1"]`);
  await price(9).tap();
  const sheet = page.getByRole('region', { name: 'Cell' });
  await expect(sheet).toContainText('Price:');
  await expect(sheet).toBeInViewport({ ratio: 1 });
  const count = page.getByText(/^\d+ configurations$/);
  const [cell, cover] = [await price(9).boundingBox(), await count.boundingBox()];
  expect((cell?.y ?? 999) + (cell?.height ?? 0)).toBeLessThanOrEqual((cover?.y ?? 0) + 1);
});

test('on a phone on its side the workload leaves room for several rows', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/models?calc=open');
  await expect(page.getByRole('textbox', { name: /^Requests/ })).toBeVisible();
  await page.getByRole('region', { name: 'models', exact: true }).evaluate((table) => table.scrollTo(0, 999));
  await expect(grid(page).locator('[data-row="0"]')).toBeInViewport();
  await expect(grid(page).locator('[data-row="3"]')).toBeInViewport();
});

test('the month of a workload is in sight where the table was swiped, and stays where it is swiped again', async ({
  page,
}) => {
  await page.goto('/models');
  const swipe = async () =>
    await grid(page).evaluate(({ parentElement }) => parentElement?.scrollTo({ left: 700 }));
  await expect(grid(page).locator('[data-row="0"]')).toBeVisible();
  await swipe();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('button', { name: 'Workload' }).click();
  await expect(grid(page).getByRole('columnheader', { name: /^Month/ })).toBeInViewport({ ratio: 1 });
  await swipe();
  await page.getByRole('textbox', { name: /^Requests/ }).fill('700');
  await expect(page).toHaveURL(/tday=700/);
  expect(await grid(page).evaluate(({ parentElement }) => parentElement?.scrollLeft)).toBe(700);
});

test('each panel of the hardware page begins at its top', async ({ page }) => {
  await page.goto('/hardware?open=8x_nvidia_a100_80gb_sxm&side=details');
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await panel.getByRole('button', { name: 'Copy JSON' }).scrollIntoViewIfNeeded();
  await expect(panel.getByRole('button', { name: 'Compare with serverless' })).not.toBeInViewport();
  await panel.getByText('Charts', { exact: true }).tap();
  await expect(panel.getByRole('heading', { name: 'Price in $/h', exact: true })).toBeInViewport();
});

test('on a phone on its side a panel of the hardware page opens in sight', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/hardware?model=inferdeck/tale-1m');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Cheapest available now:');
  await page.getByRole('button', { name: 'Watch' }).tap();
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeInViewport({ ratio: 1 });
});

test('two compared rows are side by side within the window', async ({ page }) => {
  await page.goto('/models?cmp=openai/gpt-oss-20b,meta-llama/Llama-3.3-70B-Instruct');
  const heads = page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader');
  await expect(heads).toHaveCount(3);
  const right = await heads.last().evaluate((head) => head.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390);
  const name = heads.last().getByText('meta-llama/Llama-3.3-70B-Instruct').filter({ visible: true });
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  const cell = page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('cell', { name: /License/ })
    .last();
  await expect(cell).toContainText('Llama 3.3 Community License');
  expect(await cell.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
});
