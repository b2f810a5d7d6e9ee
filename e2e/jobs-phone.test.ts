// Jobs on a phone: nothing moves, and nothing is wider than the screen.
import { overflowAround, watchShifts } from './layout-shifts.ts';
import { figures, job, list, watch } from './scripted-jobs.ts';
import { expect, test } from './scripted-service.ts';

test('on a phone the answers about watched jobs move none of them', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const id of ['job-a', 'job-b']) script.answers.set(`/jobs/${id}`, job(id, 'Complete'));
  script.answers.set('/jobs/job-c', { status: 410, body: {} });
  await page.goto('/jobs');
  await watch(page, 'job-a, job-b, job-c');
  await expect(list(page).getByRole('listitem')).toContainText(['Complete', 'Complete', 'unknown job']);
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/jobs/job-*', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(list(page).getByText('updating')).toHaveCount(3);
  const shifts = await watchShifts(page);
  release?.();
  await expect(list(page).getByText('final')).toHaveCount(2);
  await expect(list(page)).toContainText('polling stopped');
  expect(await shifts()).toEqual([]);
});

test('on a phone the end of a job moves no button of its page', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/jobs/job-a', async (route) => {
    if (route.request().resourceType() !== 'document') await released;
    await route.continue();
  });
  await page.goto('/jobs/job-a');
  await expect(page.getByRole('button', { name: 'Notify at the end' })).toBeVisible();
  const places = () =>
    Promise.all(
      ['Watch', 'Pause', 'Refresh now'].map((name) =>
        page.getByRole('button', { name, exact: true }).boundingBox(),
      ),
    );
  const before = await places();
  release?.();
  await expect(page.getByText(/^checked .* · final$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notify at the end' })).toHaveCount(0);
  expect(await places()).toEqual(before);
});

test('on a phone, too, the jobs of fine-tunes appear and change by themselves', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.clock.install();
  script.answers.set('/fine-tunes', { body: { data: [] } });
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  const named = page.getByRole('list', { name: 'Jobs of fine-tunes' });
  for (const status of ['running', 'completed']) {
    script.answers.set('/fine-tunes', { body: { data: [{ id: 'ft-1', job_id: 'job-a', status }] } });
    await page.clock.runFor(70_000);
    await expect(named.getByRole('listitem')).toContainText(status);
  }
});

test('on a phone the name of a fine-tune is read to its end, which tells it from others', async ({
  page,
  script,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const model_output_name = 'acme/Model-Name-70B-Instruct-Turbo-2026-11-customer-support-v3-8c2f4f1a';
  script.answers.set('/fine-tunes', {
    body: { data: [{ id: 'ft-1', job_id: 'job-a', status: 'running', model_output_name }] },
  });
  await page.goto('/jobs');
  const link = page.getByRole('link', { name: model_output_name });
  await expect(link).toBeVisible();
  expect(await link.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  expect(await overflowAround(link)).toBe(0);
});

test('on a phone nothing is wider than the screen', async ({ page, script }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  script.answers.set('/jobs/job-a', job('job-a', 'Running'));
  await page.goto('/jobs/job-a');
  await expect(figures(page)).toContainText('Running');
  expect(await overflowAround(page.getByRole('main'))).toBe(0);
});

test('on a phone side-by-side jobs are swiped, each within the screen, and the page does not scroll', async ({
  page,
  script,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const long = `job-${'b'.repeat(60)}`;
  script.answers.set('/jobs/job-a', job('job-a', 'Complete'));
  script.answers.set(`/jobs/${long}`, job(long, 'Running'));
  await page.goto(`/jobs?ids=job-a,${long}`);
  const [one, other] = [
    page.getByRole('region', { name: 'Job job-a' }),
    page.getByRole('region', { name: `Job ${long}` }),
  ];
  await expect(one).toContainText('Complete');
  await expect(other).toContainText('Running');
  expect(await overflowAround(page.getByRole('main'))).toBe(0);
  expect((await one.boundingBox())?.width).toBeLessThanOrEqual(390);
  await other.scrollIntoViewIfNeeded();
  await expect(other).toBeInViewport({ ratio: 0.9 });
  expect((await other.boundingBox())?.width).toBeLessThanOrEqual(390);
});
