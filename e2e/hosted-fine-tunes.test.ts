// Fine-tunes of a hosted service: events and metrics by separate operations, newest first, which may fail.
import type { Locator, Page } from '@playwright/test';
import { expect, test as base, type ScriptedService } from './scripted-service.ts';
import { recordNotifications } from './notifications.ts';

const id = 'ft-0a1b2c3d-4e5f';
const begun = Date.now() - 60_000;
const at = (step: number) => new Date(begun + step * 1_000).toISOString().slice(0, 19);

async function top(each: Locator): Promise<number> {
  return (await each.boundingBox())?.y ?? Number.NaN;
}

/** Scripts a job at this step; its record has no events, and its losses are metrics. */
function serveLosses(script: ScriptedService, losses: readonly number[], more: object = {}): void {
  const done = losses.length;
  const record = {
    id,
    status: 'running',
    model: 'acme/base-1b',
    model_output_name: 'acme/hosted',
    created_at: at(0),
    updated_at: at(0),
    total_steps: 100,
    steps_completed: done,
    events: [],
    ...more,
  };
  const events = [
    { type: 'TRAINING_START', message: 'Training started.', created_at: at(0), level: null },
    { type: 'CHECKPOINT_SAVE', message: 'Checkpoint saved.', created_at: at(10), level: 'legacy_info' },
    { type: 'EPOCH_COMPLETE', message: `Epoch completed, at step ${done}`, created_at: at(done), step: done },
  ];
  const metrics = losses.map((loss, index) => ({
    timestamp: (begun + (index + 1) * 1_000) * 1e6,
    'train/global_step': index + 1,
    'train/loss': loss,
  }));
  script.answers.set('/fine-tunes', { body: { data: [record] } });
  script.answers.set(`/fine-tunes/${id}/events`, { body: { data: events.toReversed() } });
  script.answers.set(`/fine-tunes/${id}/metrics`, { body: { metrics: metrics.toReversed() } });
}

const falling = (count: number) => Array.from({ length: count }, (_, index) => 4 - index / 100);

