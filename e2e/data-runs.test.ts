// Data runs: rows of a file read, bounded, run, paused, stopped, retried, reloaded, exported.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import papa from 'papaparse';
import { pasted } from './clipboard.ts';
import { countRequests, expect, grid, load, open, prompt, state, tales, test } from './data-view.ts';
import { becomes, pass } from './manual-clock.ts';

async function chooseModel(page: Page, model: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Variant 1: model' }).fill(model);
}

async function exported(page: Page, kind: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('button', { name: new RegExp(`^${kind} `) }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('every row of a CSV gets its answer, and the export matches the table', async ({ page }) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(8) });
  await expect(page.getByRole('list', { name: 'Variables' })).toContainText('{{hero}}from its column');
  const before = page.getByRole('region', { name: 'Run estimate' });
  await expect(before).toContainText('8 requests');
  await expect(before).toContainText(/prompt \+ output tokens, max[\d,]+/);
  expect(sent()).toBe(0);

  await page.getByRole('button', { name: 'Start 8 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  expect(sent()).toBe(8);
  await expect(page.getByRole('region', { name: 'This run' })).toContainText(
    'Parameters: max_tokens 6, seed 42',
  );
  await expect(grid(page).getByText('complete', { exact: true })).toHaveCount(8);

  const { data } = papa.parse<Record<string, string>>((await exported(page, 'CSV')).trimEnd(), {
    header: true,
  });
  expect(data).toHaveLength(8);
  expect(data[2]).toMatchObject({
    hero: 'a fox, 3',
    state: 'complete',
    seed: '42',
    completion_tokens: '6',
    error: '',
  });
  expect(data[2]?.['prompt']).toBe('Once upon a time a fox, 3 lived in the forest.');
  expect(JSON.parse(data[2]?.['parameters'] ?? '')).toEqual({ max_tokens: 6, seed: 42, stream: true });
  await expect(grid(page)).toContainText(data[2]?.['output']?.trim() ?? 'no output');
  await grid(page)
    .getByRole('gridcell', { name: /^[\d.]+ m?s$/ })
    .first()
    .click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => pasted(page)).toMatch(/^\d+$/);
  await page.getByRole('textbox', { name: 'Filter Row' }).fill('3');
  await expect(grid(page).getByText('complete', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Export results' }).click();
  await expect(page.getByText('including rows that a filter hides')).toBeVisible();
  await page.keyboard.press('Escape');
  const lines = (await exported(page, 'JSONL')).trimEnd().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(await exported(page, 'JSON')));
});

test('an export whose code a newer build has replaced says so, and offers to reload', async ({ page }) => {
  await page.route(/export-run-[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await open(page, { name: 'tales.csv', text: tales(1) });
  await page.getByRole('button', { name: 'Start 1 request' }).click();
  await expect(state(page)).toHaveText('Done');
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('button', { name: /^CSV / }).click();
  await expect(page.getByText('The export could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(state(page)).toHaveText('Done');
  expect(await exported(page, 'CSV')).toContain('a fox, 1');
});

test('invalid lines are named by number and the rest is loaded', async ({ page }) => {
  await open(page, { name: 'x.jsonl', text: '{"hero":"Mia","place":"town"}\nnope\n{"hero":"Tom"}\n' });
  await expect(page.getByText('JSONL · 2 rows · 2 columns')).toBeVisible();
  await page.getByRole('status').getByText('1 problem while reading').click();
  await expect(page.getByRole('list', { name: 'Problems' })).toHaveText(
    'Line 2: This is not JSON; the line was skipped.',
  );
  await expect(page.getByText('1 row has an empty value')).toBeVisible();
  await load(page, { name: 'y.csv', text: 'hero;town\nMia;A;B\nTom;C\n' });
  await expect(page.getByText('CSV · 1 row · 2 columns')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Before Start' })).toHaveText('No column named “place”.');
  await expect(page.getByText('Unused: town')).toBeVisible();
  // No request could be sent, so none has a price.
  const estimate = page.getByRole('region', { name: 'Run estimate' });
  await expect(estimate.getByRole('definition')).toHaveText(['1 request', '—', '—', 'no limit']);
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();
});

test('rows can be pasted', async ({ page }) => {
  await page.goto('/?view=data');
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await expect(page.getByRole('textbox', { name: 'Rows' })).toBeFocused();
  await page.keyboard.insertText('[{"a":"x"},{"a":"y"}]');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await expect(page.getByText('JSON · 2 rows · 1 column')).toBeVisible();

  // Other rows leave the focus where they were asked for.
  await page.getByRole('button', { name: 'Paste rows' }).press('Enter');
  await page.keyboard.insertText('[{"a":"z"}]');
  await page.getByRole('button', { name: 'Use these rows' }).press('Enter');
  await expect(page.getByText('JSON · 1 row · 1 column')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Paste rows' })).toBeFocused();
});

test('a run whose last request was stopped is done in part', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(1) });
  await chooseModel(page, 'inferdeck/fault-stall-midway');
  await page.getByRole('button', { name: 'Start 1 request' }).click();
  await expect(grid(page).getByText('streaming')).toHaveCount(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect(state(page).locator('.text-ok')).toHaveCount(0);
});

test('a run can be paused, resumed and stopped, and stopped rows are retried only by hand', async ({
  page,
}) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(4) });
  await chooseModel(page, 'inferdeck/fault-stall-midway');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 4 requests' }).click();
  await expect(grid(page).getByText('streaming')).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(state(page)).toHaveText('Pausing');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(state(page)).toHaveText('Stopped');
  await expect(grid(page).getByText('stopped')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Run figures' })).toContainText('1 of 4 ended');
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText('Stopped.');
  expect(sent()).toBe(1);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(grid(page).getByText('streaming')).toHaveCount(1);
  expect(sent()).toBe(2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(grid(page).getByText('stopped')).toHaveCount(2);
  await page.getByRole('button', { name: 'Retry 2 requests' }).click();
  await expect(grid(page).getByText('stopped')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
});

test('Ctrl+Enter first focuses the button with count and price, then sends, and Escape stops', async ({
  page,
}) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(4) });
  await chooseModel(page, 'inferdeck/fault-stall-midway');
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  // A held shortcut counts once.
  await page.keyboard.down('ControlOrMeta');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('ControlOrMeta');
  const start = page.getByRole('button', { name: 'Start 4 requests' });
  await expect(start).toBeFocused();
  await expect(page.getByRole('region', { name: 'Run estimate' })).toContainText('4 requests');
  expect(sent()).toBe(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(grid(page).getByText('streaming').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(state(page)).toHaveText('Stopped');
  await expect(grid(page).getByText('stopped').first()).toBeVisible();
});

test('the first error of an ended run can be read without the table', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(2) });
  await chooseModel(page, 'inferdeck/fault-503');
  await page.getByRole('button', { name: 'Start 2 requests' }).click();
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText(
    /2 failed; not retried unless you ask\. First error: 503 Service overloaded: /,
  );
});

test('a refusal that pauses a run is said once', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(2) });
  await page.route('**/v1/completions', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { message: 'Too many.' } },
      headers: { 'Retry-After': '1' },
    }),
  );
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 2 requests' }).click();
  const pause = page.getByRole('region', { name: 'Pause' });
  await expect(pause).toContainText('1 failed; not retried unless you ask. First error: 429');
  await expect.poll(() => keptCells(page, 'Too many')).toBe(1);
  // Restored, the refusal itself is the reason.
  await page.reload();
  await expect(pause).toContainText('“Resume” sends the refused requests first. 1 failed');
  expect((await pause.innerText()).match(/Too many/g)).toHaveLength(1);
});

