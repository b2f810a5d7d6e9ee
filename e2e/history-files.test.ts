// History as files, and with unavailable storage.
import { readFile } from 'node:fs/promises';
import type { Response } from '@playwright/test';
import { runOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { expect, test } from './fixtures.ts';
import { loadRecording, tokenEvent } from './recordings.ts';
import { expectShown, exportTo, open, openHistory, prompt, redo, run, undo } from './history-page.ts';

test('an export without any token is fully imported in a fresh browser; a second import adds nothing', async ({
  page,
  browser,
  service,
}) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  await openHistory(page);
  await page.getByRole('radio', { name: 'Files' }).check();
  const file = await exportTo(page, 'Export everything');
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain(service.token);
  expect(text).not.toContain(new URL(service.url).host);

  const context = await browser.newContext({ baseURL: service.url });
  const fresh = await context.newPage();
  await fresh.goto('/');
  const tree = await openHistory(fresh);
  await fresh.getByRole('radio', { name: 'Files' }).check();
  const chooser = fresh.getByLabel('History file');
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(fresh.getByRole('alert')).toHaveText('The file is not a playground history.');
  await chooser.setInputFiles(file);
  await expect(fresh.getByText('Added 3 states and 2 recordings.')).toBeVisible();
  await chooser.setInputFiles(file);
  await expect(fresh.getByText('Added 0 states and 0 recordings. 3 states were already here.')).toBeVisible();
  await fresh.getByRole('radio', { name: 'History' }).check();
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await expectShown(fresh, fox);
  await fresh.reload();
  await expectShown(fresh, fox);
  await redo(fresh).click();
  await expectShown(fresh, bear);
  await context.close();
});

test('an imported note is changed here even if its clock was ahead', async ({ page }) => {
  const node = stateOf(1, null);
  const names = [{ id: node.id, text: '', note: 'theirs', rating: null, at: Date.now() + 3_600_000 }];
  const file = {
    inferdeck: 'history',
    version: 1,
    nodes: [node],
    runs: [runOf(1, 'The fox.')],
    names,
    presets: [],
    recordings: [],
  };
  const buffer = Buffer.from(JSON.stringify(file));
  await page.goto('/');
  const tree = await openHistory(page);
  await page.getByRole('radio', { name: 'Files' }).check();
  await page
    .getByLabel('History file')
    .setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer });
  await expect(page.getByText('Added 1 state and 0 recordings.')).toBeVisible();
  await page.getByRole('radio', { name: 'History' }).check();
  await tree.getByRole('treeitem', { name: 'prompt 1' }).click();
  const card = page.getByRole('region', { name: 'Selected state' });
  const note = card.getByRole('textbox', { name: 'Note' });
  await note.fill('mine');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Good answer' }).click();
  await expect(card.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await openHistory(page);
  await page.getByRole('searchbox', { name: 'Search history' }).fill('mine');
  await tree.getByRole('treeitem', { name: 'prompt 1' }).click();
  await expect(note).toHaveValue('mine');
  await expect(card.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
});

test('with blocked storage history works from memory, says so, and can be exported', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await open(page);
  const fox = await run(page, 'There was a fox');
  const notice = page.getByRole('status', { name: 'History' });
  await expect(notice).toContainText('does not let the page store history');
  await run(page, 'There was a bear');
  await undo(page).click();
  await expectShown(page, fox);
  const text = await readFile(await exportTo(page, 'Export history'), 'utf8');
  expect(text).toContain('There was a bear');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeEmpty();
});

test('with full storage nothing is lost before the page closes, and space is freed only on request', async ({
  browser,
  service,
}) => {
  // Chromium caches the free space of a written context for half a minute.
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: service.url, quotaSize: 1 });
  await open(page);
  await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  const notice = page.getByRole('status', { name: 'History' });
  await expect(notice).toContainText('Browser storage for history is full');
  await undo(page).click();
  await redo(page).click();
  await expectShown(page, bear);
  await openHistory(page);
  await page.getByRole('radio', { name: 'Files' }).check();
  await session.send('Storage.overrideQuotaForOrigin', { origin: service.url });
  await page.getByRole('textbox', { name: 'Recordings to keep' }).fill('1');
  await page.getByRole('button', { name: /^Delete 1 recording,/ }).click();
  await expect(page.getByText('Deleted 1 recording.')).toBeVisible();
  await expect(notice).toBeEmpty();
  await page.reload();
  await expectShown(page, bear);
  await undo(page).click();
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expect(notice).toContainText('was deleted');
  await context.close();
});

