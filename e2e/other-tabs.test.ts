// What of one tab applies to those already open: settings and measurements, not what is compared.
import type { Page } from '@playwright/test';
import { startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { changeKept, dropFiles } from './log-files.ts';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

const columns = (page: Page) => page.getByRole('region', { name: /^Column \d: / });

const since = (page: Page) => page.getByRole('region', { name: 'Since your last visit' });

const secret = (page: Page) => page.getByLabel('Access secret');

const row = (page: Page) => page.getByRole('listitem', { name: 'scores.csv', exact: true });

async function openTimeouts(page: Page) {
  await page.goto('/jobs');
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByText('Timeouts', { exact: true }).click();
}

test('a timeout changed in another tab is not changed back by this one', async ({ page, context }) => {
  const other = await context.newPage();
  for (const each of [page, other]) await openTimeouts(each);
  await field(page, /without a first token/).fill('25');
  await expect(field(other, /without a first token/)).toHaveValue('25');
  await field(other, /silent stream/).fill('90');
  await expect(field(page, /silent stream/)).toHaveValue('90');
  await page.reload();
  await openTimeouts(page);
  await expect(field(page, /without a first token/)).toHaveValue('25');
});

test('a page from the back/forward cache knows what another tab has changed meanwhile', async ({ page }) => {
  await openTimeouts(page);
  // A page in that cache gets no event of another tab's change, as none of its own.
  await page.evaluate(() => {
    const timeouts = { header: 30, first: 25, between: 20, giveUp: 300 };
    localStorage.setItem('inferdeck.silences', JSON.stringify({ version: 1, value: timeouts }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(field(page, /without a first token/)).toHaveValue('25');
});

test('a theme chosen in another tab applies to a tab without the palette', async ({ page, context }) => {
  await page.goto('/jobs');
  const other = await context.newPage();
  await other.goto('/jobs');
  await expect(other.getByRole('button', { name: /^Connection:/ })).toBeVisible();
  for (const theme of ['dark', 'light']) {
    await other.keyboard.press('ControlOrMeta+k');
    await expect(other.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await other.keyboard.type(theme);
    await other.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  }
});

test('a throughput measured in another tab is offered by an open break-even', async ({ page, context }) => {
  await page.goto('/hardware?view=break-even&model=inferdeck/tale-1m&open=1x_nvidia_h100_80gb_sxm');
  await expect(page.getByText('Not measured: no long enough stream')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/?model=inferdeck%2Ftale-1m');
  await field(other, 'Prompt').fill('Once upon a time');
  await field(other, 'max_tokens').fill('200');
  await other.keyboard.press('ControlOrMeta+Enter');
  await expect(other.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: 'Use measured value' })).toBeVisible();
});

test('a tab estimates prompts by what another tab has counted', async ({ page, context }) => {
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto('/?model=inferdeck%2Ftale-1m');
    await field(each, 'Prompt').fill('Once upon a time there was a fox');
  }
  await expect(page.getByText('≈ 8 of 512 tokens')).toBeVisible();
  await field(other, 'max_tokens').fill('2');
  await other.keyboard.press('ControlOrMeta+Enter');
  await expect(other.getByText(/^10 of 512 tokens/)).toBeVisible();
  await expect(page.getByText('≈ 10 of 512 tokens')).toBeVisible();
});

test('one sign-in is enough for all tabs', async ({ page, context }) => {
  const service = await startService({ INFERDECK_ORIGINS: 'https://deck.example' });
  try {
    const other = await context.newPage();
    for (const each of [page, other]) {
      await each.goto(`${service.url}/models`);
      await expect(secret(each)).toBeFocused();
    }
    await other.keyboard.press('Escape');
    await expect(secret(other)).toHaveCount(0);
    await secret(page).fill(service.token);
    await page.keyboard.press('Enter');
    for (const each of [page, other]) {
      await expect(each.getByText(/^\d+ models$/)).toBeVisible();
      await expect(each.getByRole('dialog')).toHaveCount(0);
    }
  } finally {
    await service.stop();
  }
});

test('a tab keeps its columns after a reload, whatever another tab compares', async ({ page, context }) => {
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto('/?view=compare');
    await expect(columns(each)).toHaveCount(2);
  }
  await other.getByRole('button', { name: 'Duplicate column 2' }).click();
  await expect(columns(other)).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Run all 2' })).toBeVisible();
  await other.reload();
  await expect(columns(other)).toHaveCount(3);
});

test('a visit that another tab began is not the last one of this tab', async ({
  page,
  context,
  fineTunes,
}) => {
  const now = Date.now();
  const hour = 3_600_000;
  const job = { id: 'ft-seen', model: 'acme/base', created_at: new Date(now).toISOString() };
  fineTunes.answer([{ ...job, status: 'running' }]);
  await page.goto(`${fineTunes.url}/fine-tunes`);
  await expect(page.getByRole('link', { name: 'ft-seen' }).first()).toBeVisible();
  fineTunes.answer([{ ...job, status: 'completed' }]);
  const other = await context.newPage();
  await other.clock.setFixedTime(now + 9 * hour);
  await other.goto(`${fineTunes.url}/fine-tunes`);
  await expect(since(other)).toContainText('running → completed');
  // Not looked at in between.
  await page.clock.setFixedTime(now + 9.1 * hour);
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await expect(since(page)).toContainText('running → completed');
  await page.reload();
  await expect(since(page)).toContainText('running → completed');
});

test('a log file closed in another tab is kept whole once its columns are changed in this one', async ({
  page,
  context,
}) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await dropFiles(page, ['scores.csv', 'step,loss,accuracy\n1,3,0.25\n2,2,0.5\n']);
  await expect(row(page)).toContainText('train loss 2 at step 2');
  await expect.poll(() => changeKept(page, 'bytes', 'count')).toBe(1);
  const other = await context.newPage();
  await other.goto('/fine-tunes/local');
  await row(other).getByRole('button', { name: 'Close scores.csv' }).click();
  await expect.poll(() => changeKept(page, 'bytes', 'count')).toBe(0);
  await row(page).getByRole('button', { name: 'accuracy', exact: true }).click();
  await expect(row(page)).toContainText('accuracy 0.5 at step 2');
  await expect.poll(() => changeKept(page, 'heads', 'count')).toBe(1);
  await page.reload();
  await expect(row(page)).toContainText('accuracy 0.5 at step 2');
  expect(await changeKept(page, 'damaged', 'count')).toBe(0);
});
