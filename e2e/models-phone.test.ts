// Models page on a phone: what is in sight, and nothing wider than the screen.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });

test.beforeEach(async ({ page }) => {
  await page.goto('/models');
  await expect(grid(page)).toBeVisible();
});

test('on a phone the first column stays while the others scroll', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const first = grid(page).locator('[data-row="0"] [data-column="0"]');
  const before = await first.boundingBox();
  await grid(page).evaluate((element) => element.parentElement?.scrollTo({ left: 400 }));
  await expect.poll(async () => (await first.boundingBox())?.x).toBe(before?.x);
  expect(await overflowAround(page.getByRole('searchbox', { name: 'Search models' }))).toBe(0);
});

test('on a phone prices are visible, everything but the search is collapsed, and a model covers the table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const head = grid(page).getByRole('columnheader', { name: /^Output/ });
  await expect(head).toBeInViewport({ ratio: 1 });
  const words = head.getByText('$/1M').locator('..');
  expect(
    await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  const search = await page.getByRole('searchbox', { name: 'Search models' }).boundingBox();
  const options = page.getByRole('button', { name: 'Options' });
  const menu = await options.boundingBox();
  await options.click();
  await expect(page.getByText('Unit not stated:')).toBeVisible();
  const workload = await page.getByRole('button', { name: 'Workload' }).boundingBox();
  const samples = await page.getByRole('checkbox', { name: 'Hide samples' }).boundingBox();
  const middle = (box: typeof menu) => (box ? Math.round(box.y + box.height / 2) : null);
  expect(Math.abs((middle(search) ?? 0) - (middle(menu) ?? 99))).toBeLessThanOrEqual(2);
  expect(Math.abs((middle(workload) ?? 0) - (middle(samples) ?? 99))).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Workload' }).click();
  await expect(page.getByRole('textbox', { name: /^Requests/ })).toBeVisible();
  await grid(page).locator('[data-row="0"] [data-column="0"]').click();
  const panel = page.getByRole('complementary', { name: /^Model inferdeck/ });
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
  await expect(grid(page)).toBeHidden();
  expect(await overflowAround(panel)).toBe(0);
});

test('on a phone two models side by side fit the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const id of ['meta-llama/Llama-3.3-70B-Instruct', 'deepseek-ai/DeepSeek-V3.1'])
    await grid(page)
      .getByRole('checkbox', { name: `Compare ${id}` })
      .check();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  // While rows are picked, the list keeps its room.
  const room = page.getByRole('grid').evaluate((each) => each.clientHeight);
  expect(await room).toBeGreaterThan(844 / 2);
  await comparison.getByRole('button', { name: '2 side by side' }).click();
  const last = comparison.getByRole('button', { name: /^Compare without deepseek/ });
  await expect(last).toBeInViewport({ ratio: 1 });
  const cell = comparison
    .getByRole('row', { name: /^Input/ })
    .getByRole('cell')
    .last();
  await expect(cell).toBeInViewport({ ratio: 1 });
  // Below a workload it is whole, and the page scrolls to it.
  await page.goto('/models?calc=open&cmp=deepseek-ai/DeepSeek-V3.1,openai/gpt-oss-20b');
  await expect(comparison.getByRole('row')).not.toHaveCount(0);
  const clipped = comparison
    .locator('div:has(> table)')
    .evaluate((box) => box.scrollHeight - box.clientHeight);
  expect(await clipped).toBe(0);
  // Opened there, it comes into sight.
  await page.goto('/models?calc=open');
  for (const id of ['inferdeck/tale-1m', 'inferdeck/guard-words'])
    await grid(page)
      .getByRole('checkbox', { name: `Compare ${id}` })
      .check();
  await comparison.getByRole('button', { name: '2 side by side' }).click();
  await expect(comparison.getByRole('row').last()).toBeInViewport({ ratio: 1 });
});

test.describe('on the narrowest phones', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test('the units beside the fields of a workload are not cut', async ({ page }) => {
    await page.goto('/models?calc=open');
    const workload = page.getByRole('region', { name: 'Workload' });
    await expect(workload.getByText('tokens a request')).toHaveCount(3);
    expect(await workload.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('what a workload costs has the whole width, above the reset', async ({ page }) => {
    await page.goto('/models?calc=open&tin=2000');
    const reset = page.getByRole('button', { name: 'Reset to defaults' });
    await expect(reset).toBeVisible();
    const sum = page.getByRole('paragraph').filter({ hasText: 'A month of' });
    expect((await sum.boundingBox())?.width).toBeGreaterThan(330);
    await expect(reset).toHaveCSS('text-align', 'left');
  });
});
