// Polling of fine-tunes with a manual clock: pace, refusals, hidden tabs.
import type { Page } from '@playwright/test';
import { becomes, pass } from './manual-clock.ts';
import { recordNotifications } from './notifications.ts';
import { expect, grid, lists, record, serveRecords, test } from './scripted-fine-tunes.ts';
import type { ScriptedService } from './scripted-service.ts';
import { turnTab } from './tab-visibility.ts';

/** From the next answer on, Retry-After is a hundred seconds. */
function refuse(script: ScriptedService): void {
  const body = { error: { message: 'Too many requests.' } };
  script.answers.set('/fine-tunes', { status: 429, headers: { 'retry-after': '100' }, body });
}

/** Moves the clock on by a second, until the list is asked for. */
const nextList = (page: Page, script: ScriptedService, count: number) =>
  expect
    .poll(
      async () => {
        await pass(page, 1);
        return lists(script);
      },
      { intervals: [200] },
    )
    .toBe(count);

test('Retry-After is respected, with the last data on screen', async ({ page, script, pauseClock }) => {
  await pauseClock(1_000);
  await page.goto('/fine-tunes');
  await becomes(page, grid(page).getByText('acme/one'), 'visible');
  refuse(script);
  const refused = page.getByRole('status').filter({ hasText: 'Rate limit exceeded' });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await becomes(page, refused, 'visible');
  await expect(grid(page)).toContainText('acme/one');
  await expect(page.getByText(/next in \d+ (s|min)/)).toBeVisible();
  const before = lists(script);
  await pass(page, 95);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'running'), record('two', 'completed'));
  await nextList(page, script, before + 1);
  await becomes(page, refused, 'hidden');
});

test('when the service is reached again, what had no answer is requested at once', async ({
  page,
  script,
  pauseClock,
}) => {
  await page.goto('/fine-tunes');
  await expect(grid(page)).toContainText('acme/one');
  const refresh = page.getByRole('button', { name: 'Refresh now' });
  const notice = page.getByRole('status').filter({ hasText: 'The fine-tunes are out of date' });
  const failures = { count: 0 };
  await page.route(/\/v1\/fine-tunes$/, async (route) => {
    await route.abort();
    failures.count += 1;
  });
  // After so many failures the next request is most of a minute away.
  for (let count = 1; count <= 8; count += 1) {
    await refresh.click();
    await expect.poll(() => failures.count).toBe(count);
    await expect(notice).toBeVisible();
  }
  await page.route(/\/v1\/models$/, (route) => route.abort());
  await refresh.click();
  await expect(page.getByRole('button', { name: /^Connection: unreachable/ })).toBeVisible();
  await pauseClock(1_000);
  await page.unrouteAll();
  const before = lists(script);
  for (let steps = 0; steps < 600 && lists(script) === before; steps += 1) await pass(page, 0.05);
  expect(lists(script)).toBe(before + 1);
  await page.clock.resume();
  await expect(notice).toBeHidden();
});

test('a job started in another window is listed when this one regains focus', async ({ page, script }) => {
  serveRecords(script, record('two', 'completed'));
  await page.goto('/fine-tunes');
  await expect(grid(page)).toContainText('acme/two');
  serveRecords(script, record('three', 'queued'), record('two', 'completed'));
  await pass(page, 10);
  await expect(grid(page)).not.toContainText('acme/three');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(grid(page)).toContainText('acme/three');
});

test('unchanged answers slow polling down, and a change restores its pace', async ({
  page,
  script,
  pauseClock,
}) => {
  await pauseClock(1_000);
  await page.goto('/fine-tunes/one');
  const next = page.getByText(/· next in \d+ s/);
  await becomes(page, next, 'visible');
  const before = lists(script);
  const gaps: number[] = [];
  for (const wait of [6, 12, 23]) {
    await pass(page, wait);
    await expect.poll(() => lists(script)).toBe(before + gaps.length + 1);
    await becomes(page, next, 'visible');
    gaps.push(wait);
  }
  await pass(page, 30);
  expect(lists(script)).toBe(before + 3);
  serveRecords(script, record('one', 'running', { queue_depth: 3 }));
  await nextList(page, script, before + 4);
  const depth = page.getByRole('region', { name: 'Parameters' }).filter({ hasText: 'queue_depth3' });
  await becomes(page, depth, 'visible');
  await pass(page, 6);
  await expect.poll(() => lists(script)).toBe(before + 5);
});

