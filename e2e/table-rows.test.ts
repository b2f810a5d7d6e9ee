// Table rows: sums below them, dimmed rows, rows that grow while visible.
import type { Page } from '@playwright/test';
import { expect, test as base } from './scripted-service.ts';

const test = base.extend({ baseURL: async ({ quick }, provide) => provide(quick.url) });

const tune = (index: number, more: object) => ({
  id: `ft-${index}`,
  status: 'completed',
  model: 'acme/base-1b',
  model_output_name: `acme/tune-${index}`,
  created_at: '2026-11-21T10:00:00Z',
  ...more,
});

const step = (at: number, loss: number) => ({
  object: 'fine-tune-event',
  type: 'training_step',
  hash: `step-${at}`,
  message: `Step ${at}/2: training loss=${loss.toFixed(8)}`,
});

test('sums cover the visible rows, stay below them, and hide none', async ({ page, script }) => {
  const rows = Array.from({ length: 60 }, (_, index) => tune(index, { total_price: 0.25 }));
  rows.push(tune(60, { status: 'running', total_price: 2.5 }));
  // Without a price: the sum is at least that of the others.
  rows.push(tune(61, { status: 'pending' }));
  script.answers.set('/fine-tunes', { body: { data: rows } });
  await page.goto('/fine-tunes');
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  const sums = grid.getByRole('row').filter({ hasText: ' shown' });
  await expect(sums).toContainText('62 shown');
  // Headers and sums count as rows.
  await expect(grid).toHaveAttribute('aria-rowcount', '64');
  await expect(sums).toHaveAttribute('aria-rowindex', '64');
  await expect(sums).toContainText('1 running, 1 queued');
  await expect(sums.getByRole('gridcell', { name: '≥ 17.5', exact: true })).toBeVisible();
  await expect(sums.getByText('62 shown')).toBeInViewport({ ratio: 1 });

  await page.getByRole('textbox', { name: 'Filter Price' }).fill('<1');
  await expect(sums).toContainText('60 shown');
  await expect(sums).toContainText('none active');
  await expect(sums.getByRole('gridcell', { name: '15', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter Price' }).fill('');
  await expect(sums).toContainText('62 shown');

  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.locator('[data-row="61"] [data-column="0"]')).toBeInViewport({ ratio: 1 });
  const last = await grid.locator('[data-row="61"]').boundingBox();
  await expect(grid).toHaveCSS('outline-style', 'none');
  const under = await sums.boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(Math.ceil(under?.y ?? 0));
});

test('after Back and a reload a table is where it was left, also with rows picked since', async ({
  page,
  script,
}) => {
  script.answers.set('/fine-tunes', {
    body: { data: Array.from({ length: 100 }, (_, index) => tune(index, {})) },
  });
  await page.goto('/fine-tunes');
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  const row = (index: number) => grid.locator(`[data-row="${index}"] [data-column="0"]`);
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(row(99)).toBeInViewport({ ratio: 1 });
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('"fine-tunes":');
  await grid.getByRole('checkbox').last().click();
  await expect(page).toHaveURL(/cmp=ft-99/);
  await row(99).getByRole('link').click();
  await expect(page).toHaveURL(/\/fine-tunes\/ft-99$/);
  await page.goBack();
  await expect(row(99)).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(row(99)).toBeInViewport({ ratio: 1 });
  // The keys go on from what is seen, and a link to the page begins at its head.
  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Tab');
  await expect(grid).toBeFocused();
  await expect(grid).toHaveAttribute('aria-activedescendant', /-[5-9]\d-0$/);
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(page).toHaveTitle(/^Jobs/);
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  await expect(row(0)).toBeInViewport({ ratio: 1 });
});

test('the way back from a fine-tune leads to the list as it was left', async ({ page, script }) => {
  script.answers.set('/fine-tunes', { body: { data: [tune(0, {}), tune(1, {})] } });
  await page.goto('/fine-tunes?q=tune-1&cols=name,created');
  await page.getByRole('grid', { name: 'fine-tunes' }).getByRole('link', { name: 'acme/tune-1' }).click();
  await expect(page).toHaveURL(/\/fine-tunes\/ft-1$/);
  await page.getByRole('main').getByRole('link', { name: 'Fine-tunes', exact: true }).click();
  // By what is shown or by what is left out, as the table has written its address by then.
  await expect(page).toHaveURL(/\/fine-tunes\?q=tune-1&(cols=name,created|without=[a-z,]+)$/);
});

test('a date before today is shown with its seconds', async ({ page, script }) => {
  script.answers.set('/fine-tunes', { body: { data: [tune(0, {})] } });
  await page.goto('/fine-tunes');
  const date = page.getByText('2026-11-21, 10:00:00');
  await expect(date).toBeVisible();
  expect(await date.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('trend lines begin below each other, beside figures of any width', async ({ page, script }) => {
  const rows = [7.587, 0.02667, Number.NaN].map((loss, index) =>
    tune(index, { events: [step(1, 9), step(2, loss)] }),
  );
  script.answers.set('/fine-tunes', { body: { data: rows } });
  await page.goto('/fine-tunes');
  const lines = page
    .getByRole('grid', { name: 'fine-tunes' })
    .locator('[data-row] svg:has(path[stroke-width="1.5"])');
  await expect(lines).toHaveCount(3);
  const lefts = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
});

test('a table with a default order can be reset to it, only after another order was chosen', async ({
  page,
  script,
}) => {
  script.answers.set('/fine-tunes', { body: { data: [tune(0, {}), tune(1, { status: 'running' })] } });
  await page.goto('/fine-tunes');
  const first = page.getByRole('grid', { name: 'fine-tunes' }).locator('[data-row="0"]');
  const reset = page.getByRole('button', { name: 'Reset sort' });
  await expect(first).toContainText('running');
  await expect(reset).toHaveCount(0);
  const status = page.getByRole('columnheader').getByRole('button', { name: /^Status/ });
  await status.click();
  await expect(first).toContainText('completed');
  await reset.click();
  await expect(first).toContainText('running');
  await expect(page).toHaveURL(/\/fine-tunes$/);
  await expect(reset).toHaveCount(0);
});

test('a dimmed row says why, looks dimmed, and is hidden by its switch', async ({ page }) => {
  await page.goto('/hardware');
  const grid = page.getByRole('grid', { name: 'configurations' });
  const dimmed = grid.locator('[data-row][title*="costs"]');
  const row = (id: string) => grid.locator('[data-row]', { has: page.getByText(id, { exact: true }) });
  await expect(row('1x_nvidia_l40s_48gb_pcie')).toHaveAttribute(
    'title',
    'cheaper alternative: 1x_nvidia_rtx_6000_ada_48gb_pcie costs less, has as much memory, is at least as fast',
  );
  await expect(row('8x_nvidia_b200_180gb_sxm')).not.toHaveAttribute('title', /./);
  const colourOf = (id: string) =>
    row(id)
      .locator('[data-column="1"]')
      .evaluate((cell) => getComputedStyle(cell).color);
  expect(await colourOf('1x_nvidia_l40s_48gb_pcie')).not.toBe(await colourOf('1x_nvidia_l40_48gb_pcie'));
  expect(await colourOf('1x_nvidia_l40_48gb_pcie')).toBe(await colourOf('8x_nvidia_b200_180gb_sxm'));

  const all = Number(await grid.getAttribute('aria-rowcount'));
  const count = await dimmed.count();
  expect(count).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: 'Hide those with cheaper alternatives' }).check();
  await expect(grid).toHaveAttribute('aria-rowcount', String(all - count));
  await expect(dimmed).toHaveCount(0);
});

test('the main columns of fine-tunes fit a wide window, with a long loss in full', async ({
  page,
  script,
}) => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    tune(index, { total_price: 0.25, events: [step(1, 1), step(2, 0.000_012_34)] }),
  );
  script.answers.set('/fine-tunes', { body: { data: rows } });
  await page.goto('/fine-tunes');
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  const heads = grid.getByRole('columnheader');
  const loss = grid.getByRole('gridcell', { name: '0.00001234' }).first();
  expect(await loss.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  // By its name, not its id.
  await grid.getByRole('checkbox', { name: 'Compare acme/tune-0', exact: true }).click();
  await grid.getByRole('checkbox', { name: 'Compare acme/tune-1', exact: true }).click();
  const tray = page.getByRole('region', { name: 'Comparison' });
  await expect(tray.getByRole('columnheader')).toHaveText(['Field', 'acme/tune-0', 'acme/tune-1']);
  await tray.getByRole('button', { name: 'Compare without acme/tune-1' }).click();
  await expect(heads.filter({ hasText: /^Fine-tune/ })).toBeInViewport({ ratio: 1 });
  await expect(heads.last()).toContainText('Created');
  await expect(heads.last()).toBeInViewport({ ratio: 1 });
});

test('the current cell stays on its row when another one comes above it', async ({ page, script }) => {
  script.answers.set('/fine-tunes', { body: { data: [tune(1, {}), tune(2, {})] } });
  await page.goto('/fine-tunes');
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  await grid.locator('[data-row="1"]').waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  const active = grid.locator('[data-row]', { has: page.locator('[data-active]') });
  await expect(active).toContainText('acme/tune-2');
  script.answers.set('/fine-tunes', {
    body: { data: [tune(1, {}), tune(2, {}), tune(3, { status: 'running' })] },
  });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(grid.locator('[data-row="0"]')).toContainText('acme/tune-3');
  await expect(active).toContainText('acme/tune-2');
  await expect(page.getByRole('region', { name: 'Cell' })).toContainText('acme/tune-2');
  // After a sort its place stays instead.
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Fine-tune/ })
    .click();
  await expect(grid.locator('[data-row="0"]')).toContainText('acme/tune-1');
  await expect(active).toContainText('acme/tune-3');
});

