// Insights on scripted fine-tunes: alerts and replay, cost, files, visits, the queue.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { eventsOf } from './fine-tune-upstream.ts';
import { recordNotifications } from './notifications.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const begin = Date.UTC(2026, 5, 1, 10);
const steady = Array.from({ length: 100 }, (_, index) => 3 - index * 0.02 + (index % 3) * 0.01);
const wild = {
  id: 'ft-wild',
  status: 'completed',
  model: 'acme/base',
  model_output_name: 'acme/wild',
  created_at: new Date(begin).toISOString(),
  updated_at: new Date(begin + 200_000).toISOString(),
  n_epochs: 4,
  n_checkpoints: 3,
  total_price: 4_000_000_000,
  wandb_url: 'https://wandb.example/run?token=secret-of-this-test',
  events: [...eventsOf(steady.with(59, 9), { 20: 2, 40: 1, 60: 1.2, 80: 1.5, 100: 1.9 }, 120, begin)],
};

test('checkpoints between two evaluations have an interpolated loss, and the best of them is marked', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([wild], [{ step: 50 }, { step: 70 }, { step: 100 }]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-wild`);
  const row = part(page, 'Checkpoints').getByRole('row', { name: /^50 / });
  await expect(row).toContainText('≈ 1.1');
  await expect(row).toContainText('best checkpoint, interpolated');
  const other = part(page, 'Checkpoints').getByRole('row', { name: /^70 / });
  await expect(other).toContainText('≈ 1.350');
  await expect(other).not.toContainText('best');
  await expect(part(page, 'Checkpoints').getByRole('row', { name: /^100 / })).toContainText('1.900');
});

test('a finished job is replayed with adjustable thresholds', async ({ page, fineTunes }) => {
  fineTunes.answer([wild], [{ step: 40 }, { step: 100 }]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-wild`);
  const alerts = page.getByRole('list', { name: 'Alerts', exact: true });
  await expect(alerts.getByRole('listitem')).toHaveCount(4);
  await expect(alerts).toContainText(/spikeThe loss is 9\.000; .*step 60/);
  await expect(alerts).toContainText(
    /overfittingThe evaluation rose 2 times in a row, from 1\.000 at step 40 to 1\.500/,
  );
  await expect(alerts).toContainText('It is completed, but the last reported step is 100 of 120.');
  await expect(alerts).toContainText('3 checkpoints were requested, 2 are there.');

  await page.getByRole('button', { name: 'Thresholds' }).click();
  const z = page.getByRole('textbox', { name: /^Spike/ });
  await z.fill('1');
  await expect(page.getByRole('dialog')).toContainText('A number from 2 to 100.');
  await expect(alerts.getByRole('listitem')).toHaveCount(4);
  await z.fill('100');
  await expect(alerts.getByRole('listitem')).toHaveCount(3);
  await z.fill('3,5');
  await expect(page.getByRole('dialog')).toContainText('write decimals with a point');
  await z.fill('');
  await expect(z).toHaveAttribute('placeholder', '8');
  await expect(z).not.toHaveAttribute('aria-invalid', 'true');
  await expect(alerts.getByRole('listitem')).toHaveCount(4);
  await z.fill('100');
  await page.reload();
  await expect(alerts.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Thresholds' }).click();
  await page.getByRole('textbox', { name: /^Overfitting/ }).fill('5');
  await expect(alerts.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(alerts.getByRole('listitem')).toHaveCount(4);

  // The page header shows the worst alert and links to all; a step links to its place on the charts.
  await page.getByRole('button', { name: 'overfitting and 3 more' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeFocused();
  await alerts.getByRole('button', { name: 'step 60' }).click();
  await expect(page).toHaveURL(/zoom=50_70/);
  await expect(page.getByRole('heading', { name: 'Curves', exact: true })).toBeFocused();
});

test('on a phone the list shows state, worst alert and progress beside the name', async ({
  browser,
  fineTunes,
}) => {
  fineTunes.answer([wild]);
  const page = await browser.newPage({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${fineTunes.url}/fine-tunes`);
  const row = page.getByRole('grid', { name: 'fine-tunes' }).locator('[data-row="0"]');
  await expect(row.getByText('completed', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(row.getByText('overfitting', { exact: true }).first()).toBeInViewport({ ratio: 0.9 });
  await expect(row.getByText(/^\d+ %$/)).toBeInViewport({ ratio: 1 });
  await page.close();
});

test('the cost meter reads a price in the chosen unit, and shows every formula', async ({
  page,
  fineTunes,
}) => {
  const running = { ...wild, id: 'ft-run', status: 'running', model_output_name: 'acme/run' };
  fineTunes.answer([running]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-run`);
  const cost = part(page, 'Cost');
  const row = (name: string) => cost.getByRole('row', { name: new RegExp(`^${name}`) });
  // It is running: what needs attention is in the window's title, here and on the list.
  await expect(page).toHaveTitle(/^\(\d\) acme\/run · /);
  await expect(row('Total')).toContainText('4,000,000,000total_price as sent; its unit is not stated');
  await cost.getByRole('button', { name: 'total_price: as sent, unit unknown' }).click();
  // Arrow keys pass other units, and the choice stays open.
  await page.getByRole('radio', { name: 'as sent, unit unknown' }).press('ArrowDown');
  await expect(row('Total')).toContainText('$4,000,000,000.00');
  await page.getByRole('radio', { name: 'US dollars' }).press('ArrowDown');
  await expect(row('Total')).toContainText('$40,000,000.00');
  await page.getByRole('radio', { name: 'billionths of a US dollar' }).click();
  await expect(page.getByRole('radio', { name: 'billionths of a US dollar' })).toBeHidden();
  await expect(row('Total')).toContainText('$4.00');
  await expect(row('Spent so far')).toContainText('$3.334 × 100 of 120 steps, if charged per step');
  await expect(row('Per epoch')).toContainText('$1.00');
  await expect(row('After the best step')).toContainText('$2.67');
  await expect(row('Saved if cancelled now')).toContainText('$0.667');
  // Without a price of its own, the tokens at what the base model costs to fine-tune.
  fineTunes.answer([{ ...running, total_price: 0, token_count: 2_000_000 }]);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(row('Total')).toContainText(/\$6\.00.*token_count 2,000,000 × 3 \$\/1M tokens/);
  await page.getByRole('link', { name: 'Fine-tunes', exact: true }).first().click();
  await expect(page.getByRole('row', { name: /acme\/run/ })).toContainText('stall');
  await expect(page).toHaveTitle(/^\(1\) Fine-tunes/);
});

test('a fine-tune saved as a file opens from the page of another one, too', async ({ page, fineTunes }) => {
  fineTunes.answer([wild], []);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-wild`);
  await page.getByLabel('Log files', { exact: true }).setInputFiles({
    name: 'saved.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"kind":"inferdeck fine-tune"}'),
  });
  await expect(page.getByRole('region', { name: 'Snapshot saved.json' })).toBeVisible();
});

test('a fine-tune is saved as a file without secrets, and opens again where there is no service', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([wild], [{ step: 40 }, { step: 100 }]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-wild`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('acme-wild.inferdeck.json');
  const path = await file.path();
  const text = await readFile(path, 'utf8');
  expect(text).toContain('https://wandb.example/run');
  expect(text).not.toContain('secret-of-this-test');

  await page.goto(`${fineTunes.url}/fine-tunes/local`);
  const input = page.getByRole('main').getByLabel('Log files', { exact: true });
  await page.route('**/v1/fine-tunes**', (route) => route.abort());
  await input.setInputFiles({ name: 'saved.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const snapshot = page.getByRole('region', { name: 'Snapshot saved.json' });
  await expect(snapshot.getByRole('heading', { name: /^acme\/wild/ })).toBeVisible();
  await expect(snapshot.getByRole('list', { name: 'Alerts', exact: true }).getByRole('listitem')).toHaveCount(
    4,
  );
  await expect(snapshot).toContainText('Step 100/120: evaluation loss=1.9');
  const saved = snapshot.getByRole('region', { name: 'Checkpoints', exact: true });
  await expect(saved.getByRole('row', { name: /^40 / })).toContainText('best checkpoint');
  await expect(saved.getByRole('button', { name: 'Copy ft-wild:40' })).toBeVisible();
  await expect(saved.getByRole('link')).toHaveCount(0);
  await expect(snapshot.getByRole('row', { name: /^Total/ })).toContainText('4,000,000,000');
  await expect(snapshot.getByRole('region', { name: 'Parameters' })).toContainText('n_epochs');
  // Alerts appear on the charts, too, and no new ones are awaited.
  await expect(page.getByRole('region', { name: /Loss/ }).first()).toContainText('spike');
  await expect(snapshot.getByRole('button', { name: /Notify me/ })).toHaveCount(0);
  // The same fine-tune, saved twice.
  await input.setInputFiles({ name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(page.getByRole('button', { name: 'train saved.json' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'train again.json' })).toBeVisible();
  await page.getByRole('button', { name: 'Close again.json' }).click();
  // An invalid snapshot says what is wrong with it, and can be closed.
  await input.setInputFiles({
    name: 'cut.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.slice(0, 500)),
  });
  const cut = page.getByRole('region', { name: 'Snapshot cut.json' });
  await expect(cut).toContainText('The file is not valid JSON, or is truncated.');
  await cut.getByRole('button', { name: 'Close cut.json' }).click();
  await expect(cut).toBeHidden();
  // Beside it a log's alerts have a name.
  const rows = Array.from({ length: 20 }, (_, step) => `${step},${3 - step / 10}`).join('\n');
  await input.setInputFiles({
    name: 'calm.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`step,loss\n${rows}\n`),
  });
  await expect(page.getByRole('heading', { name: 'calm', exact: true })).toBeVisible();
});

test('changes since the last visit are shown on the list and on the page', async ({ page, fineTunes }) => {
  const now = Date.now();
  const job = { ...wild, id: 'ft-seen', status: 'queued', queue_depth: 3, events: [] };
  fineTunes.answer([job]);
  await page.goto(`${fineTunes.url}/fine-tunes`);
  await expect(page.getByRole('link', { name: 'acme/wild' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Since your last visit' })).toBeHidden();

  const broken = {
    type: 'training_step',
    step: 100,
    message: 'Step 100/100: training loss=nan',
    created_at: new Date(now + 1_800_000).toISOString(),
  };
  fineTunes.answer([
    { ...wild, id: 'ft-seen', events: [...wild.events, broken] },
    { ...job, id: 'ft-new', model_output_name: 'acme/new' },
    ...[1, 2, 3].map((index) =>
      Object.assign({}, job, { id: `ft-${index}`, model_output_name: `acme/more-${index}` }),
    ),
  ]);
  // An hour without an answer separates two visits.
  await page.clock.setFixedTime(now + 3_600_000);
  await page.reload();
  const since = page.getByRole('region', { name: 'Since your last visit' });
  await expect(since).toContainText(/Since your last visit, (?:59 min|1 h|60 min) ago/);
  await expect(since).toContainText('acme/wild queued → completed, step 0 → 100');
  await expect(since).toContainText('acme/new new');
  await expect(since).not.toContainText('acme/more-3');
  await since.getByRole('button', { name: 'and 1 more' }).click();
  await expect(since).toContainText('acme/more-3 new');
  await since.getByRole('link', { name: 'acme/wild' }).click();
  await expect(part(page, 'Alerts')).toContainText('queued → completed, step 0 → 100, 1 new alert.');
});

test('the recorder keeps a limited amount of earlier visits', async ({ page, fineTunes }) => {
  const now = Date.now();
  fineTunes.answer([{ ...wild, id: 'ft-seen' }]);
  await page.goto(`${fineTunes.url}/fine-tunes`);
  await expect(page.getByRole('link', { name: 'acme/wild' }).first()).toBeVisible();
  await expect.poll(() => recorded(page)).toEqual({ visits: 1, sightings: 1 });
  await fillRecorder(page, now);
  expect(await recorded(page)).toEqual({ visits: 41, sightings: 5101 });
  await page.clock.setFixedTime(now + 3_600_000);
  await page.reload();
  await expect.poll(() => recorded(page)).toEqual({ visits: 2, sightings: 4000 });
  // The one of the job that is listed is among them: it is not new.
  await expect(page.getByRole('link', { name: 'acme/wild' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Since your last visit' })).toBeHidden();
});

/** Records of 40 days, a visit each, and of one job that was watched for long. */
async function fillRecorder(page: Page, now: number) {
  await page.evaluate(async (nowMs) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('inferdeck-recorder');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const task = database.transaction(['sightings', 'visits'], 'readwrite');
    const [visits, sightings] = [task.objectStore('visits'), task.objectStore('sightings')];
    const connectionId = await new Promise((resolve) => {
      const keys = visits.getAllKeys();
      keys.addEventListener('success', () => resolve([keys.result[0]].flat()[0]));
    });
    for (let day = 1; day <= 40; day += 1) {
      const beganMs = nowMs - day * 86_400_000;
      visits.put({ connectionId, beganMs, lastMs: beganMs + 1000 });
    }
    const rest = { connectionId, jobId: 'ft-long', status: 'running', queueDepth: null, step: null };
    for (let index = 0; index < 5100; index += 1) sightings.add({ ...rest, atMs: nowMs - 5_000_000 + index });
    await new Promise((resolve) => task.addEventListener('complete', resolve));
    database.close();
  }, now);
}

async function recorded(page: Page) {
  return page.evaluate(async () => {
    // Opening it here first would make an empty one.
    if ((await indexedDB.databases()).every(({ name }) => name !== 'inferdeck-recorder')) return null;
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('inferdeck-recorder');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const task = database.transaction(['sightings', 'visits'], 'readonly');
    const counts = [task.objectStore('visits').count(), task.objectStore('sightings').count()];
    await new Promise((resolve) => task.addEventListener('complete', resolve));
    database.close();
    return { visits: counts[0]?.result, sightings: counts[1]?.result };
  });
}

test('a stuck queue is an alert, and its position is drawn', async ({ page, fineTunes }) => {
  const now = Date.now();
  const job = { ...wild, id: 'ft-wait', status: 'queued', queue_depth: 4, events: [], total_price: 0 };
  fineTunes.answer([job]);
  await page.clock.setFixedTime(now);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-wait`);
  const alerts = part(page, 'Alerts');
  await expect(alerts).toContainText('No alerts');
  for (const [minutes, depth] of [
    [4, 3],
    [8, 3],
    [16, 3],
    [24, 3],
  ] as const) {
    fineTunes.answer([{ ...job, queue_depth: depth }]);
    await page.clock.setFixedTime(now + minutes * 60_000);
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect(alerts).toContainText(`4 → ${depth} jobs ahead, watched for ${minutes} min`);
  }
  await expect(alerts).toContainText(/3 jobs were still ahead of it after 20 min 00 s\./);
  await expect(part(page, 'Time')).toContainText('Not known while it waits.');
});

test('thresholds and notifications set in one tab are those of the other, too', async ({
  page,
  context,
  fineTunes,
}) => {
  fineTunes.answer([wild], [{ step: 40 }, { step: 100 }]);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await recordNotifications(tab);
    await tab.goto(`${fineTunes.url}/fine-tunes/ft-wild`);
    await expect(part(tab, 'Alerts').getByRole('listitem')).toHaveCount(4);
    await tab.getByRole('button', { name: 'Thresholds' }).click();
  }
  await page.getByRole('textbox', { name: /^Spike/ }).fill('100');
  await expect(part(other, 'Alerts').getByRole('listitem')).toHaveCount(3);
  await other.getByRole('textbox', { name: /^Overfitting/ }).fill('5');
  for (const tab of tabs) await expect(part(tab, 'Alerts').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Notify me about new alerts' }).click();
  await expect(other.getByRole('button', { name: 'Notify me about new alerts' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('new alerts are notified only after opting in', async ({ page, fineTunes }) => {
  const shown = await recordNotifications(page);
  const begun = Date.now() - 60_000;
  const job = (losses: readonly number[]) => ({
    ...wild,
    id: 'ft-live',
    status: 'running',
    model_output_name: 'acme/live',
    events: [...eventsOf(losses, {}, 120, begun)],
  });
  fineTunes.answer([job(steady.slice(0, 50))]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-live`);
  const alerts = page.getByRole('list', { name: 'Alerts', exact: true });
  const refresh = page.getByRole('button', { name: 'Refresh now' });
  await expect(part(page, 'Alerts')).toContainText('No alerts');
  fineTunes.answer([job([...steady.slice(0, 50), 9])]);
  await refresh.click();
  await expect(alerts.getByRole('listitem')).toHaveCount(1);
  expect(shown).toEqual([]);
  const notify = page.getByRole('button', { name: 'Notify me about new alerts' });
  const colour = await notify.evaluate((button) => getComputedStyle(button).color);
  // Not by the mouse, which colours what it is over.
  await notify.press('Enter');
  await expect(notify).toHaveAttribute('aria-pressed', 'true');
  await expect(notify).not.toHaveCSS('color', colour);
  fineTunes.answer([job([...steady.slice(0, 50), 9, 2, 2, 2, 300])]);
  await refresh.click();
  await expect(alerts.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => shown).toEqual([expect.stringMatching(/^acme\/live: spike: .*300/)]);
  fineTunes.answer([{ ...job([...steady.slice(0, 50), 9, 2, 2, 2, 300]), status: 'completed' }]);
  await refresh.click();
  await expect.poll(() => shown.at(-1)).toBe('acme/live: completed: The fine-tune has ended.');
  const again = job(steady.slice(0, 50));
  fineTunes.answer([again]);
  await refresh.click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('running');
  const lost = { type: 'job_error', level: 'error', message: 'Node lost.' };
  fineTunes.answer([{ ...again, status: 'error', events: [...again.events, lost] }]);
  await refresh.click();
  await expect.poll(() => shown.at(-1)).toBe('acme/live: error: Node lost.');
});
