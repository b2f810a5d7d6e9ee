// Labels of fine-tunes: edited, listed, saved in the file, and drawn as the mean of a group.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { eventsOf } from './fine-tune-upstream.ts';

const begin = Date.UTC(2026, 5, 1, 10);

function job(id: string, from: number, length = 40) {
  const losses = Array.from({ length }, (_, index) => from - index * 0.01);
  return {
    id,
    status: 'completed',
    model: 'acme/base',
    model_output_name: `acme/tales-of-the-sea-${id}`,
    created_at: new Date(begin).toISOString(),
    events: [
      ...eventsOf(losses, { [length]: from - 0.5 }, 40, begin),
      { type: 'training_step', step: 1, message: 'Step 1: learning rate=0.0005' },
      { type: 'training_step', step: length, message: `Step ${length}: learning rate=0.0001` },
      { type: 'warning', step: 20, message: 'Slow disk' },
    ],
  };
}

const jobs = [job('one', 2), job('two', 3, 30), job('three', 7)];

async function label(page: Page, url: string, id: string, group: string): Promise<void> {
  await page.goto(`${url}/fine-tunes/${id}`);
  await page.getByRole('button', { name: 'Add note, tags or group' }).click();
  const form = page.getByRole('dialog', { name: 'Note, tags and group' });
  await form.getByRole('textbox', { name: 'Note' }).fill(`Seed ${id}`);
  // A press beside the form closes it and loses nothing, nor does another page.
  await page.mouse.click(5, 400);
  await expect(form).toBeHidden();
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(page).toHaveTitle(/^Jobs/);
  await page.goBack();
  // As a browser that was closed in between.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Unsaved labels' }).click();
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue(`Seed ${id}`);
  await form.getByRole('textbox', { name: 'Tags' }).fill('sea');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Group' }).fill(group);
  // The next key must not throw away what was typed.
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit labels' })).toBeVisible();
}

