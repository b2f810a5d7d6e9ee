// History: every state of the playground is kept, found again, compared, and shared between tabs; nothing is lost.
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt' });
const output = (page: Page): Locator => page.getByRole('textbox', { name: 'Output', exact: true });
const state = (page: Page): Locator => page.getByRole('status', { name: 'Run' });
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });
const redo = (page: Page): Locator => page.getByRole('button', { name: 'Redo' });

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill('24');
}

/** Runs a prompt to its end. @returns the output as it is shown */
async function run(page: Page, text: string): Promise<string> {
  await prompt(page).fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await ended(page);
  return shown(page);
}

/** Waits for the end of the run that was just started. */
async function ended(page: Page): Promise<void> {
  await expect(state(page)).toHaveText('Complete');
}

async function shown(page: Page): Promise<string> {
  return (await output(page).locator('[data-block]').allTextContents()).join('');
}

async function expectShown(page: Page, text: string): Promise<void> {
  await expect(output(page).locator('[data-block]')).toHaveText(text, { useInnerText: false });
}

async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'History' }).click();
  return page.getByRole('tree', { name: 'History' });
}

async function exportTo(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return (await download).path();
}

test('undo and redo show the runs as they were, also after a reload', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
  await page.reload();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
  await expect(state(page)).toHaveText('Complete');
  await redo(page).click();
  await expect(prompt(page)).toHaveValue('There was a bear');
  await expectShown(page, bear);
  await expect(redo(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Code' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('');
  await expect(output(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expectShown(page, fox);
});

test('in the prompt, Ctrl+Z is the browser’s own, and takes back typing only', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await prompt(page).press('End');
  await prompt(page).pressSequentially(' in a wood');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue(/^There was a fox[ a-z]{0,9}$/);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(output(page)).toBeVisible();
  await page.getByRole('button', { name: 'Code' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('There was a fox');
});

test('a run after undo is a branch beside the one before; regenerate adds another', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  await undo(page).click();
  await expectShown(page, fox);
  const owl = await run(page, 'There was an owl');
  await page.keyboard.press('Alt+Enter');
  await ended(page);
  const again = await shown(page);
  expect(again).not.toBe(owl);
  const tree = await openHistory(page);
  await expect(tree.getByRole('treeitem')).toHaveCount(5);
  await expect(tree.getByRole('treeitem', { name: '…bear' })).toHaveAttribute('aria-level', '2');
  const branch = tree.getByRole('treeitem', { name: '…an owl' });
  await expect(branch).toHaveCount(2);
  await expect(branch.nth(1)).toContainText('again');
  await expect(branch.nth(1)).toHaveAttribute('aria-current', 'true');
  await tree.getByRole('treeitem', { name: '…bear' }).dblclick();
  await expect(prompt(page)).toHaveValue('There was a bear');
  await expectShown(page, bear);
});

test('two tabs lose nothing of each other, and a new tab begins at the newest state', async ({
  page,
  context,
}) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const other = await context.newPage();
  await other.goto('/');
  await expectShown(other, fox);
  await run(other, 'There was a bear');
  await run(page, 'There was an owl');
  for (const each of [page, other]) {
    const tree = await openHistory(each);
    await expect(tree.getByRole('treeitem')).toHaveCount(4);
    await expect(tree.getByRole('treeitem', { name: /^…\w* ?bear/ })).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: /^…\w* ?owl/ })).toBeVisible();
  }
  await page.reload();
  await expect(prompt(page)).toHaveValue('There was an owl');
  await expect((await openHistory(page)).getByRole('treeitem')).toHaveCount(4);
});

