// Parts of a fine-tune's page on scripted jobs: charts, lineage, checkpoints, states, phone.
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';
import { eventsOf } from './fine-tune-upstream.ts';

const begin = Date.UTC(2026, 5, 1, 10);
const falling = (from: number) => Array.from({ length: 40 }, (_, index) => from - index * 0.01);

function job(id: string, from: number, more: object = {}) {
  return {
    id,
    status: 'completed',
    model: 'acme/base',
    model_output_name: `acme/${id}`,
    created_at: new Date(begin).toISOString(),
    updated_at: new Date(begin + 50_000).toISOString(),
    total_price: 2,
    events: [...eventsOf(falling(from), { 20: from - 0.5, 40: from - 0.25 }, 40, begin)],
    ...more,
  };
}

const first = job('ft-first', 3);
const second = job('ft-second', 2, { total_price: 4, from_checkpoint: 'ft-first:20' });
const saved = [{ step: 20 }, { step: 40, checkpoint_type: 'Intermediate (step 40)' }];

const lossPlot = (page: Page) => page.getByRole('slider', { name: /^Loss by/ });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('two jobs of a service are overlaid, one is the baseline, and readings show the difference', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([first, second]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?with=ft-first`);
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption('compare to: first');
  const plot = lossPlot(page);
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /train second.*−1 against the baseline/);
  await expect(part(page, 'Loss')).toContainText('train first');
  // Paper, too, says which line is whose.
  await page.emulateMedia({ media: 'print' });
  await expect(part(page, 'Loss').getByRole('button', { name: 'train first' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  // A link may name a run that is not there.
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?with=ft-gone,ft-first`);
  const overlaid = page.getByRole('group', { name: 'Overlaid runs' });
  await expect(overlaid).toHaveText(/first.*not listed: ft-gone.*marks are those of this fine-tune/);
  await overlaid.getByRole('button', { name: 'Remove ft-gone' }).click();
  await expect(page).toHaveURL(/with=ft-first$/);
});

