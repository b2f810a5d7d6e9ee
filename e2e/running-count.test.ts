// The figure beside "Fine-tunes" in the bar: what it says, when it asks, and that nothing moves for it; by the page's own clock.
import type { Page } from '@playwright/test';
import { watchShifts } from './layout-shifts.ts';
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
const pass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1_000);

test('the bar says how many fine-tunes run, once the page rests, and nothing moves', async ({
  page,
  script,
}) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
  const shifts = await watchShifts(page);
  await pass(page, 2);
  expect(lists(script)).toBe(0);
  await pass(page, 2);
  await expect(link(page)).toHaveText(/1 running$/);
  await pass(page, 13);
  expect(lists(script)).toBe(1);
  serveStatuses(script, 'completed', 'completed', 'completed');
  await pass(page, 5);
  await expect(link(page)).toHaveText(/0 running$/);
  await pass(page, 113);
  expect(lists(script)).toBe(2);
  expect(await shifts()).toBeLessThan(0.001);
});

test('where the page of fine-tunes is open, the figure asks for nothing by itself', async ({
  page,
  script,
}) => {
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

test('a hidden tab, a narrow one and a service without fine-tunes are left alone', async ({
  page,
  script,
}) => {
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
  await pass(page, 600);
  expect(lists(script)).toBe(2);
});
