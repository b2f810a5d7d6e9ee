// Hardware page: price units, availability for a model, plan, charts, watches, matrix and diary.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';
import { recordNotifications } from './notifications.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'configurations' });
const rowOf = (page: Page, id: string) => grid(page).getByRole('row').filter({ hasText: id });
const side = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const model = 'inferdeck/tale-1m';

async function openPage(page: Page, search = '') {
  await page.goto(`/hardware${search}`);
  await expect(grid(page)).toBeVisible();
}

test('prices are shown in any unit and for any part, and a link keeps the choice', async ({ page }) => {
  await openPage(page);
  await expect(rowOf(page, '2x_nvidia_l40s_48gb_pcie')).toContainText('2.61');
  await page.getByRole('radio', { name: '$/month' }).check();
  await page.getByRole('radio', { name: 'Per GB' }).check();
  await expect(page).toHaveURL(/unit=month&per=gb/);
  await expect(rowOf(page, '2x_nvidia_l40s_48gb_pcie')).toContainText('19.85');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Per GB' })).toBeChecked();
  await expect(rowOf(page, '2x_nvidia_l40s_48gb_pcie')).toContainText('19.85');
  await expect(grid(page)).toContainText('$0, this machine');
  await expect(grid(page)).toContainText('0 ¢, this machine');
});

test('a filter on the price follows its unit, and a sort by a column that the unit takes away is named', async ({
  page,
}) => {
  await openPage(page, '?budget=15000&replicas=2&sort=month&f.price=<%3D7');
  const filter = page.getByRole('textbox', { name: /^Filter Price/ });
  const count = page.getByRole('status').filter({ hasText: 'configurations, ' });
  const before = await count.textContent();
  await page.getByRole('radio', { name: '$/month' }).check();
  await expect(filter).toHaveValue('<=5110');
  await expect(count).toHaveText((before ?? '').replace('<=7', '<=5110'));
  await expect(page.getByRole('button', { name: 'Reset sort by A month × 2' })).toBeVisible();
  await page.getByRole('radio', { name: '$/h' }).check();
  await expect(filter).toHaveValue('<=7');
});

test('the mark of a sort leaves the unit of its column in full', async ({ page }) => {
  for (const search of [
    'budget=15000&replicas=2&sort=month',
    'unit=month&per=gpu&sort=price',
    'view=break-even&h.sort=breakEven',
    'view=break-even&against=models&m.sort=throughput',
  ]) {
    await page.goto(`/hardware?${search}`);
    const text = page.locator('[role=columnheader][aria-sort] [data-head] > span').first();
    await expect(text).toBeVisible();
    expect(await text.evaluate((each) => each.scrollWidth - each.clientWidth), search).toBe(0);
  }
});

test('a configuration has its own link, which keeps the unit', async ({ page }) => {
  await openPage(page, '?unit=month');
  const link = grid(page).getByRole('link', { name: '2x_nvidia_l40s_48gb_pcie' });
  await link.dispatchEvent('pointerdown');
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(side(page)).toContainText('2x_nvidia_l40s_48gb_pcie');
  await expect(page.getByRole('radio', { name: '$/month' })).toBeChecked();
  await link.click();
  await expect(side(page)).toHaveCount(0);
});

