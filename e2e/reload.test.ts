// Reload or close: the text received is kept in history, and can be continued; and so is what is being typed.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { open, openHistory, run } from './history-page.ts';
import { expectText, output, status } from './run-output.ts';
import { openWith } from './faulty-service.ts';
import { refuseStorage } from './refuse-storage.ts';

/** Runs until two tokens are there, and history, which loads beside a first run, keeps them. */
async function receive(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, ' one two');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
}

test('a reload during a stream keeps the text received, which continues with one click', async ({
  page,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'cut by a reload', { max_tokens: '10', n: '1' });
  await receive(page);
  await page.reload();
  await expect(status(page)).toHaveText('Interrupted');
  await expectText(page, ' one two');
  await expect(page.getByText('Interrupted after 2 tokens; they are kept')).toBeVisible();
  await expect(page.getByText(/The page was closed during the answer/)).toBeVisible();
  await expect(page.getByText(/may be charged again/)).toBeVisible();
  await expect(page.getByText(/it ran on/)).toHaveCount(0);
  expect(faulty.asked.get('cut by a reload')).toHaveLength(1);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(status(page)).toHaveText('Complete');
  expect(faulty.asked.get('cut by a reload')?.slice(1)).toEqual([
    { model: 'cut by a reload', prompt: 'Say one two', max_tokens: 8, stream: true },
  ]);
  await expect(page.getByText('resumed at token 2')).toBeVisible();
  await page.reload();
  await expectText(page, ' three');
  await expect(page.getByText('resumed at token 2')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectText(page, ' one two');
  await expect(page.getByRole('button', { name: 'Continue from here' })).toBeEnabled();
});

test('a run still receiving in another tab is not shown as interrupted, and appears once it has ended', async ({
  page,
  context,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'held');
  await receive(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('This run is still streaming in another tab.')).toBeVisible();
  await expect(output(other)).toBeHidden();
  faulty.release('held');
  await expect(status(page)).toHaveText('Complete');
  await expectText(other, ' one two three');
  await expect(status(other)).toHaveText('Complete');
});

test('a closed tab leaves the text received to the next one', async ({ page, context, faulty }) => {
  await openWith(page, faulty.baseUrl, 'held');
  await receive(page);
  const other = await context.newPage();
  await page.close();
  await other.goto('/');
  await expectText(other, ' one two');
  await expect(status(other)).toHaveText('Interrupted');
});

test('without locks a run still receiving elsewhere is not touched, and the tab’s own is kept', async ({
  page,
  context,
  faulty,
}) => {
  // Insecure contexts have no locks.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  await openWith(page, faulty.baseUrl, 'held');
  await receive(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('This run’s answer is not stored here.')).toBeVisible();
  await page.reload();
  await expect(status(page)).toHaveText('Interrupted');
  await expectText(page, ' one two');
});

test('a note is kept while it is written, and what a field keeps on blur when the page is left', async ({
  page,
}) => {
  await open(page);
  await run(page, 'There was a fox');
  const list = await openHistory(page);
  const note = page.getByRole('region', { name: 'Rating of this answer' }).getByRole('textbox');
  await note.pressSequentially('a kind ');
  await expect(list.getByRole('treeitem').filter({ hasText: 'a kind' })).toHaveCount(1);
  await page.keyboard.type('one');
  await expect(list.getByRole('treeitem').filter({ hasText: 'a kind one' })).toHaveCount(1);
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('a kind one');

  await page.getByRole('tab', { name: 'Parameters' }).click();
  // The code for it comes with the first focus.
  const stop = page.getByRole('textbox', { name: 'stop' });
  await expect(async () => {
    await stop.pressSequentially('END');
    await page.reload();
    await expect(stop).toBeVisible();
    expect(await page.getByRole('button', { name: 'Remove END' }).count()).toBe(1);
  }).toPass();
});

test('an answer whose recording found no room is whole after a reload with room', async ({
  page,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'held');
  await receive(page);
  await refuseStorage(page, 'recordings');
  faulty.release('held');
  await expect(status(page)).toHaveText('Complete');
  await expect(page.getByRole('status', { name: 'History' })).toContainText('is full');
  await page.reload();
  await expectText(page, ' one two three');
  await expect(status(page)).toHaveText('Complete');
});
