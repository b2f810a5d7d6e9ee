// Printed pages: title, selection, and tables with headers, within the paper width.
import { expect, test } from './fixtures.ts';

test('a printed table has a title, the selection and headers, and fits the paper', async ({ page }) => {
  await page.goto('/hardware?model=meta-llama/Llama-3.3-70B-Instruct&unit=month');
  const grid = page.getByRole('grid', { name: 'configurations' });
  await expect(grid.locator('[data-row="0"]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // The width of landscape A4 without margins.
  await page.setViewportSize({ width: 1047, height: 718 });
  const title = page.getByRole('heading', { name: 'Hardware', level: 1 });
  await expect.poll(async () => (await title.boundingBox())?.height).toBeGreaterThan(10);
  const note = await page.getByText('This server’s own list', { exact: false }).boundingBox();
  expect((await title.boundingBox())?.x).toBe(note?.x);
  await expect(page.getByRole('button', { name: /^For model: meta-llama/ })).toBeVisible();
  await expect(page.getByRole('radiogroup').getByText('$/month')).toBeVisible();
  await expect(page.getByRole('radiogroup').getByText('$/h', { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden();
  const heads = grid.getByRole('columnheader');
  for (const head of await heads.all()) {
    const { x = 0, width = 0 } = (await head.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(1047);
  }
  await expect(grid.locator('[data-row="18"] [role=gridcell]')).toHaveCount(await heads.count());
  await expect(heads.getByRole('button', { name: /^Price/ }).first()).toBeVisible();
  const available = grid.getByRole('gridcell', { name: 'available' }).first().getByText('available');
  const wordWidth = await available.evaluate((word) => word.clientWidth - word.scrollWidth);
  expect(wordWidth).toBe(0);
  const besideIcon = await grid.locator('[role=gridcell] svg + span').evaluateAll((words) =>
    words.map((word) => {
      const icon = word.previousElementSibling?.getBoundingClientRect();
      return word.getBoundingClientRect().left >= (icon?.right ?? Infinity);
    }),
  );
  expect(new Set(besideIcon)).toEqual(new Set([true]));
  const cheapest = page.getByRole('paragraph').filter({ hasText: 'Cheapest available now:' });
  await expect(cheapest.getByRole('button')).toBeVisible();
  expect((await cheapest.boundingBox())?.x).toBe(note?.x);
  // Cut on screen; on paper its end would appear twice.
  const id = grid.locator('[data-end]').filter({ hasText: '2x_nvidia_rtx_6000_ada_48gb_pcie' });
  expect(await id.evaluate((each) => getComputedStyle(each, '::after').display)).toBe('none');
  await expect(id.locator('span')).toHaveCSS('margin-right', '0px');
});

test('a printed context is one number on one line', async ({ page }) => {
  await page.goto('/models');
  const grid = page.getByRole('grid', { name: 'models' });
  await expect(grid.locator('[data-row="0"]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 718 });
  const context = grid.getByRole('gridcell').filter({ hasText: '131,072' }).first();
  await expect(context.getByText('128K')).toBeHidden();
  const lines = await context.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

test('a printed table begins on the first page, below its heads', async ({ page }) => {
  await page.goto('/models');
  await expect(page.getByRole('grid', { name: 'models' }).locator('[data-row="0"]')).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  // With an empty first page it takes three.
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
});

test('printed rows side by side fit the paper', async ({ page }) => {
  await page.goto('/hardware');
  const grid = page.getByRole('grid', { name: 'configurations' });
  await expect(grid.locator('[data-row="0"]')).toBeVisible();
  for (const pick of (await grid.getByRole('checkbox').all()).slice(0, 8)) await pick.check();
  const heads = page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader');
  await expect(heads).toHaveCount(9);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 718 });
  await expect
    .poll(() => heads.last().evaluate((head) => head.getBoundingClientRect().right))
    .toBeLessThanOrEqual(1047);
  const words = heads.last().locator('[data-end]');
  expect(await words.evaluate((word) => word.scrollWidth - word.clientWidth)).toBe(0);
});

test('a printed matrix names its models, and fits the paper', async ({ page }) => {
  await page.goto('/hardware?view=matrix');
  const matrix = page.getByRole('table', { name: 'models by configuration' });
  await expect(matrix.getByRole('rowheader').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 718 });
  await expect(matrix.getByRole('button', { name: 'meta-llama/Llama-3.3-70B-Instruct' })).toBeVisible();
  const last = matrix.getByRole('columnheader').filter({ hasText: '8x_nvidia_b200_180gb_sxm' });
  const { x = 0, width = 0 } = (await last.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0);
  expect(x + width).toBeLessThanOrEqual(1047);
});

test('a decision prints on one page, with the selection and its link, and without empty fields', async ({
  page,
}) => {
  const terms = 'tpm=400000&traffic=708333&grow=added&used=60&blend=7.5&cached=66.7&cachedPrice=25';
  await page.goto(
    `/hardware?view=break-even&model=meta-llama/Llama-3.3-70B-Instruct&ftTokens=1000000&${terms}`,
  );
  const link = page.getByRole('textbox', { name: 'Link to this decision' });
  await expect(link).toHaveValue(/#decision=/);
  const chart = page.locator('.recharts-surface').first();
  await expect(chart).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText('meta-llama/Llama-3.3-70B-Instruct: input 0.88', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(/^meta-llama\/Llama-3.3-70B-Instruct on \dx_/)).toBeVisible();
  await expect(link).toBeHidden();
  await expect(page.getByText(/#decision=/)).toBeVisible();
  await expect(page.getByLabel('Training tokens')).toHaveValue('1000000');
  await expect(page.getByRole('definition').filter({ hasText: '$14,716.80' })).toHaveCount(2);
  await expect(page.getByText('Epochs')).toBeHidden();
  await page.setViewportSize({ width: 718, height: 1047 });
  const { x = 0, width = 0 } = (await chart.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(718);
});

test('a printed playground shows its answer, even if a panel stands before it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: /^Run/ }).click();
  const output = page.getByRole('textbox', { name: 'Output' });
  // The bar changes when the run ends: a button may move under a press.
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(output).toContainText(/\w/);
  const parameters = page.getByRole('button', { name: 'Parameters' });
  await expect(parameters).toHaveAttribute('aria-expanded', 'false');
  await parameters.click();
  await expect(parameters).toHaveAttribute('aria-expanded', 'true');
  await expect(output).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(output).toBeVisible();
  await expect(page.getByRole('complementary')).toBeHidden();
});

for (const [name, address] of [
  ['models', '/models?calc=open&tday=40000'],
  ['configurations', '/hardware?model=meta-llama/Llama-3.3-70B-Instruct'],
] as const)
  test(`a printed number and a printed word are not broken inside: ${name}`, async ({ page }) => {
    await page.goto(address);
    const grid = page.getByRole('grid', { name });
    await expect(grid.locator('[data-row="0"]')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    const broken = await grid.getByRole('gridcell').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const cut: string[] = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\$?[\d,.]+|\b[a-z]{2,11}\b/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1 && !/[/-]/.test(node.textContent ?? '')) cut.push(word);
          }
        return cut;
      }),
    );
    expect(broken).toEqual([]);
  });
