// The timeline of a fine-tune's events, on lists of events that the test writes.
import type { Page, Route } from '@playwright/test';
import { watchShifts } from './layout-shifts.ts';
import { expect, test, type ScriptedService } from './scripted-service.ts';
import { scrollFrom } from './touch.ts';

interface Event {
  readonly type: string;
  readonly created_at: string;
  readonly message: string;
  readonly level: string | null;
  readonly hash: string;
}

const startMs = Date.UTC(2026, 10, 21, 10);

function event(second: number, type: string, message: string, level: string | null = 'info'): Event {
  const created_at = new Date(startMs + second * 1000).toISOString();
  return { type, created_at, message, level, hash: `h${second}-${type}` };
}

function answer(status: string, events: readonly Event[]) {
  const updated_at = new Date(startMs + events.length * 1000).toISOString();
  return { body: { data: [{ id: 'ft-a', status, updated_at, model_output_name: 'tales', events }] } };
}

const life = [
  event(0, 'job_pending', 'Created'),
  event(5, 'job_start', 'Started'),
  event(6, 'training_start', 'Training started'),
  ...[1, 2, 3, 4].map((step) =>
    event(6 + step, 'training_step', `Step ${step}/4: training loss=${9 - step}.5`, null),
  ),
  event(11, 'warning', 'Gradient clipped', 'legacy_iwarning'),
  event(611, 'tea_break', 'Nobody knows this type', 'odd'),
  { ...event(612, 'job_error', 'Out of memory', 'error'), created_at: 'next Tuesday' },
];

const grid = (page: Page) => page.getByRole('treegrid', { name: 'events' });

async function open(
  page: Page,
  script: ScriptedService,
  status: string,
  events: readonly Event[],
  search = '',
) {
  script.answers.set('/fine-tunes', answer(status, events));
  await page.goto(`/fine-tunes/ft-a${search}`);
  await expect(grid(page)).toBeVisible();
}

test('repetitions are folded, silences are shown, and unknown events are shown as sent', async ({
  page,
  script,
}) => {
  await open(page, script, 'error', life);
  await expect(grid(page).getByRole('row', { expanded: false })).toContainText(
    'Step 1 → 4/4: training loss=8.5 → 5.5',
  );
  await expect(grid(page)).toContainText('10 min 00 s without events');
  await expect(grid(page)).toContainText('tea_break');
  await expect(grid(page)).toContainText('next Tuesday');
  await expect(page.getByText('Invalid Date')).toHaveCount(0);
  // Times are never cut, whatever the types are called.
  const cut = await grid(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll('[role=gridcell]')]
          .filter(
            (cell, column) =>
              (cell.querySelector('time') || column === 1) && cell.scrollWidth > cell.clientWidth,
          )
          .map(({ textContent }) => textContent),
      ),
    );
  expect(cut).toEqual([]);
  const phases = page.getByRole('list', { name: 'Phases' }).first();
  await expect(phases).toContainText(/queued 5.0 s.*training/);
  // On one line, however many there are: they must not move the events.
  await page.setViewportSize({ width: 320, height: 720 });
  const lines = phases.evaluate(
    (list) => new Set([...list.children].map((each) => each.getBoundingClientRect().top)).size,
  );
  expect(await lines).toBe(1);
  await page.setViewportSize({ width: 1280, height: 720 });
  await grid(page).focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(grid(page).getByRole('row', { expanded: true })).toHaveCount(1);
  await expect(grid(page)).toContainText('Step 3/4: training loss=6.5');
  // What a search finds is in no fold.
  await page.getByRole('searchbox', { name: 'Search events' }).fill('training loss');
  await expect(grid(page).getByRole('row')).toHaveText([/Step 1/, /Step 2/, /Step 3/, /Step 4/]);
});

test('a filter is in the address, and one that hides everything says so', async ({ page, script }) => {
  await open(page, script, 'error', life);
  await page.getByRole('button', { name: 'Level' }).click();
  await page
    .getByRole('dialog', { name: 'Level' })
    .getByRole('checkbox', { name: /^warning\s*1$/ })
    .check();
  await page.keyboard.press('Escape');
  await expect(grid(page).getByRole('row')).toHaveCount(1);
  await page.reload();
  await expect(grid(page).getByRole('row')).toHaveText([/Gradient clipped/]);
  // An open entry needs no second way back.
  await grid(page).getByRole('row').click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('memory');
  await expect(page.getByText('None of the 10 events match level warning and “memory”.')).toBeVisible();
  const section = page.getByRole('region', { name: 'Events' });
  await section.getByRole('button', { name: 'Show all' }).click();
  await expect(grid(page)).toContainText('Out of memory');
  await open(page, script, 'error', life.slice(0, 1));
  await expect(section.getByText('1 event', { exact: true })).toBeVisible();
});

test('a link to an event opens it, even inside a fold', async ({ page, script }) => {
  await open(page, script, 'error', life);
  await grid(page)
    .getByRole('row', { name: /Gradient clipped/ })
    .click();
  await expect(page).toHaveURL(/event=h11-warning/);
  const detail = page.getByRole('region', { name: 'Open entry' });
  await expect(detail).toContainText('"level": "legacy_iwarning"');
  await page.goto('/fine-tunes/ft-a?event=h8-training_step');
  await expect(detail).toContainText('Step 2/4: training loss=7.5');
  await expect(grid(page).getByRole('row', { selected: true })).toContainText('Step 2/4');
  await detail.getByRole('button', { name: 'Show step 2 on the charts' }).click();
  await expect(page).toHaveURL(/zoom=0_12/);
  await expect(page.getByRole('heading', { name: 'Curves' })).toBeFocused();
  await detail.getByRole('button', { name: 'Close the entry' }).click();
  await expect(page).not.toHaveURL(/event=/);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(detail).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await page.goto('/fine-tunes/ft-a?event=gone');
  await expect(page.getByText('The linked entry is not among these events.')).toBeVisible();
});

