// Polling of fine-tunes with a manual clock: lists that change, fail or lose entries.
import type { Page } from '@playwright/test';
import { overflowAround } from './layout-shifts.ts';
import { expect, test as base, type ScriptedService } from './scripted-service.ts';
import { turnTab } from './tab-visibility.ts';
import { recordNotifications } from './notifications.ts';

const record = (id: string, status: string, more: object = {}) => ({
  id,
  status,
  model: 'acme/base-1b',
  model_output_name: `acme/${id}`,
  created_at: '2026-11-21T10:00:00Z',
  events: [{ object: 'fine-tune-event', type: 'job_start', hash: `${id}-1`, message: 'Job started.' }],
  ...more,
});

const test = base.extend({
  script: async ({ script, page }, provide) => {
    serveRecords(script, record('one', 'running'), record('two', 'completed'));
    for (const id of ['one', 'two'])
      script.answers.set(`/fine-tunes/${id}/checkpoints`, { body: { data: [] } });
    await page.clock.install();
    await provide(script);
  },
});

/** From the next answer on, the list is this. */
function serveRecords(script: ScriptedService, ...records: readonly unknown[]): void {
  script.answers.set('/fine-tunes', { body: { data: records } });
}

/** From the next answer on, Retry-After is a hundred seconds. */
function refuse(script: ScriptedService): void {
  const body = { error: { message: 'Too many requests.' } };
  script.answers.set('/fine-tunes', { status: 429, headers: { 'retry-after': '100' }, body });
}

const lists = (script: ScriptedService) => script.asked('/fine-tunes');
const grid = (page: Page) => page.getByRole('grid', { name: 'fine-tunes' });

/** Advances the page's clock by this many seconds, firing due timers. */
const pass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1_000);

test('Retry-After is respected, with the last data on screen', async ({ page, script }) => {
  await page.goto('/fine-tunes');
  await expect(grid(page)).toContainText('acme/one');
  refuse(script);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rate limit exceeded' })).toBeVisible();
  await expect(grid(page)).toContainText('acme/one');
  await expect(page.getByText(/next in \d+ (s|min)/)).toBeVisible();
  const before = lists(script);
  await pass(page, 95);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'running'), record('two', 'completed'));
  await pass(page, 30);
  await expect(page.getByRole('status').filter({ hasText: 'Rate limit exceeded' })).toBeHidden();
  expect(lists(script)).toBe(before + 1);
});

test('when the service is reached again, what had no answer is requested at once', async ({
  page,
  script,
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
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
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

test('unchanged answers slow polling down, and a change restores its pace', async ({ page, script }) => {
  await page.goto('/fine-tunes/one');
  const next = page.getByText(/· next in \d+ s/);
  await expect(next).toBeVisible();
  const before = lists(script);
  const gaps: number[] = [];
  for (const wait of [6, 12, 23]) {
    await pass(page, wait);
    await expect.poll(() => lists(script)).toBe(before + gaps.length + 1);
    await expect(next).toBeVisible();
    gaps.push(wait);
  }
  await pass(page, 30);
  expect(lists(script)).toBe(before + 3);
  serveRecords(script, record('one', 'running', { queue_depth: 3 }));
  const askedAfter = async (seconds: number) => {
    await pass(page, seconds);
    return lists(script);
  };
  await expect.poll(() => askedAfter(1)).toBe(before + 4);
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('queue_depth3');
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
}) => {
  await page.goto('/fine-tunes/one');
  const next = page.getByText(/· next in \d+ s/);
  await expect(next).toBeVisible();
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 600);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'running', { queue_depth: 3 }));
  await turnTab(page, 'visible');
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('queue_depth3');
  expect(lists(script)).toBe(before + 1);
  await expect(next).toBeVisible();
  await pass(page, 6);
  await expect.poll(() => lists(script)).toBe(before + 2);
});

test('a hidden tab with alert notifications polls once a minute while the fine-tune runs', async ({
  page,
  script,
}) => {
  await recordNotifications(page);
  await page.goto('/fine-tunes/one');
  await expect(page.getByText(/· next in \d+ s/)).toBeVisible();
  await page.getByRole('button', { name: 'Notify me about new alerts' }).click();
  const before = lists(script);
  await turnTab(page, 'hidden');
  await pass(page, 50);
  expect(lists(script)).toBe(before);
  serveRecords(script, record('one', 'completed'));
  await pass(page, 15);
  await expect.poll(() => lists(script)).toBe(before + 1);
  await expect(page.getByRole('region', { name: 'Figures of the fine-tune' })).toContainText('completed');
  await pass(page, 600);
  expect(lists(script)).toBe(before + 1);
});