test('a reading shows the names of overlaid runs to their ends', async ({ page, fineTunes }) => {
  const long = 'cosine-with-a-long-warmup-r64-seed';
  fineTunes.answer([first, job(`${long}-1`, 2), job(`${long}-2`, 1)]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first?with=${long}-1,${long}-2`);
  await lossPlot(page).hover({ position: { x: 400, y: 200 } });
  // In the legend and in the reading.
  const names = part(page, 'Loss').getByText(/^(?:train|eval) cosine.*seed-[12]$/);
  await expect(names).toHaveCount(8);
  const cut = names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(await cut).toBe(0);
});

test('the cost axis asks for the price unit, and then shows both jobs', async ({ page, fineTunes }) => {
  fineTunes.answer([first, second]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?with=ft-first`);
  await page.getByRole('combobox', { name: 'Horizontal axis' }).selectOption('cost');
  await expect(part(page, 'Curves')).toContainText('choose the unit of total_price first');
  await page.getByRole('button', { name: 'Choose the unit' }).first().click();
  await page.getByRole('radio', { name: 'as sent, unit unknown' }).press('ArrowDown');
  await expect(lossPlot(page)).toHaveAccessibleName('Loss by cost');
  // The next key may choose another unit.
  await expect(page.getByRole('radio', { name: 'US dollars' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(part(page, 'Curves')).toContainText('Change the unit');
  await lossPlot(page).focus();
  await page.keyboard.press('End');
  await expect(lossPlot(page)).toHaveAttribute('aria-valuetext', /\$4\.00/);
  await expect(part(page, 'Curves')).not.toContainText('not drawn');
});

test('a job and its ancestors are drawn as one curve, with steps continued from the fork', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([first, second], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?smooth=0.5`);
  await expect(part(page, 'Lineage')).toContainText('Together 6, unit unknown: 2 + 4 = 6');
  await expect(part(page, 'Held-out check')).toContainText('This fine-tune began with ft-first:20');
  await page.getByRole('link', { name: 'Show the chain as one curve' }).click();
  await expect(part(page, 'Curves')).toContainText('its own steps continue from 20');
  await expect(page).toHaveURL(/\?smooth=0\.5&chain=on$/);
  await expect(part(page, 'Curves').getByRole('heading', { name: 'Curves' })).toBeInViewport();
  const plot = lossPlot(page);
  await expect(plot).toHaveAttribute('aria-valuemax', '60');
  await expect(part(page, 'Loss')).toContainText('continues acme/ft-first');
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /^step 1\b.*3/);
  await page.keyboard.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', /^step 60\b.*1\.61.*from acme\/ft-second events/);
  await page.getByRole('button', { name: 'Show only this run' }).click();
  await expect(plot).toHaveAttribute('aria-valuemax', '40');
});

for (const width of [390, 1024, 1440]) {
  test(`checkpoints that come late move nothing at ${width} px`, async ({ page, fineTunes }) => {
    await page.setViewportSize({ width, height: 900 });
    const announced = saved.map(({ step }) => ({ type: 'checkpoint_save', step, hash: `saved-${step}` }));
    fineTunes.answer([{ ...first, events: [...first.events, ...announced] }], saved);
    const held: Route[] = [];
    await page.route('**/checkpoints', (route) => void held.push(route));
    await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
    await expect(lossPlot(page)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading checkpoints' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading the held-out check' })).toHaveCount(0);
    const places = () =>
      Promise.all(
        [part(page, 'Curves'), part(page, 'Held-out check'), part(page, 'Cost')].map(async (each) =>
          Math.round((await each.boundingBox())?.y ?? 0),
        ),
      );
    const before = await places();
    for (const route of held) await route.continue();
    await expect(page.getByRole('link', { name: 'Open step 20 in playground' })).toBeVisible();
    await expect(part(page, 'Checkpoints').getByRole('row')).toHaveCount(3);
    expect(await places()).toEqual(before);
  });
}

test('a job of a service without events has its epochs and its last update', async ({ page, fineTunes }) => {
  const silent = { n_epochs: 20, epochs_completed: 17, updated_at: new Date().toISOString(), events: [] };
  fineTunes.answer([job('ft-first', 3, silent)]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
  await expect(part(page, 'Figures of the fine-tune')).toContainText('epoch, 85 %17 / 20');
  await expect(part(page, 'Figures of the fine-tune')).toContainText(/^\d+ (s|min) ago ?completed/);
  await expect(part(page, 'Events')).toContainText('No events.');
  await expect(part(page, 'Held-out check')).toContainText('No checkpoint is known');
  await page.getByRole('link', { name: 'Fine-tunes', exact: true }).first().click();
  await expect(page.getByRole('row', { name: /acme\/ft-first/ })).toContainText(/85 %.*\d s/);
});

test('the best checkpoint is named, can be copied as a model, and links to the next actions', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([second, first], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
  const table = part(page, 'Checkpoints');
  const best = table.getByRole('row', { name: /^20 / });
  await expect(best).toContainText('best checkpoint');
  await expect(table.getByText('best checkpoint')).toHaveCount(1);
  await best.getByRole('button', { name: 'Copy ft-first:20' }).click();
  await expect(best.getByText('Copied')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search events' });
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue('ft-first:20');
  await expect(best.getByRole('link', { name: 'Serving cost' })).toHaveAttribute(
    'href',
    /\/hardware\?.*view=break-even.*model=ft-first(:|%3A)20/,
  );
  await best.getByRole('link', { name: 'Compare checkpoints' }).click();
  await expect(page).toHaveURL(/view=labs.*lab=checkpoints/);
  // Its own checkpoints, and not those of the newest.
  await expect(page.getByRole('combobox', { name: 'Fine-tune', exact: true })).toHaveValue('ft-first');
});

test('on a phone the step of a checkpoint stays beside its actions', async ({ page, fineTunes }) => {
  const id = 'f06b89e1-9f1c-4a57-8d1f-3f0b2c7a9e61';
  fineTunes.answer([job(id, 3)], [...saved, { step: 100 }]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${fineTunes.url}/fine-tunes/${id}`);
  const table = part(page, 'Checkpoints');
  const row = table.getByRole('row', { name: /^20 / });
  await table.scrollIntoViewIfNeeded();
  await expect(row.getByRole('link', { name: 'Open in playground' })).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('link', { name: 'Compare checkpoints' })).not.toBeInViewport({ ratio: 0.9 });
  await row.getByRole('button', { name: /^Copy/ }).focus();
  await expect(row.getByRole('button', { name: /^Copy/ })).toBeInViewport({ ratio: 1 });
  await expect(row.getByTitle('best checkpoint')).toBeInViewport({ ratio: 1 });
  const costs = await table.getByRole('link', { name: 'Compare checkpoints' }).all();
  expect(new Set(await Promise.all(costs.map(async (cost) => (await cost.boundingBox())?.x))).size).toBe(1);
  const stepEnd = await row.getByRole('rowheader').evaluate((cell) => cell.getBoundingClientRect().right);
  for (const name of ['Compare checkpoints', 'Serving cost', 'Open in playground']) {
    await page.keyboard.press('Shift+Tab');
    await expect(row.getByRole('link', { name })).toBeFocused();
    expect((await row.getByRole('link', { name }).boundingBox())?.x).toBeGreaterThan(stepEnd);
  }
});

test('a tracker run is linked only if its address is a valid link', async ({ page, fineTunes }) => {
  const wandb = 'https://wandb.example/run/1';
  fineTunes.answer([
    { ...first, wandb_url: wandb },
    { ...second, wandb_url: 'javascript:alert(1)' },
  ]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
  const link = page.getByRole('link', { name: 'W&B run' });
  await expect(link).toHaveAttribute('href', wandb);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second`);
  await expect(part(page, 'Lineage')).toBeVisible();
  await expect(link).toHaveCount(0);
});

test('a running job shows its start, its progress and its phases', async ({ page, fineTunes }) => {
  const now = Date.now();
  const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
  const events = [
    { type: 'job_pending', created_at: at(50), hash: 'a' },
    { type: 'job_start', created_at: at(30), hash: 'b' },
    { type: 'training_start', created_at: at(20), hash: 'c' },
    { type: 'training_step', step: 10, total_steps: 40, created_at: at(10), hash: 'd' },
  ];
  fineTunes.answer([job('ft-now', 3, { status: 'running', updated_at: at(1), events })]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-now`);
  const figures = part(page, 'Figures of the fine-tune');
  await expect(figures).toContainText('for 30 min');
  await expect(figures).toContainText('step, 25 %');
  await expect(page.getByRole('list', { name: 'Phases' })).toHaveText(
    /queued 20 min.*starting 10 min.*training 20 min/,
  );
});

test('dragging with Shift pans a zoomed chart', async ({ page, fineTunes }) => {
  fineTunes.answer([first]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first?zoom=10_20`);
  const plot = lossPlot(page);
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no plot');
  const y = box.y + box.height / 2;
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + box.width * 0.7, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.2, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(page).toHaveURL(/zoom=(14\.9\d*|15(\.\d+)?)_(24\.9\d*|25(\.\d+)?)$/);
});

test('two fingers pan and zoom, and one finger still selects a range', async ({ browser, fineTunes }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  try {
    fineTunes.answer([first]);
    await page.goto(`${fineTunes.url}/fine-tunes/ft-first?zoom=10_20`);
    const plot = lossPlot(page);
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (box === null) throw new Error('no plot');
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', shares: readonly number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({
          x: box.x + box.width * share,
          y: box.y + box.height / 2,
          id,
        })),
      });
    await touch('touchStart', [0.6]);
    await touch('touchStart', [0.6, 0.9]);
    await touch('touchMove', [0.4, 0.7]);
    await touch('touchMove', [0.1, 0.4]);
    await touch('touchEnd', []);
    await expect(page).toHaveURL(/zoom=(14\.9\d*|15(\.\d+)?)_(24\.9\d*|25(\.\d+)?)$/);
    await touch('touchStart', [0.2]);
    await touch('touchMove', [0.5]);
    await touch('touchMove', [0.6]);
    await touch('touchEnd', []);
    await expect(page).toHaveURL(/zoom=(16\.9\d*|17(\.\d+)?)_(20\.9\d*|21(\.\d+)?)$/);
  } finally {
    await context.close();
  }
});

test('a long page is where it was left after Back and a reload, else at its top', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([first, second]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second`);
  const low = page.getByText('All fields of the record');
  await expect(lossPlot(page)).toBeInViewport();
  await low.scrollIntoViewIfNeeded();
  const stored = () => page.evaluate(() => JSON.stringify(history.state));
  const top = () => page.getByRole('main').evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(async () => (await stored()) === `{"page":${await top()}}`).toBe(true);
  await page.reload();
  await expect(low).toBeInViewport();
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(page).toHaveTitle(/Jobs/);
  await page.goBack();
  await expect(low).toBeInViewport();
  await page.getByRole('region', { name: 'Lineage' }).getByRole('link', { name: 'acme/ft-first' }).click();
  await expect(page).toHaveTitle(/ft-first/);
  await expect(lossPlot(page)).toBeInViewport();
});

test('a search for a job to compare parameters with leaves the page where it is', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([first, second]);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second`);
  await page.getByRole('button', { name: /^Differences from/ }).click();
  const search = page.getByRole('combobox', { name: /^Differences from/ });
  await expect(search).toBeFocused();
  expect(await page.getByRole('main').evaluate((main) => main.scrollTop)).toBeGreaterThan(200);
  // Where it is seen: what loads late above it moves the scroll position, and not the view.
  const seenAt = async () => (await part(page, 'Parameters').boundingBox())?.y;
  const before = await seenAt();
  await page.keyboard.type('first');
  await expect(search).toHaveValue('first');
  expect(await seenAt()).toBe(before);
  await page.keyboard.press('Enter');
  await expect(part(page, 'Parameters')).toContainText('ft-first:20');
});

test('on a phone a job with charts is no wider than the screen', async ({ page, fineTunes }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  fineTunes.answer([first, second], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?with=ft-first`);
  await expect(lossPlot(page)).toBeVisible();
  await expect(part(page, 'Checkpoints').getByRole('rowheader').first()).toBeVisible();
  expect(await overflowAround(lossPlot(page))).toBe(0);
  // The tip has room for all of a point below its measured value.
  await lossPlot(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByText(/^smooth [\d.]+$/).first()).toBeVisible();
});

