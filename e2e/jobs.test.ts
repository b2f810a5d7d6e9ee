// Jobs: a real upload from id to end, and scripted behaviour of services.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '#tools/setup/service-process.ts';
import { at, figures, job, list, watch } from './scripted-jobs.ts';
import { becomes, pass } from './manual-clock.ts';
import { queueUpload } from './run-tool.ts';
import { expect, test } from './scripted-service.ts';
import { turnTab } from './tab-visibility.ts';
import { recordNotifications } from './notifications.ts';

const ahead = (second: number) => at(second + 3_600);

test('a model upload is followed from its id to the model in the playground', async ({ page }) => {
  const home = await mkdtemp(join(tmpdir(), 'inferdeck-jobs-'));
  const service = await startService({ INFERDECK_HOME: home });
  try {
    const id = await queueUpload(home, 'acme/tales');
    await page.goto(`${service.url}/jobs`);
    await watch(page, id);
    await expect(list(page).getByRole('listitem')).toContainText('acme/tales from');
    await list(page).getByRole('link', { name: id }).click();
    await expect(figures(page).getByRole('status', { name: 'Status', exact: true })).toHaveText('Complete');
    await expect(page.getByText(/^checked .* · final$/)).toBeVisible();
    const updates = page.getByRole('treegrid', { name: 'updates' });
    await expect(updates.getByRole('row').last()).toContainText('acme/tales is ready to use.');
    await expect(updates).toContainText('Running');
    await page.getByRole('link', { name: 'Open acme/tales in the playground' }).click();
    await expect(page.getByRole('button', { name: 'Model: acme/tales' })).toBeVisible();
  } finally {
    await service.stop();
    await rm(home, { recursive: true, force: true });
  }
});

test('an invalid id stays in the field, with a message that names it', async ({ page, script }) => {
  await page.goto('/jobs');
  await watch(page, 'jobs/ of mine/');
  await expect(page.getByRole('alert')).toContainText(
    'Job id: “jobs/” contains a character that ids cannot have',
  );
  await expect(page.getByRole('textbox', { name: 'Job id' })).toHaveValue('jobs/ of mine/');
  expect(script.asked('/jobs/jobs/')).toBe(0);
});

test('the list is kept after a reload, and a removed job can be restored', async ({ page, script }) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  script.answers.set('/jobs/job-b', job('job-b', 'Running'));
  await page.goto('/jobs');
  await watch(page, 'job-a, job-b');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('Watching job-a, job-b')).toBeAttached();
  await page.route('**/v1/jobs/job-b', (route) => route.abort());
  await page.reload();
  await expect(list(page)).toContainText(/Complete.*job-a.*Running.*job-b.*No answer.*updated \d+ \w+ ago/s);
  await page.getByRole('button', { name: 'Stop watching job-a' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page).getByRole('listitem')).toHaveText([/job-a/, /job-b/]);
  await expect(page.getByRole('button', { name: 'Stop watching job-a' })).toBeFocused();
  script.answers.set('/fine-tunes', {
    body: {
      data: [
        { id: 'ft-1', job_id: 'job-b', status: 'running' },
        { id: 'ft-2', job_id: 'job-c', status: 'completed', model_output_name: 'acme/tales' },
      ],
    },
  });
  script.answers.set('/jobs/job-c', job('job-c', 'Complete'));
  await page.reload();
  const named = page.getByRole('list', { name: 'Jobs of fine-tunes' });
  await expect(named.getByRole('listitem')).toHaveText([/completed.*job-c.*acme\/tales/]);
  await expect(named.getByRole('link', { name: 'acme/tales' })).toHaveAttribute('href', '/fine-tunes/ft-2');
  // Right below the watched ones.
  const above = await list(page).getByRole('listitem').last().boundingBox();
  const below = await named.boundingBox();
  expect((below?.y ?? Infinity) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(100);
  await named.getByRole('button', { name: 'Watch job-c' }).click();
  await expect(named).toHaveCount(0);
  await expect(list(page).getByRole('link', { name: 'acme/tales' })).toBeVisible();
  await list(page).getByRole('link', { name: 'job-c' }).click();
  await expect(page.getByRole('link', { name: 'Open the fine-tune acme/tales' })).toBeVisible();
});