test('keys open a configuration, enter its panel and close it', async ({ page }) => {
  // A key may be faster than the code that looks after a lost focus.
  await page.route(/keep-focus/, (route) => route.abort());
  await openPage(page);
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(side(page)).toBeFocused();
  await expect(side(page)).toContainText('1x_nvidia_rtx_6000_ada_48gb_pcie');
  await page.keyboard.press('Escape');
  await expect(side(page)).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
  const watch = page.getByRole('button', { name: 'Watch', exact: true });
  await watch.press('Enter');
  await expect(side(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(side(page)).toHaveCount(0);
  await expect(watch).toBeFocused();
});

test('a panel that keys close on a narrow page leaves its button in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await page.getByRole('button', { name: 'More' }).click();
  const watch = page.getByRole('button', { name: 'Watch', exact: true });
  await watch.press('Enter');
  await expect(side(page)).toBeInViewport({ ratio: 0.95 });
  await page.keyboard.press('Escape');
  await expect(watch).toBeFocused();
  await expect(watch).toBeInViewport({ ratio: 1 });
});

test('an invalid address shows the default table', async ({ page }) => {
  await openPage(page, '?unit=year&per=&replicas=0.5&used=900&budget=x&need=-1&view=none&side=7&open=gone');
  await expect(page.getByRole('radio', { name: '$/h', exact: true })).toBeChecked();
  await expect(side(page)).toHaveCount(0);
});

test('a model has its own availability, and unsuitable configurations stay until hidden', async ({
  page,
}) => {
  await openPage(page, '?model=meta-llama/Llama-3.3-70B-Instruct');
  await expect(page.getByText('availability read', { exact: false })).toBeVisible();
  await expect(grid(page).getByText('not offered').first()).toBeVisible();
  const all = Number(await grid(page).getAttribute('aria-rowcount'));
  await page.getByRole('checkbox', { name: 'Compatible only' }).check();
  await expect(grid(page).getByText('not offered')).toHaveCount(0);
  expect(Number(await grid(page).getAttribute('aria-rowcount'))).toBeLessThan(all);
  await expect(page.getByText(/hidden by “Compatible only”/)).toBeVisible();
});

test('an unknown model shows the service’s message, and the table stays', async ({ page }) => {
  await openPage(page, '?model=nobody/knows');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no model nobody/knows' })).toBeVisible();
  await expect(rowOf(page, '1x_nvidia_h100_80gb_sxm')).toBeVisible();
  await page.getByRole('button', { name: 'Clear model' }).click();
  await expect(page.getByText('There is no model')).toHaveCount(0);
});

test('the plan names the cheapest configuration with enough memory and counts those within a budget', async ({
  page,
}) => {
  await openPage(page);
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByRole('textbox', { name: /At least/ }).fill('150');
  await expect(plan).toContainText(
    'Cheapest with at least 150 GB: 2x_nvidia_a100_80gb_sxm, 160 GB, $3.25/h, sample price of 2025-01-01.',
  );
  await plan.getByRole('textbox', { name: /Budget/ }).pressSequentially('$5,000');
  await expect(plan).toContainText('2 of the 9 suitable fit $5,000.00 a month (730 h).');
  await expect(page).toHaveURL(/budget=5000&need=150/);
  await expect(rowOf(page, '8x_nvidia_h100_80gb_sxm')).toHaveAttribute('title', /over budget/);
  await plan.getByRole('textbox', { name: 'Replicas', exact: true }).fill('2.5');
  await expect(
    plan.getByRole('alert').filter({ hasText: 'Replicas: a whole number from 1 to 1,000.' }),
  ).toBeVisible();
  // No value derived from the invalid field is shown as known.
  await expect(plan).toContainText('— of the 9 suitable fit $5,000.00 a month.');
  await expect(page).toHaveURL(/replicas=(%22)?2\.5/);
  await plan.getByRole('textbox', { name: 'Replicas', exact: true }).fill('');
  await plan.getByRole('textbox', { name: /Used/ }).fill('50%');
  await expect(page).toHaveURL(/used=50(&|$)/);
  await plan.getByRole('textbox', { name: /Budget/ }).fill('much');
  await expect(plan.getByRole('alert')).toHaveText('Budget: “much” is not a number.');
  await expect(plan).not.toContainText('a month');
  await plan.getByRole('button', { name: '2x_nvidia_a100_80gb_sxm' }).click();
  await expect(side(page)).toContainText('5.42 ¢/min × 60 min ÷ 100 = $3.252/h');
  await expect(side(page)).toContainText('"cents_per_minute": 5.42');
});

test('a focused bar selects its row, and arrow keys move between bars', async ({ page }) => {
  await openPage(page, '?side=charts');
  const bars = page.getByRole('group', { name: /Prices in/ });
  await bars.getByRole('button', { name: '1x_nvidia_l40_48gb_pcie: $0.99/h' }).focus();
  await expect(page).toHaveURL(/open=1x_nvidia_l40_48gb_pcie$/);
  await page.keyboard.press('ArrowDown');
  await expect(bars.getByRole('button', { name: /rtx_6000_ada/ }).first()).toBeFocused();
  await expect(page).toHaveURL(/open=1x_nvidia_rtx_6000_ada/);
  await expect(rowOf(page, '1x_nvidia_rtx_6000_ada_48gb_pcie')).toHaveAttribute('data-open', 'true');
  await expect(page.getByRole('img', { name: /Price per GPU by number of cards/ })).toBeVisible();
  const front = page.getByRole('group', { name: /against memory/ });
  await expect(front.getByRole('button')).not.toHaveCount(0);
  const ticks = front.locator('.recharts-cartesian-axis-tick-value');
  await expect(ticks).toHaveText(['50', '100', '200', '500', '1,000', '1', '2', '5', '10', '20', '50']);
});

test('chart labels cover no point, and none is cut', async ({ page }) => {
  await openPage(page, '?side=charts');
  const bars = page.getByRole('group', { name: /Prices in/ });
  await expect(bars.getByText('1x_nvidia_rtx_6000_ada_48gb_pcie')).toBeVisible();
  expect(await badlyPlaced(bars, 'text', 'circle')).toEqual([]);
  const front = page.getByRole('group', { name: /against memory/ });
  await expect(front.getByText('8× b200-180gb')).toBeVisible();
  expect(await badlyPlaced(front, '[data-mark] text', '[data-mark] circle[stroke]')).toEqual([]);
  const scaling = page.getByRole('img', { name: /^Price per GPU by number of cards/ });
  await expect(scaling.locator('.recharts-line-dot').first()).toBeVisible();
  expect(await badlyPlaced(scaling, '.recharts-label-list text', '.recharts-line-dot')).toEqual([]);
});

/** Labels over a point or beyond the chart's edges. */
async function badlyPlaced(chart: Locator, names: string, points: string): Promise<(string | null)[]> {
  return chart.evaluate(
    (element, selectors) => {
      const dots = [...element.querySelectorAll(selectors.points)].map((dot) => dot.getBoundingClientRect());
      const { left: start, right: end } = element.getBoundingClientRect();
      const named = [...element.querySelectorAll(selectors.names)].filter((name) => name.textContent !== '');
      return named
        .filter((text) => {
          const name = text.getBoundingClientRect();
          return (
            name.left < start ||
            name.right > end ||
            dots.some(
              (dot) =>
                name.left < dot.right &&
                dot.left < name.right &&
                name.top < dot.bottom &&
                dot.top < name.bottom,
            )
          );
        })
        .map((text) => text.textContent);
    },
    { names, points },
  );
}

test('a watch shows available configurations in page and title, and a stopped one no longer polls', async ({
  page,
}) => {
  await openPage(page, `?model=${model}&side=watch`);
  await side(page).getByRole('button', { name: 'Notify when any becomes available' }).click();
  await expect(side(page)).toContainText(/checked once, next check in/);
  await side(page).getByRole('button', { name: 'Stop the watch for any' }).click();
  await expect(side(page)).toContainText('None.');

  const own = side(page).getByRole('checkbox').first();
  await own.check();
  await side(page).getByRole('button', { name: 'Notify when it becomes available' }).click();
  await expect(page.getByRole('status').filter({ hasText: `available for ${model}` })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Hardware/);
  for (const view of ['Matrix', 'Break-even', 'Table']) {
    await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: view }).check();
    await expect(page.getByRole('status').filter({ hasText: `available for ${model}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveTitle(/^Hardware/);
});

test('a watch shows one browser notification if allowed', async ({ page }) => {
  const shown = await recordNotifications(page);
  await openPage(page, `?model=${model}&side=watch`);
  await expect(side(page)).toContainText('Desktop notifications are on, too.');
  const own = side(page).getByRole('checkbox').first();
  const id = await side(page).getByRole('listitem').first().locator('.font-mono').textContent();
  await own.check();
  expect(shown).toEqual([]);
  await side(page).getByRole('button', { name: 'Notify when it becomes available' }).click();
  await expect.poll(() => shown).toEqual([`Available: ${id}: For ${model}`]);
  await expect(page.getByRole('status').filter({ hasText: `available for ${model}` })).toBeVisible();
  expect(shown).toHaveLength(1);
});

test('the matrix sends requests only when started, says how many, and is kept after a reload', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/hardware?model=')) asked.push(request.url());
  });
  await page.goto(`/hardware?view=matrix&rows=${model},nobody/knows`);
  await expect(page.getByText('2 GET requests, one at a time (up to 6 with retries)')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Check 2 models' }).click();
  await expect(page.getByText(/Done: 2 of 2 models checked, 2 requests, 1 failed/)).toBeVisible();
  expect(asked).toHaveLength(2);
  const table = page.getByRole('table', { name: 'models by configuration' });
  await expect(table.getByRole('cell', { name: /^available, checked/ }).first()).toBeVisible();
  await expect(table).toContainText('There is no model nobody/knows');
  await page.reload();
  await expect(table.getByRole('cell', { name: /^available, checked/ }).first()).toBeVisible();
  await expect(table.getByRole('cell', { name: 'not checked' })).not.toHaveCount(0);
  await table.getByRole('button', { name: model }).click();
  await expect(page).toHaveURL(/model=inferdeck\/tale-1m/);
  await expect(grid(page)).toBeVisible();
});

test('the diary shows changes since the last visit', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-20T10:00:00Z'));
  await openPage(page);
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  await page.clock.setFixedTime(new Date('2026-11-20T13:00:00Z'));
  await page.reload();
  await expect(page.getByText('Since your last visit 3 h ago: nothing changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await expect(side(page)).toContainText('stored only in this browser (2 snapshots)');
});

test('on a phone nothing is wider than the window, and details replace the table', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, `?model=${model}`);
  expect(await overflowAround(page.getByText(/^\d+ configurations$/))).toBe(0);
  await rowOf(page, '1x_nvidia_l40s_48gb_pcie').getByText('1x_nvidia_l40s_48gb_pcie').click();
  await expect(side(page)).toBeVisible();
  await expect(grid(page)).toBeHidden();
  await side(page).getByRole('button', { name: 'Close the side panel' }).click();
  await expect(grid(page)).toBeVisible();
});

test('the details of a configuration lead to its break-even', async ({ page }) => {
  await openPage(page, '?open=1x_nvidia_l40s_48gb_pcie&side=details');
  await side(page).getByRole('button', { name: 'Compare with serverless' }).click();
  await expect(page.getByRole('radio', { name: 'Break-even' })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Hardware: 1x_nvidia_l40s_48gb_pcie/ })).toBeVisible();
});

test('on a low window the side panel keeps room for its content', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`/hardware?side=charts&model=${model}`);
  await expect(side(page).getByText('Price in $/h', { exact: true })).toBeAttached();
  expect((await side(page).boundingBox())?.height).toBeGreaterThan(250);
});

test('at a zoom of 200 % the head of the matrix leaves room for its rows', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 430 });
  await page.goto('/hardware?view=matrix');
  const row = page.getByRole('table', { name: 'models by configuration' }).getByRole('rowheader').nth(1);
  await row.scrollIntoViewIfNeeded();
  const isOnTop = await row.evaluate((header) => {
    const { left, top, height } = header.getBoundingClientRect();
    return header.contains(document.elementFromPoint(left + 20, top + height / 2));
  });
  expect(isOnTop).toBe(true);
});

test('dedicated keeps its colour where serverless has no price', async ({ page }) => {
  await page.goto('/hardware?view=break-even&model=acme/unlisted&open=1x_nvidia_h100_80gb_sxm');
  const marker = page.getByRole('slider', { name: 'Your tokens/min' });
  await expect(marker.locator('circle')).toHaveAttribute('fill', 'var(--series-2)');
});

test('a press beside an open popover closes it, and leaves the traffic of break-even', async ({ page }) => {
  await page.goto('/hardware?view=break-even&traffic=260000');
  const marker = page.getByRole('slider', { name: 'Your tokens/min' });
  const plot = page.getByRole('figure', { name: /^Cost a month over traffic/ });
  await expect(marker).toHaveAttribute('aria-valuenow', '260000');
  await page.getByRole('button', { name: 'How each figure is computed' }).click();
  const how = page.getByRole('dialog', { name: 'How each figure is computed' });
  await expect(how).toBeVisible();
  await plot.click({ position: { x: 200, y: 100 } });
  await expect(how).toBeHidden();
  await expect(marker).toHaveAttribute('aria-valuenow', '260000');
  await plot.click({ position: { x: 200, y: 100 } });
  await expect(marker).not.toHaveAttribute('aria-valuenow', '260000');
});