test('ten thousand events: few rows are drawn, the end is followed until the reader scrolls', async ({
  page,
  script,
}) => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    event(index, index % 2 === 0 ? 'eval_complete' : 'epoch_complete', `Event number ${index}`),
  );
  await open(page, script, 'running', many);
  await expect(grid(page)).toContainText('Event number 9999');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10000');
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  await grid(page).hover();
  await page.mouse.wheel(0, -600);
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  const more = Array.from({ length: 3 }, (_, index) =>
    event(10_000 + index, 'warning', `Late ${index}`, 'warning'),
  );
  script.answers.set('/fine-tunes', answer('running', [...many, ...more]));
  const news = page.getByRole('button', { name: '3 new · jump to newest' });
  await expect(news).toBeVisible();
  await expect(grid(page)).not.toContainText('Late');
  await news.click();
  await expect(grid(page)).toContainText(/Late 0 → 2/);
  // Following includes the last events, which arrive together with the end.
  const end = Array.from({ length: 60 }, (_, index) =>
    event(10_010 + index, index % 2 === 0 ? 'eval_complete' : 'job_complete', `End ${index}`),
  );
  script.answers.set('/fine-tunes', answer('completed', [...many, ...more, ...end]));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(grid(page)).toContainText('End 59');
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0);
});

test('the newest event is in view beside the charts of a running fine-tune', async ({ page, script }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const many = Array.from({ length: 80 }, (_, index) =>
    event(index, index % 2 === 0 ? 'eval_complete' : 'epoch_complete', `Event number ${index}`),
  );
  await open(page, script, 'running', many);
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(grid(page).getByText('Event number 79')).toBeInViewport({ ratio: 1 });
});

test('what is unfolded at the followed end is read from its first line', async ({ page, script }) => {
  const before = Array.from({ length: 40 }, (_, index) =>
    event(index, index % 2 === 0 ? 'eval_complete' : 'epoch_complete', `Event number ${index}`),
  );
  const repeated = Array.from({ length: 60 }, (_, index) =>
    event(100 + index, 'warning', `Repeated ${index}`),
  );
  await open(page, script, 'running', [...before, ...repeated]);
  const fold = grid(page).getByRole('row', { expanded: false });
  await expect(fold).toContainText('Repeated 0 → 59');
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('row', { expanded: true })).toBeInViewport();
  await expect(grid(page)).toContainText('Repeated 1');
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});

test('only new events that the filter shows are counted', async ({ page, script }) => {
  await open(page, script, 'running', life, '?q=Step');
  await page.getByRole('button', { name: 'Following' }).click();
  const more = [
    event(700, 'warning', 'Late', 'warning'),
    event(701, 'training_step', 'Step 5/9: training loss=4', null),
  ];
  script.answers.set('/fine-tunes', answer('running', [...life, ...more]));
  await expect(page.getByText('5 of 12 events')).toBeVisible();
  await expect(page.getByRole('button', { name: '1 new · jump to newest' })).toBeVisible();
});

test('the visible rows can be copied', async ({ page, script }) => {
  await open(page, script, 'error', life, '?level=error');
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search events' });
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue('next Tuesday\terror\tjob_error\tOut of memory');
});

test('a list that has no room for columns shows what happened above the rest', async ({ page, script }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, script, 'error', life);
  const words = grid(page).getByText('Step 1 → 4/4: training loss=8.5 → 5.5');
  await expect.poll(() => words.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('on a phone no row is drawn wide first, and charts that come late move none', async ({
  page,
  script,
}) => {
  const held: Route[] = [];
  await page.route(/\/LossCharts-[^/]*\.js$/, (route) => void held.push(route));
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, script, 'error', life);
  const shifts = await watchShifts(page);
  await expect(grid(page)).toContainText('Out of memory');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(page.getByRole('region', { name: 'Loss' })).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a finger on the end of the list scrolls the page', async ({ page, script }) => {
    const steps = Array.from({ length: 200 }, (_, index) => event(index, `type_${index}`, `Event ${index}`));
    await open(page, script, 'running', steps);
    await expect(grid(page)).toContainText('Event 199');
    await expect(page.getByRole('heading', { name: 'No curves yet' })).toBeVisible();
    await grid(page).evaluate((list) => list.scrollIntoView({ block: 'center' }));
    await scrollFrom(page, grid(page));
  });
});

test('a printed timeline shows every event', async ({ page, script }) => {
  const warnings = Array.from({ length: 60 }, (_, n) => event(n, `warning_${n}`, `Event ${n}`));
  await open(page, script, 'error', warnings);
  await page.emulateMedia({ media: 'print' });
  const rows = grid(page).getByRole('row');
  await expect(rows).toHaveCount(60);
  const { y = 0, height = 0 } = (await grid(page).boundingBox()) ?? {};
  const last = await rows.last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(y + height);
  expect(height).toBeGreaterThan(60 * (last?.height ?? 0));
});