test('watched jobs are shown in full above many jobs of fine-tunes', async ({ page, script }) => {
  const data = Array.from({ length: 30 }, (_, index) => ({ id: `ft-${index}`, job_id: `job-${index}` }));
  script.answers.set('/fine-tunes', { body: { data } });
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  await page.goto('/jobs');
  await watch(page, 'job-a');
  await expect(page.getByRole('list', { name: 'Jobs of fine-tunes' })).toBeVisible();
  await expect(list(page).getByRole('listitem')).toContainText('Complete');
  expect(await list(page).evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0);
});

test('without watched jobs those of fine-tunes come first, then the hint, and nothing links elsewhere', async ({
  page,
  script,
}) => {
  script.answers.set('/fine-tunes', { body: { data: [] } });
  await page.goto('/jobs');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  await expect(main.getByRole('link')).toHaveCount(0);
  script.answers.set('/fine-tunes', {
    body: { data: [{ id: 'ft-1', job_id: 'job-a', status: 'running', created_at: at(0) }] },
  });
  await page.reload();
  const named = page.getByRole('list', { name: 'Jobs of fine-tunes' });
  await expect(named.getByRole('listitem')).toHaveText([/running.*job-a.*ft-1.*created 10 min ago/]);
  await expect(main.getByRole('heading', { name: 'No jobs yet' })).toHaveCount(0);
  const hint = await main.getByText('paste its id above').boundingBox();
  const first = await named.boundingBox();
  expect(hint?.y).toBeGreaterThan(first?.y ?? Infinity);
  // The last one removed from the list can be restored.
  await named.getByRole('button', { name: 'Watch job-a' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Stop watching job-a' }).click();
  await expect(named).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});

test('jobs of fine-tunes are promised only where the service has fine-tunes', async ({ page, script }) => {
  script.answers.set('/fine-tunes', { body: { data: [] } });
  await page.goto('/jobs');
  const main = page.getByRole('main');
  await expect(main).toContainText('appear here by themselves');
  script.answers.set('/fine-tunes', { status: 404, body: { detail: 'Not Found' } });
  await page.reload();
  await expect(main).toContainText('This service does not offer fine-tunes');
  await expect(main).not.toContainText('by themselves');
});

test('jobs of fine-tunes are listed newest first, however their times are written, and none is from the future', async ({
  page,
  script,
}) => {
  const seconds = Math.floor(Date.now() / 1_000);
  const created = [at(0), seconds - 86_400, undefined, seconds + 90, new Date().toISOString()];
  const data = created.map((time, index) => ({
    id: `ft-${index}`,
    job_id: `job-${index}`,
    created_at: time,
  }));
  script.answers.set('/fine-tunes', { body: { data } });
  await page.goto('/jobs');
  const named = page.getByRole('list', { name: 'Jobs of fine-tunes' });
  await expect(named.getByRole('listitem')).toHaveText([
    /job-3.*created now/,
    /job-4/,
    /job-0/,
    /job-1/,
    /job-2/,
  ]);
});

test('a job’s end arrives by polling, notifies if switched on, and stops polling', async ({
  page,
  script,
}) => {
  const shown = await recordNotifications(page);
  script.answers.set('/jobs/job-a', job('job-a', 'Running'));
  await page.goto('/jobs/job-a');
  await expect(figures(page)).toContainText('Running');
  await page.getByRole('button', { name: 'Notify at the end' }).click();
  await expect(page.getByRole('button', { name: 'Notify at the end' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  script.answers.set('/jobs/job-a', job('job-a', 'failed'));
  await expect(figures(page)).toContainText('failed');
  await expect(page.getByText(/^checked .* · final$/)).toBeVisible();
  await expect.poll(() => shown).toEqual(['Job failed: acme/job-a from job-a.gguf: Now failed.']);
});

test('a hidden tab polls a job only for an end notification, and polls again when visible', async ({
  page,
  script,
  pauseClock,
}) => {
  await recordNotifications(page);
  script.answers.set('/jobs/job-a', job('job-a', 'Running'));
  await page.clock.install();
  await page.addInitScript(() => {
    JSON.stringify = new Proxy(JSON.stringify, {
      apply(write, json, args: unknown[]) {
        if (args[2] === 2) document.body.dataset['written'] += 'x';
        const text: unknown = Reflect.apply(write, json, args);
        return text;
      },
    });
  });
  await pauseClock(1_000);
  await page.goto('/jobs/job-a');
  await becomes(page, page.getByText(/next in \d s/), 'visible');
  await page.getByRole('treegrid', { name: 'updates' }).getByText('Now Running.').click();
  await expect(page.getByRole('region', { name: 'Open entry' })).toContainText('"message": "Now Running."');
  // Without answers only the ages are rewritten.
  const written = () => page.evaluate(() => document.body.dataset['written']);
  const before = await written();
  await pass(page, 3);
  expect(before).toContain('x');
  expect(await written()).toBe(before);
  await turnTab(page, 'hidden');
  const seen = script.asked('/jobs/job-a');
  await pass(page, 600);
  expect(script.asked('/jobs/job-a')).toBe(seen);
  await turnTab(page, 'visible');
  await expect.poll(() => script.asked('/jobs/job-a')).toBe(seen + 1);
  await page.getByRole('button', { name: 'Notify at the end' }).click();
  await turnTab(page, 'hidden');
  const told = script.asked('/jobs/job-a');
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  await pass(page, 12);
  await becomes(page, figures(page).filter({ hasText: 'Complete' }), 'visible');
  expect(script.asked('/jobs/job-a')).toBe(told + 1);
});

test('an unknown job is reported as not found, looked for some seconds, then not polled again', async ({
  page,
  script,
}) => {
  await page.clock.install();
  await page.goto('/jobs/job-x');
  await expect(
    page.getByText('The service knows no job job-x. Check the id and the connection;'),
  ).toBeVisible();
  // The service's “404 Not found” says the same.
  await expect(page.getByText('There is none.')).toHaveCount(0);
  for (let asked = 2; asked <= 5; asked += 1) {
    await page.clock.fastForward(17_000);
    await expect.poll(() => script.asked('/jobs/job-x')).toBe(asked);
  }
  await expect(page.getByText('polling has stopped')).toBeVisible();
  await page.clock.fastForward(600_000);
  expect(script.asked('/jobs/job-x')).toBe(5);
});

test('a job that the service knows only seconds later appears by itself', async ({ page, script }) => {
  await page.goto('/jobs/job-x');
  await expect(page.getByText('one started just now can take seconds to appear')).toBeVisible();
  script.answers.set('/jobs/job-x', job('job-x', 'Running'));
  await expect(page).toHaveTitle('Running job-x · Inferdeck');
});

test('a job that disappears keeps its last data', async ({ page, script }) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Running'));
  await page.goto('/jobs/job-a');
  await expect(page).toHaveTitle('Running job-a · Inferdeck');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  script.answers.delete('/jobs/job-a');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(figures(page)).toContainText('no longer listed');
  await expect(page.getByText(/no longer knows this job, last seen/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Phases' })).toHaveText('Queued 9.0 s');
  await expect(page.getByText('acme/job-a', { exact: true })).toBeVisible();
  await page.goto('/jobs');
  await expect(list(page).getByRole('listitem')).toContainText('no longer listed');
});

test('an ended job stays as it was while the service is away, and is not asked again', async ({
  page,
  script,
}) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Failed'));
  await page.clock.install();
  await page.goto('/jobs');
  await watch(page, 'job-a');
  const row = list(page).getByRole('listitem');
  await expect(row).toContainText('Now Failed.');
  let asked = 0;
  await page.route('**/v1/jobs/job-a', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(600_000);
  await expect(row).toContainText(/Now Failed\..*final/);
  expect(asked).toBe(1);
});

test('the job of a cancelled fine-tune is cancelled, not failed', async ({ page, script }) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Failed'));
  script.answers.set('/fine-tunes', {
    body: { data: [{ id: 'ft-1', job_id: 'job-a', status: 'cancelled' }] },
  });
  await page.goto('/jobs/job-a');
  await expect(page).toHaveTitle('Cancelled job-a · Inferdeck');
  await expect(figures(page).getByRole('status', { name: 'Status', exact: true })).toHaveText('Cancelled');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('job-a');
  await expect(page.getByRole('listbox').getByRole('option', { name: /^job-a/ })).toHaveText(/cancelled$/);
});

test('Retry-After is respected, and the data shown has its age', async ({ page, script }) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Running'));
  await page.goto('/jobs/job-a');
  await expect(page.getByText(/next in \d s/)).toBeVisible();
  const body = { error: { message: 'Slow down.', type: 'rate_limit' } };
  script.answers.set('/jobs/job-a', { status: 429, headers: { 'retry-after': '180' }, body });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByText(/Slow down\..*Last updated/)).toBeVisible();
  await expect(page.getByText(/next in 3 min/)).toBeVisible();
  await expect(figures(page)).toContainText('Running');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/· paused/)).toBeVisible();
});

test('unknown statuses are shown as sent, updates in order, and a status that went back is noted', async ({
  page,
  script,
}) => {
  const updates = [
    { status: 'Running', message: 'again', timestamp: at(30) },
    { status: 'Complete', message: 'done', timestamp: at(20) },
    { status: 'Queued', message: 'first', timestamp: at(0) },
    { status: 'Frozen', message: 'odd', timestamp: 'tomorrow-ish' },
  ];
  script.answers.set('/jobs/job-a', job('job-a', 'Thawing', { type: 'tea_break', status_updates: updates }));
  await page.goto('/jobs/job-a');
  await expect(figures(page)).toContainText('Thawing');
  await expect(figures(page)).toContainText('tea_break');
  await expect(page.getByText('The status changed back from Complete to Running.')).toBeVisible();
  await expect(page.getByRole('treegrid', { name: 'updates' })).toContainText('tomorrow-ish');
  await expect(page.getByRole('treegrid', { name: 'updates' })).toContainText('20.0 s without updates');
  await expect(page.getByText('Invalid Date')).toHaveCount(0);
});

test('a job uses the clock of its service and links to its fine-tune, as does a fine-tune’s id', async ({
  page,
  script,
}) => {
  const updates = [{ status: 'Running', message: 'Works.', timestamp: ahead(60) }];
  const times = { created_at: ahead(0), updated_at: ahead(60), status_updates: updates };
  const headers = { date: new Date(Date.now() + 3_600_000).toUTCString() };
  script.answers.set('/jobs/job-a', { ...job('job-a', 'Running', times), headers });
  const tuned = { id: 'ft-1', status: 'running', model_output_name: 'acme/tuned', job_id: 'job-a' };
  script.answers.set('/fine-tunes', { body: { data: [tuned] }, headers });
  await page.goto('/jobs/job-a');
  await expect(figures(page)).toContainText(/created10 min ago/);
  await expect(figures(page)).toContainText(/so far10 min/);
  await page.getByRole('link', { name: 'Open the fine-tune acme/tuned' }).click();
  await expect(page).toHaveURL(/\/fine-tunes\/ft-1$/);
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await watch(page, 'ft-1');
  await page.getByRole('link', { name: 'This is a fine-tune: open it' }).click();
  await expect(page).toHaveURL(/\/fine-tunes\/ft-1$/);
});

test('several jobs are shown side by side from the address', async ({ page, script }) => {
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  script.answers.set('/jobs/job-b', job('job-b', 'Failed'));
  await page.goto('/jobs');
  await watch(page, 'job-a job-b');
  await page.getByRole('checkbox', { name: 'Compare job-a' }).check();
  await page.getByRole('checkbox', { name: 'Compare job-b' }).check();
  await page.getByRole('link', { name: 'Show 2 side by side' }).click();
  await expect(page).toHaveURL(/\/jobs\?ids=job-a,job-b$/);
  await expect(page.getByRole('region', { name: 'Job job-a' })).toContainText('Complete');
  await expect(page.getByRole('region', { name: 'Job job-b' })).toContainText('Now Failed.');
  await page.getByRole('button', { name: 'Remove job-a' }).click();
  await expect(page).toHaveURL(/\/jobs\?ids=job-b$/);
  await page.goto('/jobs?ids=job-a,job-b');
  // Two at once are two changes of the address of now, not of the one that was drawn.
  const removes = page.getByRole('button', { name: /^Remove job-/ });
  await expect(removes).toHaveCount(2);
  await removes.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await expect(page).toHaveURL(/\/jobs$/);
});
