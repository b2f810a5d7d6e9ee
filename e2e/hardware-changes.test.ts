// Hardware page on a scripted list: changes between visits, and a matrix that has to wait.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { Snapshot } from '#pricing/price-history.ts';
import { becomes, pass } from './manual-clock.ts';
import { expect, test, type ScriptedService } from './scripted-service.ts';

const card = (id: string, cents: number, status?: string) => ({
  id,
  object: 'hardware',
  pricing: { cents_per_minute: cents },
  specs: { gpu_type: id, gpu_link: 'pcie', gpu_memory: 48, gpu_count: 1 },
  ...(status !== undefined && { availability: { status } }),
});

const listOf = (...cards: readonly unknown[]) => ({ body: { object: 'list', data: cards } });
const grid = (page: Page) => page.getByRole('grid', { name: 'configurations' });
const side = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });

/** The records of the browser; the page must have opened its database. */
const snapshots = async (page: Page) =>
  z.array(Snapshot).parse(
    await page.evaluate(
      () =>
        new Promise<unknown>((resolve, reject) => {
          const opening = indexedDB.open('inferdeck-diary');
          opening.addEventListener('error', reject);
          opening.addEventListener('success', () => {
            const { result: database } = opening;
            const all = database.transaction('pages').objectStore('pages').getAll();
            all.addEventListener('success', () => resolve(all.result));
            database.close();
          });
        }),
    ),
  );

test('a price changed between visits is shown before and after, with added and removed configurations', async ({
  page,
  script,
}) => {
  await page.clock.setFixedTime('2026-11-01T10:00:00Z');
  script.answers.set('/hardware', listOf(card('1x_same', 2), card('1x_dearer', 1.5), card('1x_gone', 5)));
  await page.goto('/hardware');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  await expect.poll(() => snapshots(page)).toHaveLength(1);

  await page.clock.setFixedTime('2026-11-01T14:00:00Z');
  script.answers.set('/hardware', listOf(card('1x_same', 2), card('1x_dearer', 2.25), card('1x_new', 4)));
  await page.reload();
  await expect(
    page.getByText(
      'Since your last visit 4 h ago: 1 price changed, 1 new configuration, 1 configuration gone',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const since = side(page).locator('section').first().getByRole('listitem');
  await expect(since).toHaveCount(3);
  await expect(since.filter({ hasText: '1x_dearer' })).toContainText('price 1.50 ¢/min → 2.25 ¢/min');
  await expect(since.filter({ hasText: '1x_new' })).toContainText('is new in the list');
  await expect(since.filter({ hasText: '1x_gone' })).toContainText('is no longer in the list');

  await side(page).getByRole('button', { name: '1x_dearer' }).first().click();
  await expect(
    side(page).getByRole('img', { name: 'Price from 1.5 to 2.25 ¢/min in 2 price snapshots' }),
  ).toBeVisible();
  await expect(side(page)).toContainText('1.50 ¢/min 4 h ago, 2.25 ¢/min now');

  await page.getByRole('button', { name: 'Changes' }).click();
  await side(page).getByRole('button', { name: '1x_gone' }).first().click();
  await expect(side(page)).toContainText('The service does not list 1x_gone.');
  await expect(side(page)).toContainText('5.00 ¢/min 4 h ago');
  await expect(side(page).getByRole('listitem')).toHaveText('now is no longer in the list');
});

test('a visit goes on while availability is asked for, though the prices are not read again', async ({
  page,
  script,
}) => {
  await page.clock.setFixedTime('2026-11-01T10:00:00Z');
  script.answers.set('/hardware', listOf(card('1x_one', 1, 'available')));
  await page.goto('/hardware');
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  await expect.poll(() => snapshots(page)).toHaveLength(1);
  await page.clock.setFixedTime('2026-11-01T14:00:00Z');
  script.answers.set('/hardware', listOf(card('1x_one', 2, 'available')));
  await page.goto('/hardware?model=a/one&rows=a/one&view=matrix');
  await expect.poll(() => snapshots(page)).toHaveLength(3);
  await page.clock.setFixedTime('2026-11-01T14:25:00Z');
  await page.getByRole('button', { name: 'Check 1 model' }).click();
  await expect.poll(() => snapshots(page)).toHaveLength(4);
  await page.clock.setFixedTime('2026-11-01T14:50:00Z');
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.reload();
  await expect(page.getByText('Since your last visit 4 h ago: 1 price changed')).toBeVisible();
});

/** From now on the request with this number is refused for some seconds. */
function refuseOnce(script: ScriptedService, number: number, seconds: number): void {
  const isRefused = (() => {
    const before = script.asked('/hardware');
    return () => script.asked('/hardware') === before + number;
  })();
  const cards = listOf(card('1x_one', 1, 'available'), card('1x_two', 2, 'unavailable'));
  script.answers.set('/hardware', {
    get status() {
      return isRefused() ? 429 : 200;
    },
    headers: { 'retry-after': String(seconds) },
    get body() {
      return isRefused() ? { error: { message: 'Slower, please.' } } : cards.body;
    },
  });
}

test('a matrix with Retry-After counts down, continues by itself, and fills every cell', async ({
  page,
  script,
  pauseClock,
}) => {
  await page.clock.install();
  script.answers.set('/hardware', listOf(card('1x_one', 1), card('1x_two', 2)));
  await page.goto('/hardware?view=matrix&rows=a/one,a/two,a/three');
  const table = page.getByRole('table', { name: 'models by configuration' });
  await expect(table.getByRole('cell', { name: 'not checked' })).toHaveCount(6);
  // As high as its names are long.
  expect((await table.getByRole('row').first().boundingBox())?.height).toBeLessThan(80);
  const before = script.asked('/hardware');
  refuseOnce(script, 2, 60);

  await pauseClock(1_000);
  await page.getByRole('button', { name: 'Check 3 models' }).click();
  const waiting = page.getByText(/^1 of 3 models checked, 2 requests\. Resumes in (60 s|1 min).*: /);
  await becomes(page, waiting, 'visible');
  // What was answered before the refusal is already there.
  await expect(table.getByRole('cell', { name: /^available, checked/ })).toHaveCount(1);
  await pass(page, 20);
  await expect(page.getByText(/Resumes in (?:39|4[01]) s: .*Slower, please\./)).toBeVisible();
  await expect(page.locator('output, [aria-live]').filter({ hasText: 'Resumes in' })).toHaveCount(0);
  expect(script.asked('/hardware')).toBe(before + 2);

  await pass(page, 42);
  await becomes(page, page.getByText('Done: 3 of 3 models checked, 4 requests.'), 'visible');
  expect(script.asked('/hardware')).toBe(before + 4);
  await expect(table.getByRole('cell', { name: /^available, checked/ })).toHaveCount(3);
  await expect(table.getByRole('cell', { name: /^unavailable, checked/ })).toHaveCount(3);
  await expect(table.getByRole('cell', { name: 'not checked' })).toHaveCount(0);
});

test('an answer of the matrix is the availability that the table shows', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(card('1x_one', 1, 'available')));
  await page.goto('/hardware?model=a/one&rows=a/one');
  await expect(grid(page)).toContainText('available');
  script.answers.set('/hardware', listOf(card('1x_one', 1, 'unavailable')));
  await page.getByRole('radio', { name: 'Matrix' }).check();
  await page.getByRole('button', { name: 'Check 1 model' }).click();
  await expect(page.getByText('Done: 1 of 1 model checked')).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).check();
  await expect(grid(page)).toContainText('unavailable');
});

