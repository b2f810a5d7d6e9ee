// Hardware page on scripted lists: ten thousand configurations, and words instead of prices.
import type { Page } from '@playwright/test';
import { expect, test, type ScriptedService } from './scripted-service.ts';

const config = (id: string, cents: number | string, gpu: string, count = 1, memory = 80) => ({
  id,
  object: 'hardware',
  pricing: { cents_per_minute: cents },
  specs: { gpu_type: gpu, gpu_link: 'sxm', gpu_memory: memory, gpu_count: count },
});

const priced = (id: string) => ({ id, type: 'chat', pricing: { input: 1, output: 2 } });

const listOf = (...configs: readonly unknown[]) => ({ body: { object: 'list', data: configs } });
const offered = (one: string, two: string) =>
  listOf(
    { ...config('one', 2, 'a'), availability: { status: one } },
    { ...config('two', 3, 'a'), availability: { status: two } },
  );
const grid = (page: Page) => page.getByRole('grid', { name: 'configurations' });
const ids = (page: Page) => grid(page).locator('[data-row] [data-column="0"]').allInnerTexts();

test('ten thousand configurations load, filter and scroll, and the charts say how many they omit', async ({
  page,
  script,
}) => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    config(`config-${index}`, 1 + ((index * 7_919) % 10_007) / 100, `card-${index % 500}`, 1 + (index % 8)),
  );
  script.answers.set('/hardware', listOf(...many));
  script.answers.set('/models', { body: [{ id: 'a/one', type: 'chat', pricing: { input: 1, output: 2 } }] });
  await page.goto('/hardware?side=charts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001');
  const bars = page.getByRole('group', { name: /Prices in/ }).getByRole('button');
  await expect(bars).toHaveCount(40);
  await expect(page.getByText('9,960 more have no bar')).toBeVisible();

  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByRole('textbox', { name: /Budget/ }).fill('2000');
  await expect(plan).toContainText(/of 10,000 fit \$2,000\.00 a month/);
  await page.getByRole('checkbox', { name: 'Hide over budget' }).check();
  await expect(page.getByText(/hidden by “Hide over budget”/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hide over budget' }).uncheck();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001');

  await grid(page).focus();
  await page.keyboard.press('Control+End');
  await expect(grid(page).locator('[aria-rowindex="10001"]')).toBeVisible();
  expect(await grid(page).locator('[data-row]').count()).toBeLessThan(100);

  await page.goto('/hardware?view=matrix&rows=a/one');
  await expect(page.getByText('200 of 10,000 configurations have a column')).toBeVisible();
  const matrix = page.getByRole('table', { name: 'models by configuration' });
  await expect(matrix).toHaveAttribute('aria-colcount', '201');
  await expect(matrix.getByRole('cell').first()).toBeVisible();
  expect(await matrix.getByRole('columnheader').count()).toBeLessThan(60);

  await page.goto('/hardware?model=a/one&side=watch');
  await expect(page.getByText('The first 200 of 10,000 are listed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Find a configuration' }).fill('config-9999');
  await page.getByRole('checkbox', { name: 'config-9999' }).check();
  await expect(page.getByRole('button', { name: 'Notify when it becomes available' })).toBeVisible();

  await page.goto('/hardware?view=break-even&open=config-9999');
  await expect(page.getByRole('grid', { name: 'configurations compared' })).toHaveAttribute(
    'aria-rowcount',
    '10001',
  );
});