test('a state is named, found by its name and its output, and compared with another', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  await page.getByRole('spinbutton', { name: 'temperature' }).fill('0.5');
  await run(page, 'There was a bear');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await page.getByRole('textbox', { name: 'Name of the state' }).fill('My beginning');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: 'My beginning' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search history' });
  await search.fill('my BEGINNING');
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await search.fill(fox.trim().split(/\s+/).slice(0, 6).join(' '));
  await expect(tree.getByRole('treeitem', { name: 'My beginning' })).toBeVisible();
  await search.fill('no such words anywhere');
  await expect(page.getByText('No state of any session holds these words.')).toBeVisible();
  await search.fill('');

  await tree.getByRole('treeitem', { name: 'My beginning' }).click();
  await page.getByRole('button', { name: 'Compare with open' }).click();
  const dialog = page.getByRole('dialog', { name: 'What differs' });
  const differs = dialog.getByRole('region', { name: 'Prompt' });
  await expect(differs.getByRole('deletion')).toHaveText('bear');
  await expect(differs.getByRole('insertion')).toHaveText('fox');
  await expect(dialog.getByRole('region', { name: 'Parameters' })).toContainText('temperature0.5 not sent');
  await expect(dialog.getByRole('region', { name: 'Output' }).getByRole('insertion').first()).toBeVisible();
});

test('a new session begins empty, and the one before stays in the list', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const tree = await openHistory(page);
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(prompt(page)).toHaveValue('');
  await expect(output(page)).toBeHidden();
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Session' }).selectOption({ index: 1 });
  await tree.getByRole('treeitem', { name: 'There was a fox' }).dblclick();
  await expectShown(page, fox);
});

test('a preset is saved, applied, renamed, deleted and taken back', async ({ page }) => {
  await open(page);
  const temperature = page.getByRole('spinbutton', { name: 'temperature' });
  await temperature.fill('0.3');
  await openHistory(page);
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Calm');
  await page.getByRole('button', { name: 'Save preset' }).click();
  const list = page.getByRole('list', { name: 'Presets' });
  await expect(list.getByRole('listitem')).toContainText('max_tokens 24, temperature 0.3');
  await list.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('Quiet');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('Quiet');
  await list.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toBeHidden();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(list).toContainText('Quiet');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await temperature.fill('1');
  await prompt(page).fill('Mine');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(temperature).toHaveValue('0.3');
  await expect(prompt(page)).toHaveValue('Mine');
});

test('an export without any token comes back whole in a fresh browser; a second import adds nothing', async ({
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
  await expect(fresh.getByRole('alert')).toHaveText('The file is not a history of this playground.');
  await chooser.setInputFiles(file);
  await expect(fresh.getByText('Added 3 states and 2 recordings.')).toBeVisible();
  await chooser.setInputFiles(file);
  await expect(fresh.getByText('Added 0 states and 0 recordings. 3 states were here already.')).toBeVisible();
  await fresh.getByRole('radio', { name: 'States' }).check();
  await tree.getByRole('treeitem', { name: 'There was a fox' }).dblclick();
  await expectShown(fresh, fox);
  await fresh.reload();
  await expectShown(fresh, fox);
  await redo(fresh).click();
  await expectShown(fresh, bear);
  await context.close();
});

test('where storage is blocked, history works from memory and says so, with a way to keep it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await open(page);
  const fox = await run(page, 'There was a fox');
  const notice = page.getByRole('status', { name: 'History' });
  await expect(notice).toContainText('does not let the page keep history');
  await run(page, 'There was a bear');
  await undo(page).click();
  await expectShown(page, fox);
  const text = await readFile(await exportTo(page, 'Export history'), 'utf8');
  expect(text).toContain('There was a bear');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeEmpty();
});

test('where storage is full, nothing is lost before the page closes, and room is made only when asked for', async ({
  page,
  context,
  service,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: service.url, quotaSize: 1 });
  await open(page);
  await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  const notice = page.getByRole('status', { name: 'History' });
  await expect(notice).toContainText('no room left for history');
  await undo(page).click();
  await redo(page).click();
  await expectShown(page, bear);
  await openHistory(page);
  await page.getByRole('radio', { name: 'Files' }).check();
  await browser.send('Storage.overrideQuotaForOrigin', { origin: service.url });
  await page.getByRole('spinbutton', { name: 'Recordings to keep' }).fill('1');
  await page.getByRole('button', { name: /^Drop 1 recording,/ }).click();
  await expect(page.getByText('Dropped 1 recording.')).toBeVisible();
  await expect(notice).toBeEmpty();
  await page.reload();
  await expectShown(page, bear);
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expect(notice).toContainText('not kept any more');
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