const test = base.extend({
  script: async ({ script, page }, provide) => {
    serveLosses(script, falling(40));
    const data = [
      { step: 20, checkpoint_type: 'Intermediate', created_at: at(20) },
      { step: 40, checkpoint_type: 'Final Merged', created_at: at(40) },
      { checkpoint_type: 'Final Adapter', created_at: at(40) },
    ];
    script.answers.set(`/fine-tunes/${id}/checkpoints`, { body: { data } });
    await page.clock.install();
    await provide(script);
  },
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const figures = (page: Page) => page.getByRole('region', { name: 'Figures of the fine-tune' });

test('events are sorted oldest first, curves have no restarts, and both follow the steps of the list', async ({
  page,
  script,
}) => {
  await page.goto(`/fine-tunes/${id}`);
  await expect(figures(page)).toContainText('40 / 100');
  const events = part(page, 'Events');
  await expect(events).toContainText('Training started.');
  const words = await events.innerText();
  expect(words.indexOf('Training started.')).toBeLessThan(words.indexOf('Epoch completed, at step 40'));
  // The newest loss; with descending steps every point would restart the curve, and the oldest be last.
  await expect(figures(page)).toContainText(/train loss \(last\), smoothed ▼ [\d.]+ in \d+ steps3\.61/);
  serveLosses(script, falling(60));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(events).toContainText('Epoch completed, at step 60');
  await expect(figures(page)).toContainText('60 / 100');
  await expect(figures(page)).toContainText(/train loss \(last\), smoothed ▼ [\d.]+ in \d+ steps3\.41/);
  expect(script.asked(`/fine-tunes/${id}/metrics`)).toBeGreaterThan(1);
});

test('a training whose next report is overdue has no time left, and a NaN of its metrics is its last loss', async ({
  page,
  script,
}) => {
  // Step 40 of 100, a second each, was ten minutes ago.
  const metrics = falling(40).map((loss, index) => ({
    timestamp: (begun - 600_000 + index * 1_000) * 1e6,
    'train/global_step': index + 1,
    'train/loss': index < 39 ? loss : 'NaN',
  }));
  script.answers.set(`/fine-tunes/${id}/metrics`, { body: { metrics } });
  script.answers.set(`/fine-tunes/${id}/events`, { body: { data: [] } });
  await page.goto(`/fine-tunes/${id}`);
  await expect(figures(page)).toContainText(/time left, next report overdue\d+ min \d\d s late/);
  await expect(part(page, 'Time')).toContainText(
    /Training endsNot known\. .*, and the next report is \d+ min/,
  );
  await expect(figures(page)).toContainText(/train loss \(last\)NaN/);
  await expect(part(page, 'Alerts')).toContainText('NaN');
});

test('a checkpoint whose step is only in its type has its step and loss in the table', async ({
  page,
  script,
}) => {
  const data = [20, 40].map((step) => ({ step: 0, checkpoint_type: `Intermediate (step ${step})` }));
  script.answers.set(`/fine-tunes/${id}/checkpoints`, { body: { data } });
  const metrics = [20, 40].map((step) => ({ 'train/global_step': step, 'eval/loss': 3 - step / 100 }));
  script.answers.set(`/fine-tunes/${id}/metrics`, { body: { metrics } });
  await page.goto(`/fine-tunes/${id}`);
  const rows = part(page, 'Checkpoints').getByRole('row');
  await expect(rows.nth(1)).toContainText('202.800');
  await expect(rows.nth(2)).toContainText('402.600');
  await expect(rows.nth(2)).toContainText('best checkpoint');
});

test('the ids of its job and of its checkpoints lead to a fine-tune', async ({ page, script }) => {
  serveLosses(script, falling(40), { job_id: 'job-7d10' });
  await page.goto('/fine-tunes/job-7d10');
  await page.getByRole('link', { name: 'This is a job: open its fine-tune' }).click();
  await expect(page).toHaveURL(`/fine-tunes/${id}`);
  await expect(figures(page)).toContainText('40 / 100');
  for (const room of ['jobs', 'fine-tunes']) {
    await page.goto(`/${room}/${id}:20`);
    await page.getByRole('link', { name: 'This is a checkpoint: open its fine-tune' }).click();
    await expect(page).toHaveURL(`/fine-tunes/${id}`);
  }
  // Its charts have their controls on one line beside the events.
  await page.setViewportSize({ width: 1024, height: 768 });
  const charts = page.getByRole('group', { name: 'Charts' });
  const scale = charts.getByRole('radiogroup', { name: 'Vertical axis' });
  await expect
    .poll(async () => Math.abs((await top(scale)) - (await top(charts.getByText('clip outliers')))))
    .toBeLessThan(16);
});

test('a checkpoint is requested by its step, a final one by its job', async ({ page, script }) => {
  await page.goto(`/fine-tunes/${id}`);
  const links = part(page, 'Checkpoints').getByRole('link', { name: 'Open in playground' });
  await expect(links).toHaveCount(3);
  const names = await links.evaluateAll((all) =>
    all.map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('model')),
  );
  expect(names).toEqual([`${id}:20`, id, id]);
  expect(script.asked(`/fine-tunes/${id}/checkpoints`)).toBeGreaterThan(0);
});

test('failed events and metrics show the service’s message, and can be retried', async ({ page, script }) => {
  script.answers.set(`/fine-tunes/${id}/events`, {
    status: 500,
    body: { error: { message: 'The archive of events is closed.' } },
  });
  script.answers.set(`/fine-tunes/${id}/metrics`, {
    status: 429,
    headers: { 'retry-after': '100' },
    body: { error: { message: 'Too many questions about metrics.' } },
  });
  await page.goto(`/fine-tunes/${id}`);
  const events = part(page, 'Events');
  const curves = part(page, 'Curves');
  await expect(events.getByRole('alert')).toContainText('The archive of events is closed.');
  await expect(curves.getByRole('alert')).toContainText('Too many questions about metrics.');
  await expect(events).not.toContainText('No events');
  // While the service asks to wait, only its list is requested.
  const before = script.asked(`/fine-tunes/${id}/metrics`);
  await page.clock.runFor(60_000);
  expect(script.asked(`/fine-tunes/${id}/metrics`)).toBe(before);
  // Without a poll in between, which would mend it first.
  await page.getByRole('button', { name: 'Pause' }).click();
  serveLosses(script, falling(40));
  await events.getByRole('button', { name: 'Try again' }).click();
  await expect(events).toContainText('Training started.');
  await curves.getByRole('button', { name: 'Try again' }).click();
  await expect(figures(page)).toContainText('40 / 100');
  await expect(curves.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
});

test('data of an earlier answer stays while a later one fails, and recovers by itself', async ({
  page,
  script,
}) => {
  await page.goto(`/fine-tunes/${id}`);
  const events = part(page, 'Events');
  await expect(events).toContainText('Training started.');
  serveLosses(script, falling(41));
  script.answers.set(`/fine-tunes/${id}/events`, { status: 500, body: { message: 'Closed for now.' } });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(events).toContainText('The events are out of date: 500 Service failed: Closed for now.');
  await expect(events).toContainText('Training started.');
  serveLosses(script, falling(42));
  await page.clock.runFor(40_000);
  await expect(events).toContainText('at step 42');
  await expect(events).not.toContainText('out of date');
});

test('a fine-tune that vanishes keeps its curves, events and checkpoints, and asks for them no more', async ({
  page,
  script,
}) => {
  await page.goto(`/fine-tunes/${id}`);
  await expect(figures(page)).toContainText('3.61');
  await expect(part(page, 'Checkpoints').getByRole('link', { name: 'Open in playground' })).toHaveCount(3);
  script.answers.set('/fine-tunes', { body: { data: [] } });
  script.answers.delete(`/fine-tunes/${id}/metrics`);
  const asked = () => script.paths.filter((path) => path.startsWith(`/fine-tunes/${id}/`)).length;
  const before = asked();
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No longer listed.' })).toBeVisible();
  await expect(part(page, 'Events')).toContainText('Training started.');
  await expect(part(page, 'Checkpoints').getByRole('link', { name: 'Open in playground' })).toHaveCount(3);
  await expect(figures(page)).toContainText('3.61');
  expect(asked()).toBe(before);
  serveLosses(script, falling(60));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(figures(page)).toContainText('3.41');
});

test('alerts present when the page opens do not notify, later ones do', async ({ page, script }) => {
  const shown = await recordNotifications(page);
  await page.addInitScript(() =>
    localStorage.setItem('inferdeck.alert-notices', JSON.stringify({ version: 1, value: true })),
  );
  const wild = [...falling(39), 9];
  serveLosses(script, wild);
  await page.goto(`/fine-tunes/${id}`);
  const alerts = page.getByRole('list', { name: 'Alerts', exact: true }).getByRole('listitem');
  await expect(alerts.filter({ hasText: 'The loss is 9.000;' }).first()).toBeVisible();
  serveLosses(script, [...wild, ...falling(15), 600]);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(alerts.filter({ hasText: 'The loss is 600.0;' }).first()).toBeVisible();
  const spikes = () => shown.filter((text) => text.startsWith('acme/hosted: spike: '));
  await expect.poll(spikes).not.toEqual([]);
  // On a slow machine the job may seem silent meanwhile, which adds an alert.
  expect(spikes()).toEqual([expect.stringContaining('600')]);
});

test('losses without steps name no step of theirs, and no best checkpoint', async ({ page, script }) => {
  serveLosses(script, []);
  const messages = ["{'loss': 3.0}", "{'eval_loss': 2.5}", "{'loss': 2.0}", "{'eval_loss': 1.5}"];
  const events = messages.map((message, index) => ({
    type: 'INFO',
    message,
    created_at: at(index * 10 + 9),
  }));
  script.answers.set(`/fine-tunes/${id}/events`, { body: { data: events } });
  script.answers.set(`/fine-tunes/${id}/metrics`, { body: { metrics: [] } });
  await page.goto(`/fine-tunes/${id}`);
  const best = figures(page).getByText('eval loss (best)');
  await expect(best).toHaveText('eval loss (best)');
  await expect(part(page, 'Checkpoints')).toContainText('The events name no steps');
});