test('a note, a tag and a group are stored, listed, saved in the file and read from it', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer(jobs);
  await label(page, fineTunes.url, 'one', 'seeds');
  await page.reload();
  await expect(page.getByText('group seeds')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('sea');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    labels: { note: 'Seed one', tags: ['sea'], group: 'seeds' },
  });

  await page.goto(`${fineTunes.url}/fine-tunes?cols=name,group,tags,note`);
  const row = page.getByRole('row', { name: /acme\/tales-of-the-sea-one/ });
  await expect(row).toContainText('seeds');
  await expect(row).toContainText('Seed one');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${fineTunes.url}/fine-tunes/local`);
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const snapshot = page.getByRole('region', { name: /^Snapshot / });
  await expect(snapshot).toContainText('group seeds');
  await expect(snapshot.getByText('Saved in this browser.')).toBeHidden();
  await snapshot.getByRole('button', { name: 'Copy labels to this browser' }).click();
  await expect(snapshot.getByText('Saved in this browser.')).toBeVisible();
  await page.goto(`${fineTunes.url}/fine-tunes/one`);
  await expect(page.getByRole('button', { name: 'Edit labels' })).toBeVisible();
});

test('several ticked runs get a group and a tag at once', async ({ page, fineTunes }) => {
  fineTunes.answer(jobs);
  await page.goto(`${fineTunes.url}/fine-tunes/one`);
  await page.getByRole('button', { name: 'Add note, tags or group' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('A note not saved yet');
  await page.goto(`${fineTunes.url}/fine-tunes?cols=name,group,tags&cmp=one,two`);
  await page.getByRole('button', { name: 'Set group or tags' }).click();
  const form = page.getByRole('dialog', { name: 'Group and tags' });
  await form.getByRole('combobox', { name: 'Group' }).fill('seeds');
  await form.getByRole('textbox', { name: 'Add tags' }).fill('sea');
  await page.keyboard.press('Enter');
  // Another page loses nothing.
  await page.getByRole('link', { name: 'Draw 2 curves together' }).click();
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Unsaved labels' }).click();
  await expect(form.getByRole('combobox', { name: 'Group' })).toHaveValue('seeds');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const grid = page.getByRole('grid', { name: 'fine-tunes' });
  for (const [id, words] of [
    ['one', /seedssea$/],
    ['two', /seedssea$/],
    ['three', /——$/],
  ] as const)
    await expect(grid.getByRole('row', { name: `acme/tales-of-the-sea-${id}` })).toHaveText(words);
  // Set in the list after it was written, it is saved with the note, not removed by it.
  await page.goto(`${fineTunes.url}/fine-tunes/one`);
  await page.getByRole('button', { name: 'Unsaved labels' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A note not saved yet')).toBeVisible();
  await expect(page.getByText('group seeds')).toBeVisible();
});

test('the runs of a group are drawn as mean and spread, and the chips show how the runs differ', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer(jobs);
  await label(page, fineTunes.url, 'one', 'seeds');
  await label(page, fineTunes.url, 'two', 'seeds');
  await page.getByRole('button', { name: 'Overlay: Overlay a run…' }).click();
  await page.getByRole('option', { name: /seeds/ }).click();
  const plot = page.getByRole('slider', { name: /^Loss by/ });
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /train seeds \(mean of 2\) 2\.5.*from 2 runs, 2 to 3/);
  await expect(page).toHaveURL(/by=group/);
  const loss = page.getByRole('region', { name: 'Loss', exact: true });
  await expect(loss).toContainText('Line: mean of a group; band: its lowest to highest run.');
  // Near the middle the card has half of the chart: the range wraps.
  await page.setViewportSize({ width: 1300, height: 900 });
  const box = await plot.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.52, (box?.y ?? 0) + 60);
  const range = loss.getByText(/^2 runs, [\d.]+ to [\d.]+$/).first();
  await expect(range).toBeVisible();
  expect(await range.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  // The other one ends earlier.
  await expect(page.getByRole('button', { name: /^train seeds/ })).toHaveText(/1\.610 of 1 run$/);
  // The small charts have no room for the range, but say how many runs are left.
  await plot.focus();
  await page.keyboard.press('End');
  await expect(
    page.getByRole('region', { name: 'Learning rate' }).getByText('1 run', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save SVG' }).click();
  // The axis holds the band, from 1.61 to 3, as on the page; the mean begins at 2.5.
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain('>3</text>');
  // What one of its runs did is not marked on the mean.
  expect(saved).not.toContain('>warning<');
  await expect(
    page.getByRole('button', { name: 'Remove acme/tales-of-the-sea-one' }).locator('..'),
  ).toHaveText('one');
  await page.getByRole('button', { name: 'Mean by group' }).click();
  await expect(loss).toContainText('train one');
});

test('a link to a mean says in a browser without its groups why single runs are drawn', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer(jobs);
  await page.goto(`${fineTunes.url}/fine-tunes/one?with=two&by=group`);
  const overlaid = page.getByRole('group', { name: 'Overlaid runs' });
  await expect(overlaid).toContainText(
    'No mean: in this browser, which keeps its own groups, no two of these runs share one.',
  );
  await expect(overlaid).toContainText('The marks are those of this fine-tune.');
});

test('parts of the charts are found among the commands by other words for them', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer(jobs);
  await page.goto(`${fineTunes.url}/fine-tunes/one`);
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await page.getByRole('button', { name: 'Commands' }).click();
  const palette = page.getByRole('dialog', { name: 'Commands' });
  for (const [typed, found] of [
    ['wall', 'Go to Horizontal axis'],
    ['log scale', 'Vertical axis: log'],
    ['png', 'Export'],
    ['forecast', 'Go to Time'],
  ] as const) {
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByRole('option', { name: found, exact: true })).toBeVisible();
  }
});

test('runs of a sweep are told apart by their setting, in the legend, in a reading and in the full window of a phone', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer([
    { ...job('3f9c21ab', 2), seed: 1 },
    { ...job('77d0b1ce', 3), seed: 2 },
    { ...job('b1ce77d0', 4), seed: 3 },
    { ...job('c0ffee12', 4), seed: 4, status: 'cancelled', events: [] },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${fineTunes.url}/fine-tunes/3f9c21ab?with=77d0b1ce,b1ce77d0,c0ffee12`);
  const chips = page.getByRole('group', { name: 'Overlaid runs' });
  await expect(chips).toContainText(/sea · seed 2.*no curves: sea · seed 4/);
  const line = (name: string) => page.getByRole('button', { name: `${name} sea · seed 1` });
  await expect(line('train')).toHaveText(/seed 1$/);
  await expect(line('eval')).toHaveText(/seed 1\d\.\d{3}$/);
  const plot = page.getByRole('slider', { name: /^Loss by/ });
  await plot.focus();
  await page.keyboard.press('Home');
  const tip = page.getByText('step 1', { exact: true }).locator('..');
  // Evaluated only once: each such value says when.
  await expect(tip).toContainText(
    /(?:train sea · seed \d[\d.]+(?:smooth [\d.]+)?eval sea · seed \d[\d.]+step 40){3}$/,
  );
  const names = tip.getByText(/^(?:train|eval) sea/);
  const cut = names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(await cut).toBe(0);
  // What is seldom wanted does not keep the charts out of sight.
  await expect(page.getByRole('button', { name: 'Copy id' })).toBeHidden();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('button', { name: 'Copy id' })).toBeVisible();
  // The axis of the chart that fills the window is in view, standing and lying.
  await page.getByRole('button', { name: 'Full window' }).click();
  await expect(page.getByRole('button', { name: 'Exit full window' })).toBeVisible();
  const bottom = () => plot.evaluate((each) => window.innerHeight - each.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeGreaterThan(16);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(bottom).toBeGreaterThan(16);
  await page.getByRole('button', { name: 'Exit full window' }).click();
  // A card that would cover most of a small chart is above it.
  await page.setViewportSize({ width: 1280, height: 800 });
  await plot.hover();
  const small = page.getByRole('region', { name: 'Throughput' });
  const card = small.getByText(/^step \d+/).locator('..');
  await expect(card).toBeVisible();
  const [above, below] = [await card.boundingBox(), await small.getByRole('slider').boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
});

test('labels that the browser refuses to store are said to end with the page', async ({
  page,
  fineTunes,
}) => {
  fineTunes.answer(jobs);
  await page.goto(`${fineTunes.url}/fine-tunes/one`);
  await page.getByRole('button', { name: 'Add note, tags or group' }).click();
  const form = page.getByRole('dialog', { name: 'Note, tags and group' });
  await form.getByRole('textbox', { name: 'Note' }).fill('kept');
  const note = page.getByText('This browser did not store the labels');
  await expect(note).toHaveCount(0);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit labels' })).toBeVisible();
  await expect(note).toBeVisible();
});