test('a paused page does not poll, and a refresh sends one request', async ({ page, script }) => {
  await page.goto('/fine-tunes');
  await expect(grid(page)).toContainText('acme/one');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('· paused')).toBeVisible();
  const before = lists(script);
  await pass(page, 600);
  expect(lists(script)).toBe(before);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect.poll(() => lists(script)).toBe(before + 1);
  // Until it is resumed, on other pages of the room, too.
  await grid(page).getByText('acme/one').click();
  await expect(page).toHaveURL(/fine-tunes\/./);
  await expect(page.getByText('· paused')).toBeVisible();
});

test('a hidden tab does not poll, and polls overdue data at once when visible again', async ({
  page,
  script,
  pauseClock,
}) => {
  await pauseClock(1_000);
  await page.goto('/fine-tunes/one');
  const next = page.getByText(/· next in \d+ s/);
  await becomes(page, next, 'visible');
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 600);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'running', { queue_depth: 3 }));
  await turnTab(page, 'visible');
  const depth = page.getByRole('region', { name: 'Parameters' }).filter({ hasText: 'queue_depth3' });
  await becomes(page, depth, 'visible');
  expect(lists(script)).toBe(before + 1);
  await becomes(page, next, 'visible');
  await pass(page, 6);
  await expect.poll(() => lists(script)).toBe(before + 2);
});

test('a hidden tab with alert notifications polls once a minute while the fine-tune runs', async ({
  page,
  script,
  pauseClock,
}) => {
  await recordNotifications(page);
  await pauseClock(1_000);
  await page.goto('/fine-tunes/one');
  await becomes(page, page.getByText(/· next in \d+ s/), 'visible');
  await page.getByRole('button', { name: 'Notify me about new alerts' }).click();
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 50);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'completed'));
  await pass(page, 15);
  await expect.poll(() => lists(script)).toBe(before + 1);
  const figures = page.getByRole('region', { name: 'Figures of the fine-tune' });
  await becomes(page, figures.filter({ hasText: 'completed' }), 'visible');
  await pass(page, 600);
  expect(lists(script)).toBe(before + 1);
});

test('a tab hidden only briefly does not poll when visible again', async ({ page, script, pauseClock }) => {
  await pauseClock(1_000);
  await page.goto('/fine-tunes/one');
  await becomes(page, page.getByText(/· next in \d+ s/), 'visible');
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 1);
  await turnTab(page, 'visible');
  await pass(page, 1);
  expect(lists(script)).toBe(before);
});

test('a tab that becomes visible polls after a refusal only once its wait is over', async ({
  page,
  script,
  pauseClock,
}) => {
  await pauseClock(1_000);
  await page.goto('/fine-tunes');
  await becomes(page, grid(page).getByText('acme/one'), 'visible');
  refuse(script);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await becomes(page, page.getByRole('status').filter({ hasText: 'Rate limit exceeded' }), 'visible');
  await expect(page.getByText(/· next in \d+ (s|min)/)).toBeVisible();
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 60);
  await turnTab(page, 'visible');
  await pass(page, 5);
  expect(lists(script)).toBe(before);
  await turnTab(page, 'hidden');
  await pass(page, 80);
  serveRecords(script, record('one', 'running'));
  expect(lists(script)).toBe(before);
  await turnTab(page, 'visible');
  await expect.poll(() => lists(script)).toBe(before + 1);
});

test('the checkpoint comparison adds checkpoints saved while it is open', async ({ page, script }) => {
  // On a page where the bar does not count running jobs, so that nothing else requests the list.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?view=labs&lab=checkpoints');
  const compared = page.getByRole('status', { name: 'Models compared' });
  await expect(compared).toHaveText('1 model, running: more appear as they are saved');
  const saved = { object: 'fine-tune-event', type: 'checkpoint_save', hash: 'save', message: 'Saved.' };
  serveRecords(script, record('one', 'running', { events: [saved, saved] }));
  script.answers.set('/fine-tunes/one/checkpoints', { body: { data: [{ step: 20 }] } });
  await pass(page, 6);
  await expect(compared).toHaveText('2 models, running: more appear as they are saved');
});