test('an opened recording is compared by its own prompt and parameters', async ({ page }) => {
  await open(page);
  await run(page, 'There was a bear');
  await page.getByRole('tab', { name: 'Events' }).click();
  await loadRecording(page, [tokenEvent(1, { text: ' upon', finish_reason: 'eos' })]);
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a bear' }).click();
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  const part = (name: string) => page.getByRole('dialog').getByRole('region', { name, exact: true });
  await expect(part('Prompt')).toContainText('Once');
  await expect(part('Parameters')).toContainText('max_tokensdefault 24');

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByRole('textbox', { name: 'Recordings to keep' }).fill('0');
  await page.getByRole('button', { name: /^Delete 2 recordings/ }).click();
  await page.getByRole('radio', { name: 'History' }).check();
  await tree.getByRole('treeitem', { name: 'There was a bear' }).click();
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  await expect(part('Prompt')).toContainText('Once');
  await expect(part('Parameters')).toContainText('its parameters are unknown');
});

test('the session to be deleted is named: it is the open one, even if another is listed', async ({
  page,
}) => {
  await open(page);
  await run(page, 'There was a fox');
  await openHistory(page);
  await page.getByRole('button', { name: 'New session' }).click();
  await run(page, 'There was a bear');
  const listed = page.getByRole('combobox', { name: 'Session' });
  await expect(listed).toHaveText(/There was a bear.*There was a fox/);
  await listed.selectOption({ index: 1 });
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByRole('button', { name: 'Delete this session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this session' });
  await expect(dialog).toContainText('There was a bear');
  await dialog.getByRole('button', { name: 'Delete 2 states' }).click();
  await page.getByRole('radio', { name: 'History' }).check();
  await expect(listed).toHaveText(/^There was a fox/);
});

test('a draft that the browser cannot store is reported as kept only in history', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  const notice = page.getByRole('status', { name: 'History' });
  await expect(notice).toBeEmpty();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await prompt(page).fill('There was a bear');
  await expect(notice).toContainText('a new tab opens with an older draft');
});

test('history that failed to load is not reloaded with every keystroke', async ({ page }) => {
  let asked = 0;
  await page.route('**/assets/history*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/');
  await prompt(page).pressSequentially('There was', { delay: 20 });
  await expect.poll(() => asked).toBeGreaterThan(0);
  const before = asked;
  await prompt(page).pressSequentially(' a fox in a wood', { delay: 20 });
  expect(asked).toBe(before);
});

test('a first visit loads nothing of history', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('/', { waitUntil: 'networkidle' });
  const loaded = responses.filter((response) => response.url().endsWith('.js'));
  const scripts = await Promise.all(loaded.map((response) => response.text()));
  expect(new Set(scripts.map((script) => script.includes('inferdeck-history')))).toEqual(new Set([false]));
  await prompt(page).fill('x');
  await expect(undo(page)).toBeVisible();
});

test('each of many states is still there after a reload', async ({ page }) => {
  const count = 600;
  const nodes = Array.from({ length: count }, (_, index) => stateOf(index + 1, index === 0 ? null : 1));
  const file = { inferdeck: 'history', version: 1, nodes, runs: [], names: [], presets: [], recordings: [] };
  const buffer = Buffer.from(JSON.stringify(file));
  await page.goto('/');
  await openHistory(page);
  await page.getByRole('radio', { name: 'Files' }).check();
  await page
    .getByLabel('History file')
    .setInputFiles({ name: 'many.json', mimeType: 'application/json', buffer });
  await expect(page.getByText(`Added ${count} states and 0 recordings.`)).toBeVisible();
  await page.reload();
  const tree = await openHistory(page);
  await expect(tree.getByRole('treeitem').first()).toHaveAttribute('aria-setsize', String(count));
});