test('failed rows say why and are retried on demand; ten in a row pause the run', async ({ page }) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(12) });
  await chooseModel(page, 'inferdeck/fault-503');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 12 requests' }).click();
  const pause = page.getByRole('region', { name: 'Pause' });
  await expect(pause).toContainText(/10 requests failed in a row.* Last error: 503 Service overloaded: /);
  expect(sent()).toBe(10);
  await expect(grid(page).getByText('503').first()).toBeVisible();
  await pause.getByRole('button', { name: 'Retry 10 requests' }).click();
  await expect.poll(sent).toBe(20);
  await expect(pause).toContainText('10 requests failed in a row');
  await grid(page).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('alert')).toContainText('503');
});

test('a 429 pauses the whole run with a countdown, and nothing is sent automatically', async ({
  page,
  pauseClock,
}) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(5) });
  await chooseModel(page, 'inferdeck/fault-429');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.clock.install();
  await pauseClock(1_000);
  await page.getByRole('button', { name: 'Start 5 requests' }).click();
  const wait = /Rate limited \(429\).*in \d s/s;
  await becomes(page, page.getByRole('region', { name: 'Pause' }).filter({ hasText: wait }), 'visible');
  expect(sent()).toBe(1);
  await pass(page, 8);
  await expect(page.getByRole('button', { name: 'Resume' })).toBeEnabled();
  expect(sent()).toBe(1);
});

test('a run stops before its bound, and continues once it is raised', async ({ page }) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(6) });
  await page.getByRole('radio', { name: 'Tokens' }).check();
  const bound = page.getByRole('textbox', { name: /^Budget/ });
  await bound.fill('100');
  await page.getByRole('button', { name: 'Start 6 requests' }).click();
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText(
    'Paused before the budget of 100 tokens',
  );
  const before = sent();
  expect(before).toBeLessThan(6);
  await bound.fill('10,000 tokens');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(state(page)).toHaveText('Done');
  expect(sent()).toBe(6);
});