test('a fine-tune that vanished is dimmed, and shows its age', async ({ page, script }) => {
  script.answers.set('/fine-tunes', { body: { data: [tune(1, {}), tune(2, {})] } });
  await page.goto('/fine-tunes');
  const row = (name: string) =>
    page.getByRole('grid', { name: 'fine-tunes' }).locator('[data-row]', { hasText: name });
  await expect(row('acme/tune-2')).not.toHaveAttribute('title', /./);
  script.answers.set('/fine-tunes', { body: { data: [tune(1, {})] } });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(row('acme/tune-2')).toHaveAttribute('title', /^No longer listed; last seen .* ago\.$/);
  await expect(row('acme/tune-1')).not.toHaveAttribute('title', /./);
});

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a fine-tune is listed and found under the day of its own page', async ({ page, script }) => {
    script.answers.set('/fine-tunes', { body: { data: [tune(1, { created_at: '2026-11-21T20:00:00Z' })] } });
    await page.goto('/fine-tunes?f.created=2026-11-22');
    await expect(page.getByRole('gridcell', { name: '2026-11-22' })).toBeVisible();
  });
});

test('a status is shown in full at 200 % zoom, and its alert in the next column', async ({
  page,
  script,
}) => {
  await page.setViewportSize({ width: 720, height: 430 });
  const events = [1, 2].map((at) => step(at, Number.NaN));
  script.answers.set('/fine-tunes', { body: { data: [tune(1, { events })] } });
  await page.goto('/fine-tunes');
  const status = page.getByRole('gridcell', { name: 'completed' }).getByText('completed');
  await expect(status).toBeVisible();
  expect(await status.evaluate((word) => word.scrollWidth - word.clientWidth)).toBe(0);
  await expect(page.getByRole('gridcell', { name: 'not a number' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('an alert is shown in full under the status', async ({ page, script }) => {
    const events = [1, 2].map((at) => step(at, Number.NaN));
    script.answers.set('/fine-tunes', { body: { data: [tune(1, { events })] } });
    await page.goto('/fine-tunes');
    const alert = page.getByRole('gridcell', { name: /completed/ }).getByText('not a number');
    const overflow = await alert.evaluate((word) => {
      const cell = word.closest('.overflow-clip')?.getBoundingClientRect();
      const { left, right } = word.getBoundingClientRect();
      return cell === undefined ? null : Math.max(cell.left - left, right - cell.right);
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('the sum of running and queued jobs is shown in full', async ({ page, script }) => {
    script.answers.set('/fine-tunes', { body: { data: [tune(1, { status: 'queued' })] } });
    await page.goto('/fine-tunes');
    const sum = page.getByRole('gridcell', { name: '0 running, 1 queued' });
    await expect(sum).toBeInViewport();
    const hidden = await sum.evaluate((cell) =>
      getComputedStyle(cell).overflowX === 'visible' ? 0 : cell.scrollWidth - cell.clientWidth,
    );
    expect(hidden).toBe(0);
  });
});

/** Starts a run of one request at a time over three rows, with a model that sends one token per second. */
async function startSlowRun(page: Page): Promise<void> {
  await page.goto('/?view=data');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time {{hero}} lived here.');
  await page.getByLabel('Data file').setInputFiles({
    name: 'tales.csv',
    mimeType: 'text/plain',
    buffer: Buffer.from('hero\na fox\na hen\na dog\n'),
  });
  await page.getByRole('combobox', { name: 'Variant 1: model' }).fill('inferdeck/fault-slow');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 3 requests' }).click();
}

test('a row grows while it streams, and waiting rows are empty', async ({ page }) => {
  await startSlowRun(page);
  const grid = page.getByRole('grid', { name: 'rows' });
  const cell = (row: number, column: number) => grid.locator(`[data-row="${row}"] [data-column="${column}"]`);
  const [stateColumn, textColumn] = [2, 3];
  await expect(cell(0, stateColumn)).toHaveText('streaming');
  let said = '';
  for (let times = 0; times < 3; times++) {
    const before = said;
    await expect
      .poll(async () => (await cell(0, textColumn).textContent())?.length)
      .toBeGreaterThan(before.length + 1);
    said = (await cell(0, textColumn).textContent()) ?? '';
    expect(said.startsWith(before)).toBe(true);
  }
  await expect(cell(0, stateColumn)).toHaveText('streaming');
  await expect(cell(1, stateColumn)).toHaveText('queued');
  await expect(cell(1, textColumn)).toHaveText('—');
});

test('no keystroke is lost while slow rows follow the search', async ({ page }) => {
  await page.goto('/models');
  const search = page.getByRole('searchbox', { name: 'Search models' });
  await expect(page.getByRole('grid', { name: 'models' })).toHaveAttribute('aria-rowcount', /\d\d/);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const text of ['gpt-oss', 'meta-llama', 'qwen']) {
    await search.fill('');
    await search.pressSequentially(text);
    await expect(search).toHaveValue(text);
  }
});
