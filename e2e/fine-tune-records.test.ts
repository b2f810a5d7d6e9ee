// Records of scripted fine-tunes: lists that lose entries, go back or are partly bad.
import { overflowAround } from './layout-shifts.ts';
import { becomes } from './manual-clock.ts';
import { expect, grid, lists, record, serveRecords, test } from './scripted-fine-tunes.ts';

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

test('one that vanished is not called stalled, and nothing is said of its end', async ({
  page,
  script,
  pauseClock,
}) => {
  const beganMs = Date.now();
  const events = Array.from({ length: 9 }, (_, index) => ({
    type: index === 0 ? 'training_start' : 'training_step',
    created_at: new Date(beganMs + index * 60_000).toISOString(),
    hash: `one-${index}`,
    ...(index > 0 && { step: index, total_steps: 100 }),
  }));
  const serve = (minutes: number, ...data: readonly unknown[]) =>
    script.answers.set('/fine-tunes', {
      headers: { date: new Date(beganMs + minutes * 60_000).toUTCString() },
      body: { data },
    });
  serve(8, record('one', 'running', { events }));
  await page.clock.setSystemTime(beganMs + 8 * 60_000);
  await page.goto('/fine-tunes/one');
  const time = page.getByRole('region', { name: 'Time', exact: true });
  await expect(time).toContainText('in 1 h 32 min at the earliest');
  await pauseClock(1_000);
  serve(68, record('two', 'completed'));
  await page.clock.fastForward(60 * 60_000);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await becomes(page, page.getByRole('status').filter({ hasText: 'No longer listed.' }), 'visible');
  await expect(time).toContainText('Not known: it is no longer listed.');
  await expect(page.getByText('No alerts with the current thresholds.')).toBeVisible();
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

test('without evaluations the last saved step is offered, also if the newest is listed first', async ({
  page,
  script,
}) => {
  script.answers.set('/fine-tunes/one/checkpoints', { body: { data: [{ step: 40 }, { step: 20 }] } });
  await page.goto('/fine-tunes/one');
  await expect(page.getByRole('link', { name: 'Open step 40 in playground' })).toBeVisible();
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

test('names that begin alike are told apart by their ends where a run is picked', async ({
  page,
  script,
}) => {
  const start = 'acme/Meta-Llama-3.1-70B-Instruct-Reference-support-triage-2026-10-full';
  const two = record('two', 'completed', { model_output_name: `${start}-lr1e-5-e3` });
  const three = record('three', 'completed', { model_output_name: `${start}-lr2e-5-e3` });
  serveRecords(script, record('one', 'running'), two, three);
  const end = page.getByRole('option').locator('[data-end$="-lr2e-5-e3"]');
  await page.goto('/fine-tunes/one');
  await page.getByRole('button', { name: 'Overlay: Overlay a run…' }).click();
  await expect(end).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lr2e-5');
  await expect(end).toBeVisible();
  await page.goto('/?view=compare');
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('radio', { name: 'Fine-tune checkpoint' }).check();
  await expect(page.getByRole('button').locator('[data-end$="-lr2e-5-e3"]')).toBeVisible();
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

test('an event is not shown by its step on curves whose steps are only counted', async ({ page, script }) => {
  const losses = [3, 2, 1].map((loss) => ({ type: 'training_step', message: `{'loss': ${loss}}` }));
  const events = [...losses, { type: 'checkpoint_save', hash: 'saved', step: 300 }];
  script.answers.set('/fine-tunes', { body: { data: [{ id: 'one', status: 'completed', events }] } });
  await page.goto('/fine-tunes/one?event=saved');
  const entry = page.getByRole('region', { name: 'Open entry' });
  await expect(entry.getByRole('button', { name: 'Copy row' })).toBeVisible();
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await expect(entry.getByRole('button', { name: /on the charts$/ })).toHaveCount(0);
});