test('a tab hidden only briefly does not poll when visible again', async ({ page, script }) => {
  await page.goto('/fine-tunes/one');
  await expect(page.getByText(/· next in \d+ s/)).toBeVisible();
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
}) => {
  await page.goto('/fine-tunes');
  await expect(grid(page)).toContainText('acme/one');
  refuse(script);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rate limit exceeded' })).toBeVisible();
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

test('a fine-tune that vanishes keeps its last data, with a note, on its page and in the list', async ({
  page,
  script,
}) => {
  await page.goto('/fine-tunes/one');
  await expect(page.getByRole('region', { name: 'Figures of the fine-tune' })).toContainText('running');
  serveRecords(script, record('two', 'completed'));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No longer listed.' })).toBeVisible();
  await expect(page.getByText('Job started.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  const row = grid(page).locator('[data-row]', { hasText: 'acme/one' });
  await expect(row).toContainText('no longer listed');
});

test('checkpoints are requested once, and again only when the list shows a new one', async ({
  page,
  script,
}) => {
  const count = () => script.asked('/fine-tunes/one/checkpoints');
  await page.goto('/fine-tunes/one');
  await expect(page.getByText('No checkpoints yet.').first()).toBeVisible();
  expect(count()).toBe(1);
  const events = [{ type: 'checkpoint_save', step: 8, hash: 'one-2', message: 'Saved at step 8.' }];
  serveRecords(script, record('one', 'running', { queue_depth: 2 }));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('queue_depth2');
  serveRecords(script, record('one', 'running', { events }));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByText('Saved at step 8.', { exact: true })).toBeVisible();
  await expect.poll(count).toBe(2);
});

test('a status that went back is shown with a note', async ({ page, script }) => {
  await page.goto('/fine-tunes/two');
  const figures = page.getByRole('region', { name: 'Figures of the fine-tune' });
  await expect(figures).toContainText('completed');
  serveRecords(script, record('two', 'moon_phase'));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(figures).toContainText('moon_phase');
  await expect(page.getByText('Its status went back: it was “completed” before')).toBeVisible();
});

test('an unlisted id shows a message and a link back', async ({ page, script }) => {
  await page.goto('/fine-tunes/nobody');
  await expect(page.getByRole('alert')).toContainText('no fine-tune with the id nobody');
  expect(script.paths.filter((path) => path.includes('nobody'))).toEqual([]);
  await page.getByRole('link', { name: 'All fine-tunes' }).click();
  await expect(grid(page)).toContainText('acme/two');
});

test('a list with bad entries shows the good ones and says what is wrong with the others', async ({
  page,
  script,
}) => {
  serveRecords(
    script,
    record('one', 'running', { total_price: 'free', wandb_url: 'javascript:alert(1)' }),
    { status: 'lost' },
    record('two', 'completed'),
  );
  await page.goto('/fine-tunes');
  await expect(grid(page).locator('[data-row]')).toHaveCount(2);
  await page.getByText('1 of 3 fine-tunes could not be read.').click();
  await expect(page.getByText(/^Entry 2:/)).toBeVisible();
  await grid(page).getByText('acme/one').click();
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('javascript:alert(1)');
  await expect(page.getByRole('link', { name: 'W&B run' })).toHaveCount(0);
});

test('two fine-tunes side by side show only the parameters that differ', async ({ page, script }) => {
  serveRecords(
    script,
    record('one', 'completed', { n_epochs: 3, learning_rate: 0.001 }),
    record('two', 'completed', { n_epochs: 3, learning_rate: 0.0005, from_checkpoint: 'one:8' }),
  );
  await page.goto('/fine-tunes/two?against=one');
  const parameters = page.getByRole('region', { name: 'Parameters' });
  await expect(parameters.getByRole('rowheader')).toHaveText(['learning_rate', 'from_checkpoint']);
  await expect(parameters.getByRole('button', { name: 'Differences from: acme/one' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lineage' })).toContainText('from step 8');
  await parameters.getByRole('button', { name: 'Show all parameters' }).click();
  await expect(parameters.getByRole('rowheader')).toHaveText([
    'model',
    'from_checkpoint',
    'n_epochs',
    'learning_rate',
  ]);
});

test('on a phone a name that is cut by less than a pixel keeps its end', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  serveRecords(script, record('tale-1m-dark-1e2ba035', 'completed'));
  await page.goto('/fine-tunes');
  const name = page.locator('[data-row="0"] [data-end]');
  await expect(name).toHaveText('tale-1m-dark-1e2ba035');
  const widths = await name.evaluate((box) => ({
    text: parseFloat(getComputedStyle(box).maxWidth),
    room: box.getBoundingClientRect().width,
    end: parseFloat(getComputedStyle(box, '::after').width),
  }));
  expect(widths.room).toBeLessThan(widths.text);
  expect(widths.end).toBeGreaterThan(0);
});

test('on a phone nothing is wider than the screen', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const list = page.getByText(/^\d+ fine-tunes?$/);
  const detail = page.getByRole('region', { name: 'Parameters' });
  for (const [path, part] of [
    ['/fine-tunes', list],
    ['/fine-tunes/one', detail],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(/^(acme\/)?one$/).first()).toBeVisible();
    expect(await overflowAround(part), path).toBe(0);
  }
  expect(lists(script)).toBeGreaterThan(0);
});

test('the curves of a long training are read and watched by workers, and by the page where no worker may run', async ({
  page,
  script,
}) => {
  const metrics = Array.from({ length: 4_000 }, (_, index) => ({
    timestamp: `${1_763_719_200 + index}000000000`,
    'train/global_step': index + 1,
    'train/loss': index === 2_000 ? 9 : 2 - index / 4_000,
  }));
  script.answers.set('/fine-tunes/one/metrics', { body: { metrics } });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const figures = page.getByRole('region', { name: 'Curves' }).getByText('4,000 points');
  const alerts = page.getByRole('list', { name: 'Alerts', exact: true });
  await page.goto('/fine-tunes/one');
  await expect(figures.first()).toBeVisible();
  await expect(alerts).toContainText('The loss is 9.000;');
  for (const name of ['metrics-worker', 'watch-worker'])
    expect(workers.filter((url) => url.includes(name))).toHaveLength(1);
  await page.route(/(metrics|watch)-worker/, (route) => route.abort());
  await page.reload();
  await expect(figures.first()).toBeVisible();
  await expect(alerts).toContainText('The loss is 9.000;');
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