test('all models that contain a word are picked for the matrix, and the list says how many it omits', async ({
  page,
  script,
}) => {
  script.answers.set('/hardware', listOf(config('one', 2, 'a')));
  const models = Array.from({ length: 300 }, (_, index) => ({
    id: index < 290 ? `a/${index}` : `b/${index}`,
  }));
  // The first id twice.
  script.answers.set('/models', { body: [...models.slice(0, 1), ...models] });
  await page.goto('/hardware?view=matrix');
  await expect(page.getByRole('button', { name: 'Models: 12 of 300' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'a/0', exact: true })).toHaveCount(1);
  await page.goto('/hardware?view=matrix&rows=a/1');
  await page.getByRole('button', { name: 'Models: 1 of 300' }).click();
  const list = page.getByRole('dialog', { name: 'Models of the matrix' });
  await expect(list.getByText('100 more; type to narrow the list.')).toBeVisible();
  await list.getByRole('textbox', { name: 'Find a model' }).fill('b/');
  await list.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Check 11 models' })).toBeVisible();
  await list.getByRole('button', { name: 'None', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Check 1 model', exact: true })).toBeVisible();
  await list.getByRole('textbox', { name: 'Find a model' }).fill('b/295');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Check 2 models' })).toBeVisible();
  await list.getByRole('textbox', { name: 'Find a model' }).fill('nothing');
  await expect(list.getByText('No models contain “nothing”.')).toBeVisible();
});

test('words instead of a price are shown as sent, sort last in every order, and are never zero', async ({
  page,
  script,
}) => {
  script.answers.set(
    '/hardware',
    listOf(config('asked', 'contact_sales', 'b'), config('dear', 9, 'a'), config('cheap', 2, 'a')),
  );
  await page.goto('/hardware?sort=price');
  await expect(grid(page).getByText('contact sales').first()).toBeVisible();
  expect(await ids(page)).toEqual(['cheap', 'dear', 'asked']);
  await page.goto('/hardware?sort=-price');
  await expect(grid(page).getByText('contact sales').first()).toBeVisible();
  expect(await ids(page)).toEqual(['dear', 'cheap', 'asked']);
  await expect(grid(page).getByText('$0')).toHaveCount(0);
});

test('price against memory is drawn from two configurations on, and explained only then', async ({
  page,
  script,
}) => {
  const how = page.getByText('Both axes are logarithmic.');
  const chart = page.getByRole('group', { name: /^Price in .* against memory/ });
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('asked', 'contact_sales', 'a')));
  await page.goto('/hardware?side=charts');
  await expect(page.getByText('Needs at least two configurations')).toBeVisible();
  await expect(how).toHaveCount(0);
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('two', 3, 'a')));
  await page.reload();
  await expect(chart.getByRole('button')).toHaveCount(2);
  await expect(how).toBeVisible();
  // Also the axis of one value.
  await expect(chart.locator('.recharts-cartesian-axis-tick-value').first()).toHaveText('80');
});

test('unavailable configurations are hidden on request, and a new answer updates which ones', async ({
  page,
  script,
}) => {
  script.answers.set('/hardware', offered('available', 'unavailable'));
  await page.goto('/hardware?model=a/model');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await page.getByRole('checkbox', { name: 'Hide unavailable' }).check();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(grid(page).locator('[data-row] [data-column="0"]')).toHaveText(['cheapestone']);
  await expect(page.getByText(/1 hidden by “Hide unavailable”/)).toBeVisible();

  script.answers.set('/hardware', offered('unavailable', 'insufficient'));
  await page.getByRole('button', { name: 'Refresh availability' }).click();
  await expect(grid(page).getByText('low capacity')).toBeVisible();
  await expect(grid(page).getByTitle(/^The service says “insufficient”/)).toBeVisible();
  await expect(grid(page).locator('[data-row] [data-column="0"]')).toHaveText(['cheapesttwo']);
  await page.getByRole('checkbox', { name: 'Hide unavailable' }).uncheck();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
});

test('availability is polled every half minute while switched on, and not after', async ({
  page,
  script,
}) => {
  await page.clock.install();
  script.answers.set(
    '/hardware',
    listOf({ ...config('one', 2, 'a'), availability: { status: 'available' } }),
  );
  await page.goto('/hardware?model=a/model');
  await expect(grid(page).getByText('available', { exact: true })).toBeVisible();
  const before = script.asked('/hardware');
  await page.clock.runFor(120_000);
  expect(script.asked('/hardware')).toBe(before);

  const poll = page.getByRole('checkbox', { name: 'every 30 s' });
  await poll.check();
  script.answers.set(
    '/hardware',
    listOf({ ...config('one', 2, 'a'), availability: { status: 'unavailable' } }),
  );
  await page.clock.runFor(34_000);
  await expect(grid(page).getByText('unavailable', { exact: true })).toBeVisible();
  expect(script.asked('/hardware')).toBe(before + 1);
  await poll.uncheck();
  await page.clock.runFor(120_000);
  expect(script.asked('/hardware')).toBe(before + 1);
});

test('availability is polled on time while rows are opened', async ({ page, script }) => {
  await page.clock.install();
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('two', 4, 'b')));
  await page.goto('/hardware?model=a/model');
  await page.getByRole('checkbox', { name: 'every 30 s' }).check();
  const before = script.asked('/hardware');
  for (const id of ['one', 'two', 'one', 'two']) {
    await page.clock.runFor(20_000);
    await grid(page).getByText(id, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`open=${id}`));
  }
  await expect.poll(() => script.asked('/hardware') - before).toBeGreaterThanOrEqual(2);
});

test('prices that could not be asked for again are asked for with the next availability', async ({
  page,
  script,
}) => {
  await page.clock.install();
  script.answers.set('/hardware', listOf(config('one', 2, 'a')));
  await page.goto('/hardware?model=a/model');
  await page.getByRole('checkbox', { name: 'every 30 s' }).check();
  script.answers.set('/hardware', { status: 503, body: { error: { message: 'Busy.' } } });
  script.answers.set('/hardware?model=a/model', listOf(config('one', 1, 'a')));
  await page.clock.runFor(34_000);
  const failure = page.getByText('The list could not be loaded:');
  await expect(failure).toBeVisible();
  script.answers.set('/hardware', listOf(config('one', 1, 'a')));
  await page.clock.runFor(34_000);
  await expect(failure).toBeHidden();
  await expect(grid(page)).toContainText('0.60');
});

