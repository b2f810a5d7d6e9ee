// Models page on scripted lists: ten thousand rows, bad elements, other shapes, changes and failures.
import type { Page } from '@playwright/test';
import { manyModels } from '#tools/bench/upstreams.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend({ baseURL: async ({ lists }, provide) => provide(lists.url) });

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });
const cell = (page: Page, row: number, column: number) =>
  grid(page).locator(`[data-row="${row}"] [data-column="${column}"]`);
const model = (id: string, input: number, more: object = {}) => ({
  id,
  object: 'model',
  type: 'chat',
  pricing: { input, output: input * 2 },
  ...more,
});

test('ten thousand rows are filtered, sorted and scrolled to the end', async ({ page, lists }) => {
  lists.answer(manyModels(10_000));
  await page.goto('/models');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001');
  await expect(page.getByRole('link', { name: 'Models 10K' })).toBeVisible();
  // Nothing to tell apart without samples.
  await expect(page.getByRole('checkbox', { name: 'Hide samples' })).toHaveCount(0);
  await expect(grid(page).getByRole('columnheader', { name: 'Source' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Context/ }).click();
  await page.getByRole('button', { name: /^Context/ }).click();
  await expect(cell(page, 0, 2)).toContainText('256K');
  await grid(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  // Missing values are last, even in descending order.
  await expect(cell(page, 9999, 2)).toHaveText('—');
  await expect(grid(page).locator('[aria-rowindex="10001"]')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter Input' }).fill('3.5..3.6 && !=3.55');
  await page.getByRole('searchbox', { name: 'Search models' }).fill('beta');
  await expect(page.getByText(/^[\d,]+ of 10,000 models, [\d,]+ hidden by “beta”, Input/)).toBeVisible();
  const inputs = await grid(page).locator('[data-row] [data-column="3"]').allInnerTexts();
  expect(inputs.length).toBeGreaterThan(0);
  for (const text of inputs) {
    expect(Number(text)).toBeGreaterThanOrEqual(3.5);
    expect(Number(text)).toBeLessThanOrEqual(3.6);
    expect(Number(text)).not.toBe(3.55);
  }
  // Only rows near the viewport are in the document.
  expect(await grid(page).locator('[data-row]').count()).toBeLessThan(100);
});

test('ids that are numbers, as of checkpoints, stand behind those that can be read', async ({
  page,
  lists,
}) => {
  const number = '56b94ae0-fb32-427f-8ad5-5250bd509412';
  lists.answer([model(`${number}:50`, 1), model('acme/base', 1), model(number, 1), model('acme/tuned', 1)]);
  await page.goto('/models');
  for (const [row, id] of ['acme/base', 'acme/tuned', `${number}:50`, number].entries())
    await expect(grid(page).locator(`[data-row="${row}"]`)).toContainText(id);
  await grid(page).getByText('acme/tuned').click();
  const panel = page.getByRole('complementary', { name: 'Model acme/tuned' });
  await expect(panel.getByText('"id": "acme/tuned"')).toBeVisible();
});

test('paper says how many rows of a long table are not on it', async ({ page, lists }) => {
  lists.answer(manyModels(2_001));
  await page.goto('/models');
  await expect(page.getByRole('grid').locator('[data-row="0"]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('These are the first 2,000 of 2,001 rows; Export has all.')).toBeVisible();
});

test('a bad element does not affect the others, and is shown as sent', async ({ page, lists }) => {
  const rows = manyModels(10_000);
  lists.answer([...rows.slice(0, 4999), { name: 'no id' }, ...rows.slice(4999), 42]);
  await page.goto('/models');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001');
  const notes = page.getByText('2 of 10,002 models could not be read.');
  await notes.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Entry 5000:' })).toContainText(
    '{"name":"no id"}',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Entry 10002:' })).toContainText('42');
});

test('the list of an engine is read without a complaint, with its contexts and prices', async ({
  page,
  lists,
}) => {
  const vllm = { id: 'a/vllm', object: 'model', owned_by: 'vllm', max_model_len: 4096 };
  const llama = { id: 'b.gguf', object: 'model', owned_by: 'llamacpp', meta: { n_ctx_train: 2048 } };
  const newer = { ...llama, id: 'c.gguf', meta: { n_ctx: 8192, n_ctx_train: 131_072 } };
  const pricing = { input_tokens: 0.03, output_tokens: 0.05 };
  const hosted = { id: 'd/hosted', object: 'model', metadata: { context_length: 16_384, pricing } };
  lists.answer({ object: 'list', data: [vllm, llama, newer, hosted] });
  await page.goto('/models');
  await expect(cell(page, 0, 2)).toContainText('4,096');
  await expect(cell(page, 1, 2)).toContainText('2,048');
  await expect(cell(page, 2, 2)).toContainText('8,192');
  await expect(cell(page, 3, 2)).toContainText('16,384');
  await expect(cell(page, 3, 3)).toHaveText('0.03');
  await expect(cell(page, 3, 4)).toHaveText('0.05');
  await expect(page.getByText('does not fully match')).toHaveCount(0);
});

test('unknown types, fields, links and duplicates are shown as sent', async ({ page, lists }) => {
  lists.answer([
    model('a/one', 1, {
      type: 'holographic',
      running: true,
      link: 'javascript:alert(1)',
      context_length: 163_839,
      created: 0,
    }),
    model('a/one', 1, { link: 'https://example.com/one' }),
    { id: 'a/bare' },
  ]);
  await page.goto('/models?open=a/one');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(cell(page, 0, 1)).toHaveText('holographic');
  await expect(cell(page, 0, 2)).toHaveText('163,839');
  await expect(cell(page, 2, 3)).toHaveText('—');
  const panel = page.getByRole('complementary', { name: 'Model a/one' });
  await expect(panel).toContainText('Created—');
  await expect(panel).toContainText('running');
  await expect(panel).toContainText(
    'Price of training tokens. The API states no unit; 0 may mean “not offered”.',
  );
  await expect(panel.getByText('javascript:alert(1)', { exact: true })).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  // Columns outside the window are not drawn until they come near it.
  await page.getByRole('columnheader', { name: 'Link' }).scrollIntoViewIfNeeded();
  const link = grid(page).getByRole('link', { name: 'example.com/one' });
  await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
});

test('an empty list says what to do, and a failed one shows the service’s message', async ({
  page,
  lists,
}) => {
  lists.answer([]);
  await page.goto('/models');
  await expect(page.getByRole('heading', { name: 'No models' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the playground' })).toBeVisible();
  lists.answer({ error: { message: 'The catalogue is being moved.', type: 'server_error' } }, 503);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The catalogue is being moved.');
  await page.getByRole('button', { name: 'Open connections' }).click();
  await page.getByRole('dialog', { name: 'Connections' }).getByRole('button', { name: 'Close' }).click();
  lists.answer([model('a/one', 1)]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');

  // The previous list stays when a new one fails.
  lists.answer({ error: { message: 'Moved again.', type: 'server_error' } }, 503);
  await page.getByRole('button', { name: /^Reload the list/ }).click();
  await expect(page.getByRole('alert')).toContainText(/The models are out of date: .*Moved again\./);
  await page.getByRole('alert').getByRole('button', { name: 'Open connections' }).click();
  await page.getByRole('dialog', { name: 'Connections' }).getByRole('button', { name: 'Close' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  lists.answer([model('a/one', 1), model('a/two', 1)]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('changes since the last visit are summarised, shown alone, and drawn as a line', async ({
  page,
  lists,
}) => {
  await page.clock.setFixedTime('2026-11-01T10:00:00Z');
  lists.answer([model('a/same', 1), model('a/dearer', 1), model('a/gone', 1)]);
  await page.goto('/models');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(page.getByText('Since your last visit')).toHaveCount(0);

  await page.clock.setFixedTime('2026-11-04T11:00:00Z');
  lists.answer([model('a/same', 1), model('a/dearer', 1.5), model('a/new', 1), model('a/newer', 1)]);
  await page.reload();
  await expect(
    page.getByText('Since your last visit, 3 days ago: 2 new, 1 gone, 2 prices changed'),
  ).toBeVisible();
  await expect(grid(page).getByText('new', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'What changed' }).click();
  const list = page.getByRole('dialog', { name: 'What changed' });
  await expect(list).toContainText('a/gone');
  await expect(list).toContainText('a/dearer: input 1.00 → 1.50, output 2.00 → 3.00');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Show only these' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(page).toHaveURL(/hide=unchanged/);
  // A reload is the same visit.
  await page.reload();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await cell(page, 0, 0).click();
  await expect(
    page.getByRole('img', { name: 'Input: 1.00 on 2026-11-01, 1.50 now, 1 change' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Price history' })).toContainText('1.00 → 1.50');

  await page.clock.setFixedTime('2026-11-05T11:00:00Z');
  await page.goto('/models');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
  await expect(grid(page).getByText('new', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Since your last visit')).toHaveCount(0);

  await page.clock.setFixedTime('2026-11-06T11:00:00Z');
  lists.answer([model('a/dearer', 1.5, { pricing: { input: 'contact_sales', output: 3 } })]);
  await page.goto('/models?open=a/dearer');
  await expect(
    page.getByRole('img', { name: 'Input: 1.00 on 2026-11-01, contact sales now, 2 changes' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Price history' })).toContainText('1.00 → contact sales');
});

test('the recorded prices of a sample are in the unit of its fields', async ({ page, lists }) => {
  const pricing = { input: 0.05, output: 0.2, finetune: 1.5, hourly: 4 };
  lists.answer([model('a/sample', 1, { pricing, sample: true }), model('a/served', 1, { pricing })]);
  await page.goto('/models?open=a/sample&prices=dollars-thousand');
  const recorded = page.getByRole('region', { name: 'Price history' }).getByRole('listitem');
  await expect(recorded).toHaveText([/0\.00005$/, /0\.0002$/, /4\.00$/, /0\.0015$/]);
  await page.goto('/models?open=a/served&prices=dollars-thousand');
  await expect(recorded).toHaveText([/0\.05$/, /0\.20$/, /4\.00$/, /1\.50$/]);
});

test('a price that changes during the first visit is told at once', async ({ page, lists }) => {
  lists.answer([model('a/one', 1)]);
  await page.goto('/models');
  await expect(cell(page, 0, 3)).toContainText('1.00');
  await expect(page.getByText('During this first visit')).toHaveCount(0);
  lists.answer([model('a/one', 1.5), model('a/two', 1)]);
  await page.getByRole('button', { name: /^Reload the list/ }).click();
  await expect(page.getByText('During this first visit: 1 new, 2 prices changed')).toBeVisible();
});

test('monthly costs are computed, rows stay in place while the workload changes, and are resorted on demand', async ({
  page,
  lists,
}) => {
  lists.answer([
    { id: 'a/none' },
    model('a/long-answers', 1, { pricing: { input: 4, output: 1 } }),
    model('a/free', 0),
    model('a/long-prompts', 1, { pricing: { input: 1, output: 6 } }),
  ]);
  await page.goto('/models');
  await expect(page.getByRole('columnheader', { name: /^Month/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Workload' }).click();
  await page.getByRole('button', { name: /^Month/ }).click();
  const ids = () => grid(page).locator('[data-row] [data-column="0"]').allInnerTexts();
  const months = () => grid(page).locator('[data-row] [data-column="1"]').allInnerTexts();
  // 1,000 × $1 + 300 × $6 and 1,000 × $4 + 300 × $1, a million times smaller, 1,000 times a day, 30.4167 days.
  await expect.poll(months).toEqual(['$85.17', '$130.79', 'hourly or free', 'no price']);
  expect(await ids()).toEqual(['a/long-prompts', 'a/long-answers', 'a/free', 'a/none']);
  // The sentence changes with each key: it is announced after a pause.
  await expect(page.getByText('A month of 30.4167 days')).toBeVisible();
  await expect(page.locator('output, [role=status]').filter({ hasText: '30.4167' })).toHaveCount(0);

  await page.getByRole('textbox', { name: /^Output/ }).fill('10,000');
  await expect.poll(months).toEqual(['$1,855.42', '$425.83', 'hourly or free', 'no price']);
  await page.getByRole('button', { name: 'Values changed: sort again' }).click();
  await expect.poll(ids).toEqual(['a/long-answers', 'a/long-prompts', 'a/free', 'a/none']);
  await expect(grid(page)).toBeFocused();
  // The order comes into the address a moment after the number.
  await expect(page).toHaveURL(/sort=monthly&tout=/);
  await page.reload();
  await expect.poll(months).toEqual(['$425.83', '$1,855.42', 'hourly or free', 'no price']);

  const cached = page.getByRole('textbox', { name: /^of which cached/ });
  await cached.fill('2000');
  await expect(page.getByText('Cached tokens are part of the input and cannot exceed')).toBeVisible();
  await expect.poll(months).toEqual(['—', '—', '—', '—']);
  await cached.fill('500');
  await expect(page.getByText('Cached tokens are counted at the full price of input')).toBeVisible();
  await page.getByRole('textbox', { name: /^Price of cached input/ }).fill('50');
  await expect.poll(async () => (await months())[0]).toBe('$395.42');
  await expect(page.getByText('The price of cached tokens is your own figure')).toBeVisible();
  const reset = page.getByRole('button', { name: 'Reset to defaults' });
  await reset.click();
  await page.getByRole('button', { name: 'Undo the reset' }).click();
  await expect(cached).toHaveValue('500');
  await reset.click();
  await expect(cached).toHaveValue('');
  await expect
    .poll(async () => (await months()).toSorted())
    .toEqual(['$130.79', '$85.17', 'hourly or free', 'no price'].toSorted());
});

test('the cheapest for the workload is one of the models that the table shows', async ({ page, lists }) => {
  lists.answer([model('a/small', 1), model('b/large-70b', 2)]);
  await page.goto('/models?calc=open');
  const workload = page.getByRole('region', { name: 'Workload' });
  const dedicated = workload.getByRole('link', { name: 'Compare it with dedicated' });
  await expect(workload).toContainText(/Of the chat, language and code models .* a\/small costs least/);
  await page.keyboard.press('/');
  await page.keyboard.type('70b');
  await expect(workload).toContainText(/Of the shown chat, .* b\/large-70b costs least/);
  await expect(dedicated).toHaveAttribute('href', /model=b\/large-70b/);
  await page.keyboard.type(' nothing');
  await expect(workload).toContainText('No shown chat, language or code model has token prices');
  await workload.getByRole('textbox', { name: 'Requests, a day' }).fill('0');
  await expect(workload).toContainText('Without tokens no model costs anything.');
});

test('where a service states no types, its cheapest model is named all the same', async ({ page, lists }) => {
  lists.answer([
    { ...model('a/small', 1), type: undefined },
    model('b/embedding', 0.1, { type: 'embedding' }),
  ]);
  await page.goto('/models?calc=open');
  const workload = page.getByRole('region', { name: 'Workload' });
  await expect(workload).toContainText(
    /Of the chat, language, code and untyped models .* a\/small costs least/,
  );
  await expect(workload.getByRole('link', { name: 'Compare it with dedicated' })).toBeVisible();
  await workload.getByRole('textbox', { name: 'Output, tokens a request' }).fill('0');
  await expect(workload).toContainText('a/small costs least');
});

test('where the totals of a day are entered as one request, the page says to divide them', async ({
  page,
  lists,
}) => {
  lists.answer([{ ...model('a/small', 1), context_length: 131_072 }]);
  await page.goto('/models?calc=open');
  const workload = page.getByRole('region', { name: 'Workload' });
  const input = workload.getByRole('textbox', { name: 'Input, tokens a request' });
  await input.fill('40M');
  await expect(workload).toContainText('divide a day’s totals by its requests');
  await input.fill('4K');
  await expect(workload).toContainText('a/small costs least');
  await expect(workload).not.toContainText('divide');
});