test('on a phone smoothing and axes are behind one button', async ({ page, fineTunes }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  fineTunes.answer([first], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
  await expect(lossPlot(page)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Smoothing' })).toBeHidden();
  await page.getByRole('button', { name: 'Smoothing and axes' }).click();
  await expect(page.getByRole('slider', { name: 'Smoothing' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Horizontal axis' })).toBeVisible();
});

test('a wide window shows parameters beside time and cost, and overlaid runs in one row', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([first, second], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second?with=ft-first`);
  const overlaid = page.getByRole('group', { name: 'Overlaid runs' });
  await expect(overlaid.getByRole('button')).toHaveCount(1);
  // Parts load one after the other, and shift those below them.
  await expect(async () => {
    const [time, cost, parameters] = await Promise.all(
      ['Time', 'Cost', 'Parameters'].map(async (name) => {
        const box = await part(page, name).boundingBox();
        return box ?? { x: Number.NaN, y: Number.NaN, width: 0 };
      }),
    );
    expect(parameters?.y).toBe(time?.y);
    expect(parameters?.x).toBeGreaterThan((time?.x ?? Infinity) + (time?.width ?? 0));
    expect(cost?.x).toBe(time?.x);
  }).toPass();
});

test('on a phone secondary parts are collapsed, which halves the page', async ({ page, fineTunes }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  fineTunes.answer([first, second], saved);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-second`);
  await expect(lossPlot(page)).toBeVisible();
  await expect(part(page, 'Checkpoints').getByRole('rowheader').first()).toBeVisible();
  const length = () =>
    page.evaluate(() =>
      Math.max(...Array.from(document.querySelectorAll('main, main *'), ({ scrollHeight }) => scrollHeight)),
    );
  const folded = await length();
  await expect(part(page, 'Parameters').getByRole('table')).toHaveCount(0);
  const folds = page.getByRole('button', { name: /^Show |more charts?$/, expanded: false });
  while ((await folds.count()) > 0) await folds.first().click();
  await expect(part(page, 'Parameters').getByRole('table')).toBeVisible();
  expect(folded).toBeLessThan(0.6 * (await length()));
  await page.reload();
  await part(page, 'Parameters').getByRole('button', { name: 'Differences from' }).click();
  await expect(page.getByRole('combobox', { name: /^Differences from/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/against=ft-first/);
  await expect(part(page, 'Parameters').getByRole('table')).toBeVisible();
});