test('a long name of a configuration is cut inside the head of the matrix, and whole in its tooltip', async ({
  page,
  script,
}) => {
  const id = '1x_long_'.repeat(15);
  script.answers.set('/hardware', listOf(card(id, 1)));
  await page.goto('/hardware?view=matrix&rows=a/one');
  const name = page.getByTitle(id);
  await expect(name).toHaveCSS('text-overflow', 'ellipsis');
  const [top, tableTop] = await name.evaluate((each) =>
    [each, each.closest('[role=table]')].map((box) => box?.getBoundingClientRect().top ?? 0),
  );
  expect(top).toBeGreaterThanOrEqual(tableTop ?? Infinity);
});

test('a Retry-After of an hour pauses the matrix, which keeps its answers and continues by hand', async ({
  page,
  script,
  pauseClock,
}) => {
  await page.clock.install();
  script.answers.set('/hardware', listOf(card('1x_one', 1), card('1x_two', 2)));
  await page.goto('/hardware?view=matrix&rows=a/one,a/two,a/three');
  const table = page.getByRole('table', { name: 'models by configuration' });
  await expect(table.getByRole('cell', { name: 'not checked' })).toHaveCount(6);
  const before = script.asked('/hardware');
  refuseOnce(script, 2, 3_600);

  await pauseClock(1_000);
  await page.getByRole('button', { name: 'Check 3 models' }).click();
  const held = page.getByText(
    /^On hold: 1 of 3 models checked, 2 requests\. The service asked for no requests until .*: .*Slower/,
  );
  await becomes(page, held, 'visible');
  const resume = page.getByRole('button', { name: /^Resume/ });
  await expect(resume).toBeDisabled();
  await pass(page, 600);
  await expect(resume).toHaveText(/^Resume in 50 min 0[01] s$/);
  expect(script.asked('/hardware')).toBe(before + 2);

  await page.clock.fastForward(3_010_000);
  await expect(resume).toHaveText('Resume with 2 models');
  expect(script.asked('/hardware')).toBe(before + 2);
  await resume.click();
  await becomes(page, page.getByText('Done: 3 of 3 models checked, 4 requests.'), 'visible');
  await expect(table.getByRole('cell', { name: 'available, checked 1 h ago', exact: true })).toHaveCount(1);
  await expect(table.getByRole('cell', { name: 'available, checked now', exact: true })).toHaveCount(2);
});