test('a run keeps its previous bound while another one is typed', async ({ page }) => {
  const sent = countRequests(page);
  await open(page, { name: 'tales.csv', text: tales(6) });
  await chooseModel(page, 'inferdeck/fault-stall-midway');
  await page.getByRole('radio', { name: 'Tokens' }).check();
  await page.getByRole('radio', { name: '4', exact: true }).check();
  const bound = page.getByRole('textbox', { name: /^Budget/ });
  await bound.fill('100');
  await page.getByRole('button', { name: 'Start 6 requests' }).click();
  await expect(grid(page).getByText('streaming')).toHaveCount(1);
  await bound.fill('');
  await expect(page.getByText('The run stops before 100 tokens until')).toBeVisible();
  expect(sent()).toBe(1);
  await bound.pressSequentially('1000');
  expect(sent()).toBe(1);
  await bound.press('Enter');
  await expect(grid(page).getByText('streaming')).toHaveCount(4);
  await page.getByRole('button', { name: 'Stop' }).click();
});

/** Cells in the browser's database that hold these words. */
function keptCells(page: Page, words = '"complete"'): Promise<number> {
  return page.evaluate(
    (sought) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('inferdeck-data-runs');
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened.')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('cells').objectStore('cells').getAll();
          reading.addEventListener('success', () => {
            database.close();
            resolve(reading.result.filter((cell) => JSON.stringify(cell).includes(sought)).length);
          });
        });
      }),
    words,
  );
}

/** Replaces the stored run. */
function damageNewestRun(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('inferdeck-data-runs');
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened.')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const writing = database.transaction('runs', 'readwrite');
          writing.objectStore('runs').put({ shape: 'from another version' }, 'newest');
          writing.addEventListener('complete', () => {
            database.close();
            resolve();
          });
        });
      }),
  );
}

test('results whose first write fails are written with the next', async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ['put'] as const) {
      const original = IDBObjectStore.prototype[method];
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...values) {
        if (this.name !== 'cells') return original.apply(this, values);
        IDBObjectStore.prototype[method] = original;
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    }
  });
  await open(page, { name: 'tales.csv', text: tales(30) });
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 30 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect.poll(() => keptCells(page)).toBe(30);
});

test('the outputs of two variants are side by side, before their figures', async ({ page }) => {
  await open(page, { name: 'tales.csv', text: tales(2) });
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page.getByRole('button', { name: 'Start 4 requests' }).click();
  await expect(state(page)).toHaveText('Done');
  await expect(page.getByRole('columnheader', { name: 'B output' })).toBeInViewport();

  // The row shows the variant of the pressed cell, and the next row the same.
  const row = (number: number) => grid(page).getByRole('row').nth(number);
  await row(1).getByRole('gridcell').nth(6).click();
  await expect(page.getByRole('combobox', { name: 'Variant' })).toHaveValue('1');
  await row(2).getByRole('gridcell').first().click();
  await expect(page.getByRole('heading', { name: 'Row 2' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Variant' })).toHaveValue('1');
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Variant' })).toHaveValue('0');
});

test('results are kept after a reload, the run is paused, and nothing is sent automatically', async ({
  page,
}) => {
  await open(page, { name: 'tales.csv', text: tales(30) });
  await page.getByRole('combobox', { name: 'Variant 1: model' }).fill('inferdeck/fault-stall-midway');
  await page.getByRole('button', { name: 'Add variant' }).click();
  await page.getByRole('combobox', { name: 'Variant 1: model' }).fill('');
  await page.getByRole('combobox', { name: 'Variant 2: model' }).fill('inferdeck/fault-stall-midway');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start 60 requests' }).click();
  // Columns outside the window are not drawn until they come near it.
  const secondState = page.getByRole('columnheader', { name: 'B state' });
  await secondState.scrollIntoViewIfNeeded();
  await expect(grid(page).getByText('streaming')).toHaveCount(1);
  await expect(grid(page).getByText('complete')).toHaveCount(1);
  const text = await grid(page).getByRole('row').nth(1).textContent();

  const sent = countRequests(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText('This is an earlier run');
  await expect(state(page)).toHaveText('Paused');
  await expect(grid(page).getByText('complete')).toHaveCount(1);
  await secondState.scrollIntoViewIfNeeded();
  await expect(grid(page).getByText('lost', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Pause' })).toContainText('may have been charged');
  expect((await grid(page).getByRole('row').nth(1).textContent())?.slice(0, 40)).toBe(text?.slice(0, 40));
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(prompt);
  expect(sent()).toBe(0);

  await page.getByRole('button', { name: 'New run' }).click();
  await page.getByRole('button', { name: 'Discard results' }).click();
  await expect(page.getByRole('button', { name: 'Open data' })).toBeVisible();

  await damageNewestRun(page);
  await page.reload();
  const notice = page.getByText('An earlier data run cannot be read');
  await expect(notice).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('from another version');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(notice).toBeHidden();
});