async function watchTwo(page: Page, script: ScriptedService): Promise<void> {
  await page.clock.install();
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('two', 3, 'a')));
  script.answers.set('/hardware?model=a/model', offered('available', 'unavailable'));
  await page.goto('/hardware?model=a/model&side=watch');
  await page.getByRole('checkbox', { name: 'two unavailable' }).check();
  await page.getByRole('button', { name: 'Notify when it becomes available' }).click();
  await expect(page.getByText(/checked once, next check in/)).toBeVisible();
}

test('a watch shows in the table what it has seen, and prices are asked again where it has seen others', async ({
  page,
  script,
}) => {
  await watchTwo(page, script);

  const cheaper = { ...config('two', 1, 'a'), availability: { status: 'available' } };
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('two', 1, 'a')));
  script.answers.set('/hardware?model=a/model', listOf(config('one', 2, 'a'), cheaper));
  await page.clock.runFor(34_000);
  await expect(page.getByText('two available for a/model')).toBeVisible();
  await expect(grid(page).locator('[data-row="1"]')).toContainText('cheapesttwoavailable0.60');
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText(
    'available now: two, 80 GB, $0.60/h',
  );
});

test('what a watch has found on another connection names that connection', async ({ page, script }) => {
  await watchTwo(page, script);
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('radio', { name: 'This server', exact: true }).check();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('for a/model on Script')).toBeVisible();
  script.answers.set('/hardware?model=a/model', offered('available', 'available'));
  await page.clock.runFor(34_000);
  await expect(page.getByText('two available for a/model on Script')).toBeVisible();
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('radio', { name: 'Script', exact: true }).check();
  await expect(page.getByText('two available for a/model, seen at')).toBeVisible();
});

test('the plan says when the answer for a model is pending or has failed', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(config('one', 2, 'a')));
  script.answers.set('/hardware?model=a/one', { body: '', isHeld: true });
  await page.goto('/hardware?model=a/one&need=40');
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('Waiting for the configurations that fit a/one …');
  await expect(plan).not.toContainText('Cheapest');
  script.answers.set('/hardware?model=a/one', { status: 400, body: { error: { message: 'No.' } } });
  await page.reload();
  await expect(plan).toContainText('It is unknown which configurations fit a/one.');
});

test('break-even says that it could not check whether the machine is offered', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(config('one', 2, 'a')));
  script.answers.set('/models', { body: [priced('a/one')] });
  script.answers.set('/hardware?model=a/one', { status: 400, body: { error: { message: 'No.' } } });
  await page.goto('/hardware?view=break-even&model=a/one');
  const warning = page.getByText(/offers this model on this hardware could not be checked/);
  await expect(warning).toBeVisible();

  const again = page.getByRole('button', { name: 'Try again' });
  const before = script.asked('/hardware');
  await again.press('Enter');
  await expect.poll(() => script.asked('/hardware')).toBe(before + 1);
  await expect(again).toBeFocused();
  await expect(again).toBeEnabled();
  script.answers.set('/hardware?model=a/one', offered('available', 'available'));
  await again.press('Enter');
  await expect(warning).toHaveCount(0);
});

test('a service without hardware says so', async ({ page, script }) => {
  script.answers.set('/hardware', { status: 404, body: { error: { message: 'Not Found' } } });
  await page.goto('/hardware');
  await expect(page.getByRole('heading', { name: 'This service does not offer hardware' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open connections' })).toBeVisible();
});

test('another model for break-even keeps the focus, and the last decision until its hardware is known', async ({
  page,
  script,
}) => {
  script.answers.set('/hardware', listOf(config('one', 2, 'a'), config('two', 3, 'a')));
  script.answers.set('/models', { body: [priced('a/one'), priced('a/two')] });
  script.answers.set('/hardware?model=a/one', offered('available', 'available'));
  script.answers.set('/hardware?model=a/two', { body: null, isHeld: true });
  await page.goto('/hardware?view=break-even&model=a/one');
  const model = page.getByRole('button', { name: /^Model: / });
  await model.press('Enter');
  const picker = page.getByRole('combobox', { name: /^Model: / });
  await picker.fill('two');
  await expect(page.getByRole('option', { name: 'a/one' })).toHaveCount(0);
  await picker.press('Enter');
  await expect(page).toHaveURL(/model=a\/two/);
  await expect(page.locator('[data-decision][aria-busy=true]')).toContainText('a/one');
  await expect(model).toBeFocused();
  await page.getByRole('textbox', { name: /^Replicas/ }).fill('2');
  await expect(page).toHaveURL(/replicas=2/);
  await expect(model).toHaveText(/a\/one/);
});
