// Hardware page on a phone: rows on the first screen, the rest collapsed, no layout shifts.
import type { Locator, Page } from '@playwright/test';
import { watchShifts } from './layout-shifts.ts';
import { expect, test } from './scripted-service.ts';

test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

const grid = (page: Page) => page.getByRole('grid', { name: 'configurations' });
const name = (page: Page, index: number) => grid(page).locator(`[data-row="${index}"] [data-column="0"]`);

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

/** Pixels between the top of the page and the head of the table. */
async function barsAboveRows(page: Page): Promise<number> {
  const [top, head] = [await page.locator('#main').boundingBox(), await grid(page).boundingBox()];
  return (head?.y ?? 999) - (top?.y ?? 0);
}

test('the first rows are on the first screen, even with a model, and nothing shifts while loading', async ({
  page,
}) => {
  await page.goto('/hardware');
  await expect(name(page, 7)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  expect(await barsAboveRows(page)).toBeLessThanOrEqual(200);
  // The answer for a model comes later than the list, as from a service that has to look.
  await page.route('**/hardware?model=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/hardware?model=inferdeck/tale-1m');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Cheapest available now:');
  expect(await barsAboveRows(page)).toBeLessThanOrEqual(200);
  await expect(name(page, 6)).toBeInViewport({ ratio: 1 });
  await expect(grid(page).getByText('available', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Options' }).click();
  const readShifts = await watchShifts(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  expect(await readShifts()).toEqual([]);
});

test('collapsed parts open by keyboard, and the plan stays visible when they are collapsed again', async ({
  page,
}) => {
  await page.goto('/hardware');
  const more = page.getByRole('button', { name: 'More' });
  const need = page.getByRole('textbox', { name: /^At least/ });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(need).toBeHidden();
  await expect(page.getByRole('button', { name: 'Charts' })).toBeHidden();
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await need.fill('150');
  await page.getByRole('textbox', { name: 'Replicas', exact: true }).fill('2');
  await more.press('Enter');
  await expect(need).toBeHidden();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText(
    '2 replicas. Cheapest with at least 150 GB: 2x_nvidia_a100_80gb_sxm, 160 GB, $6.50/h',
  );
  await expect(page).toHaveURL(/replicas=2&need=150|need=150.*replicas=2/);

  await more.press('Enter');
  await page.getByRole('button', { name: 'Charts' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
});

test('price units are chosen from lists, and switches that hide rows show how many are active', async ({
  page,
}) => {
  // For a model it would depend on the simulated availability of the moment.
  await page.goto('/hardware');
  const options = page.getByRole('button', { name: /^Options/ });
  await options.press('Enter');
  await page.getByRole('combobox', { name: 'Price unit' }).selectOption('$/month');
  await page.getByRole('combobox', { name: 'Price for' }).selectOption('Per GPU');
  await expect(page).toHaveURL(/unit=month&per=gpu/);
  const dominated = page.getByRole('checkbox', { name: 'Hide those with cheaper alternatives' });
  await dominated.check();
  await options.press('Enter');
  await expect(dominated).toBeHidden();
  await expect(options).toHaveText('Options, 1 on');
  await expect(page.getByText(/hidden by “Hide those with cheaper alternatives”/)).toBeVisible();
});

test('a long id keeps both of its ends, so that no two rows look the same', async ({ page }) => {
  await page.goto('/hardware');
  const long = name(page, 8);
  await expect(long).toHaveText('2x_nvidia_a100_80gb_sxm');
  const end = await long.getByText('a100_80gb_sxm').boundingBox();
  const cell = await long.boundingBox();
  expect((end?.x ?? 999) + (end?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
});

test('the names of bars keep both ends inside the chart', async ({ page }) => {
  await page.goto('/hardware?side=charts');
  const bars = page.getByRole('group', { name: /Prices in/ });
  for (const words of [/^1x_nvidia_r.+_48gb_pcie$/, /^2x_nvidia_r.+_48gb_pcie$/]) {
    await expect(bars.getByText(words)).toBeVisible();
    const [text, chart] = [await bars.getByText(words).boundingBox(), await bars.boundingBox()];
    expect(text?.x ?? 0).toBeGreaterThanOrEqual(chart?.x ?? 999);
  }
});

test('configurations to watch keep both ends of their names beside their availability', async ({ page }) => {
  await page.goto('/hardware?model=inferdeck/tale-1m&side=watch');
  const choice = page
    .getByRole('complementary', { name: 'Side panel' })
    .getByText('1x_nvidia_rtx_6000_ada_48gb_pcie', { exact: true });
  await expect(choice).toBeVisible();
  const [cut, end] = await choice.evaluate((text) => [
    text.scrollWidth > text.clientWidth,
    getComputedStyle(text.parentElement ?? text, '::after').width,
  ]);
  expect(cut).toBe(true);
  expect(parseFloat(end)).toBeGreaterThan(40);
});

test('on a phone on its side quick filters lie beside each other', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/hardware?model=inferdeck/tale-1m&budget=9000');
  const filters = page.getByRole('checkbox', { name: /^Hide|^Compatible/ });
  await expect(filters).toHaveCount(4);
  const boxes = await filters.locator('xpath=..').evaluateAll((labels) =>
    labels.map((label) => {
      const { left, right, top } = label.getBoundingClientRect();
      return { left, right, top, isWhole: label.scrollHeight <= label.clientHeight };
    }),
  );
  for (const [index, box] of boxes.entries()) {
    expect(box).toMatchObject({ top: boxes[0]?.top, isWhole: true });
    expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
  }
});

async function expectWhole(place: Locator): Promise<void> {
  for (const words of ['low capacity', 'simulated']) {
    const text = place.getByText(words, { exact: true });
    await expect(text).toBeInViewport({ ratio: 1 });
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth), words).toBe(0);
  }
}

test('an availability is shown in full in its row, and in its panel', async ({ page, script }) => {
  const low = {
    id: '8x_nvidia_b200_180gb_sxm',
    pricing: { cents_per_minute: 120 },
    specs: { gpu_type: 'b200', gpu_link: 'sxm', gpu_memory: 180, gpu_count: 8 },
    availability: { status: 'insufficient', sample: true },
  };
  script.answers.set('/hardware', { body: { object: 'list', data: [low] } });
  await page.goto('/hardware?model=acme/large');
  const row = grid(page).locator('[data-row="0"]');
  await expectWhole(row);
  await expect(row.getByText('$72.00/h cheapest')).toBeInViewport({ ratio: 1 });
  await row.locator('[data-column="0"]').tap();
  await expectWhole(page.getByRole('complementary', { name: 'Side panel' }));
});

test('the list of what can be watched ends in half a row where it goes on', async ({ page }) => {
  await page.goto('/hardware?model=openai/gpt-oss-20b&side=watch');
  const list = page
    .getByRole('list')
    .filter({ has: page.getByRole('checkbox', { name: /^1x_nvidia_l40_/ }) });
  const row = await list.getByRole('listitem').first().boundingBox();
  const rows = (await list.evaluate(({ clientHeight }) => clientHeight)) / (row?.height ?? 0);
  expect(rows % 1).toBeGreaterThan(0.3);
  expect(rows % 1).toBeLessThan(0.8);
});

test('the terms of a break-even stand between its answer and its chart', async ({ page }) => {
  await page.goto('/hardware?view=break-even');
  const answer = page.getByRole('status', { name: 'Verdict' });
  const terms = page.getByRole('region', { name: 'Terms', exact: true });
  const chart = page.getByRole('radiogroup', { name: 'Cost of' });
  await expect(chart).toBeVisible();
  await expect.poll(async () => (await topOf(terms)) < (await topOf(chart))).toBe(true);
  expect(await topOf(answer)).toBeLessThan(await topOf(terms));
});

test('the chart of a break-even is drawn when it is scrolled near, or printed', async ({ page }) => {
  await page.goto('/hardware?view=break-even');
  const marker = page.getByRole('slider', { name: 'Your tokens/min' });
  await expect(page.getByRole('heading', { name: 'Decision card' })).toBeVisible();
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  expect(await marker.count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(marker).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('radiogroup', { name: 'Cost of' }).scrollIntoViewIfNeeded();
  await expect(marker).toBeVisible();
});

test('the figure at the crossing of a break-even is named, also where it is pushed beside the marker', async ({
  page,
}) => {
  await page.goto('/hardware?view=break-even&blend=5&tpm=1500000&traffic=637931');
  await page.getByRole('radiogroup', { name: 'Cost of' }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^break-even [\d,]+$/)).toBeVisible();
});

test('the words of the legend of the matrix stand on one line', async ({ page }) => {
  await page.goto('/hardware?view=matrix');
  const middle = async (word: string) => {
    const box = await page.getByText(word, { exact: true }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2;
  };
  const first = await middle('available');
  for (const word of ['low capacity', 'unavailable'])
    expect(Math.abs((await middle(word)) - first)).toBeLessThan(0.6);
});