test('Escape stops the matrix while it waits', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(card('1x_one', 1), card('1x_two', 2)));
  await page.goto('/hardware?view=matrix&rows=a/one,a/two');
  await expect(page.getByRole('cell', { name: 'not checked' })).toHaveCount(4);
  refuseOnce(script, 2, 60);
  await page.getByRole('button', { name: 'Check 2 models' }).click();
  await expect(page.getByText(/Resumes in/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Stopped: 1 of 2 models checked, 2 requests.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check 2 models' })).toBeFocused();

  refuseOnce(script, 1, 60);
  await page.getByRole('button', { name: 'Resume with 1 model' }).press('Enter');
  await expect(page.getByText(/Resumes in/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop checking' })).toBeFocused();
});

test('a tab closed in the middle of a matrix has stored the answers received', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(card('1x_one', 1), card('1x_two', 2)));
  await page.goto('/hardware?view=matrix&rows=a/one,a/two');
  const table = page.getByRole('table', { name: 'models by configuration' });
  await expect(table.getByRole('cell', { name: 'not checked' })).toHaveCount(4);
  refuseOnce(script, 2, 60);
  await page.getByRole('button', { name: 'Check 2 models' }).click();
  await expect(page.getByText(/^1 of 2 models checked, 2 requests\. Resumes in/)).toBeVisible();
  await expect.poll(() => snapshots(page)).toHaveLength(2);
  await page.reload();
  await expect(table.getByRole('cell', { name: /^available, checked/ })).toHaveCount(1);
  await expect(table.getByRole('cell', { name: 'not checked' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('matrix.csv');
  const [head, one, two] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
  expect(head).toBe('Model,Checked,1x_one,1x_two,Failure');
  expect(one).toMatch(/^a\/one,\d{4}-[^,]+Z,available,unavailable,$/);
  expect(two).toBe('a/two,,,,');
});

const addSnapshots = (page: Page, added: readonly Snapshot[]) =>
  page.evaluate(
    (pages) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('inferdeck-diary');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const { result: database } = opening;
          const writing = database.transaction('pages', 'readwrite');
          for (const each of pages) writing.objectStore('pages').add(each);
          writing.addEventListener('complete', () => resolve());
          database.close();
        });
      }),
    added,
  );

const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh / }).click();

test('a price that changes during the first visit is told at once', async ({ page, script }) => {
  script.answers.set('/hardware', listOf(card('1x_one', 1.5)));
  await page.goto('/hardware');
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  script.answers.set('/hardware', listOf(card('1x_one', 2.25)));
  await refresh(page);
  await expect(page.getByText('During this first visit: 1 price changed')).toBeVisible();
});

test('where nothing can be stored, the line above the table says so', async ({ page, script }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  script.answers.set('/hardware', listOf(card('1x_one', 1.5)));
  await page.goto('/hardware');
  await expect(page.getByText('is not stored by this browser and ends with the tab.')).toBeVisible();
});

test('two tabs that record at once respect the limit of snapshots', async ({ page, context, script }) => {
  const offer = (cents: number) => script.answers.set('/hardware', listOf(card('1x_one', cents)));
  offer(1.5);
  await page.goto('/hardware');
  await expect(page.getByText('First visit: prices are recorded')).toBeVisible();
  const [first] = await snapshots(page);
  if (first === undefined) throw new Error('no snapshot');
  const older = Array.from({ length: 499 }, (_, index) => ({
    ...first,
    atMs: first.atMs - 1 - index,
    records: { '1x_one': { cents_per_minute: index + 2 } },
  }));
  await addSnapshots(page, older);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/hardware');
    await expect(grid(tab)).toContainText('1.50');
  }
  for (const [tab, cents] of [
    [page, 2.25],
    [other, 3.25],
    [page, 4.25],
  ] as const) {
    offer(cents);
    await refresh(tab);
    await expect(grid(tab)).toContainText(String(cents));
    await expect(tab.getByText(/1 price changed/)).toBeVisible();
  }
  expect(await snapshots(page)).toHaveLength(500);
});
