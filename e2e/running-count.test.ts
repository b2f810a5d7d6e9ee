// Count beside "Fine-tunes" in the bar: value, polling and layout, with a manual clock.
import type { Page } from '@playwright/test';
import { watchShifts } from './layout-shifts.ts';
import { becomes, pass } from './manual-clock.ts';
import { expect, test as base, type ScriptedService } from './scripted-service.ts';
import { turnTab } from './tab-visibility.ts';

const test = base.extend({
  script: async ({ script, page }, provide) => {
    serveStatuses(script, 'running', 'completed', 'queued');
    await page.clock.install();
    await provide(script);
  },
});

function serveStatuses(script: ScriptedService, ...statuses: readonly string[]): void {
  const data = statuses.map((status, index) => ({ id: `ft-${index}`, status, model: 'acme/base-1b' }));
  script.answers.set('/fine-tunes', { body: { data } });
}

const lists = (script: ScriptedService) => script.asked('/fine-tunes');
const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Fine-tunes' });

test('the bar shows how many fine-tunes run, once the page is idle, without layout shifts', async ({
  page,
  script,
  pauseClock,
}) => {
  await pauseClock(1_000);
  await page.goto('/');
  await becomes(page, page.getByRole('textbox', { name: 'Prompt' }), 'visible');
  const shifts = await watchShifts(page);
  await pass(page, 2);
  expect(lists(script)).toBe(0);
  await pass(page, 2);
  await becomes(page, link(page).filter({ hasText: /1 running$/ }), 'visible');
  await pass(page, 13);
  expect(lists(script)).toBe(1);
  serveStatuses(script, 'completed', 'completed', 'completed');
  await pass(page, 5);
  await becomes(page, link(page).filter({ hasText: /0 running$/ }), 'visible');
  await pass(page, 113);
  expect(lists(script)).toBe(2);
  expect(await shifts()).toEqual([]);
});

test('the count does not poll while the page of fine-tunes is open', async ({ page, script }) => {
  await page.goto('/');
  await pass(page, 4);
  await expect(link(page)).toHaveText(/1 running$/);
  await link(page).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('· paused')).toBeVisible();
  const before = lists(script);
  await pass(page, 600);
  expect(lists(script)).toBe(before);
  serveStatuses(script, 'running', 'running', 'queued');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(link(page)).toHaveText(/2 running$/);
});

test('the count does not poll in a hidden or narrow tab, or without fine-tunes', async ({ page, script }) => {
  await page.goto('/models');
  await pass(page, 4);
  await expect(link(page)).toHaveText(/1 running$/);
  await turnTab(page, 'hidden');
  await pass(page, 600);
  expect(lists(script)).toBe(1);
  script.answers.delete('/fine-tunes');
  await turnTab(page, 'visible');
  await expect.poll(() => lists(script)).toBe(2);
  await expect(link(page)).not.toHaveText(/running/);
  await pass(page, 250);
  expect(lists(script)).toBe(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  // A page that still had its old width would poll.
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
  await pass(page, 600);
  expect(lists(script)).toBe(2);
});
