import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const status = (page: Page) => page.getByRole('status', { name: 'Run' });

/** Types into the palette and takes the first entry. */
async function choose(page: Page, words: string, first: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await expect(palette(page).getByRole('option').first()).toHaveAccessibleName(first);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('the palette finds the page’s actions, fields, views, labs, models and sessions', async ({
  page,
  quick,
}) => {
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  const held: Route[] = [];
  await page.route(/\/CommandPalette-[^/]*\.js$/, (route) => void held.push(route));
  await page.keyboard.press('ControlOrMeta+k');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.type('tempex');
  await page.keyboard.press('Backspace');
  for (const route of held) await route.continue();
  await expect(palette(page).getByRole('combobox')).toHaveValue('tempe');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('The harbour');
  await choose(page, 'tmp', /^Go to temperature$/);
  await expect(page.getByRole('textbox', { name: 'temperature' })).toBeFocused();
  await choose(page, 'run', /^Run (Ctrl|⌘)/);
  await expect(status(page)).toHaveText('Complete');
  await choose(page, 'regen', /^Regenerate Alt/);
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await choose(page, 'undo', /^Undo (Ctrl|⌘)/);
  await expect(page.getByRole('button', { name: /^Redo/ })).toBeEnabled();
  await choose(page, 'share', /^Link$/);
  await expect(page.getByRole('dialog', { name: 'Link to this draft' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'curl', /^Code$/);
  await expect(page.getByRole('dialog', { name: 'Code' })).toBeVisible();
  // What is behind it does nothing.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('re');
  await expect(palette(page).getByRole('option', { name: 'Hardware', exact: false }).first()).toBeVisible();
  await expect(palette(page).getByRole('option', { name: /^(Regenerate|Go to repetition)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await choose(page, 'replay', /^Events$/);
  await expect(page.getByRole('tab', { name: 'Events' })).toBeFocused();
  await choose(page, 'x-ray lab', /^Lab: Prompt X-ray$/);
  await expect(page).toHaveURL(/\?view=labs&lab=xray$/);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(
    'Lab: Prompt X-ray',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Models' }).first().click();
  await choose(page, 'tale-1m', /^inferdeck\/tale-1m/);
  await expect(page.getByRole('complementary', { name: 'inferdeck/tale-1m' })).toBeVisible();
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await choose(page, 'tale-1m', /^inferdeck\/tale-1m/);
  await expect(page).toHaveURL(`${quick.url}/`);
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(page.getByRole('button', { name: 'New job' })).toBeVisible();
  await choose(page, 'new job', /^New job$/);
  const starts = page.getByRole('dialog', { name: 'New job' });
  await expect(starts).toContainText('npm run fine-tune');
  await expect(starts).toContainText('If it was started with INFERDECK_HOME, set it there, too:');
  await expect(starts).toContainText('npm run fine-tune -- --cancel id cancels a fine-tune.');
  await page.keyboard.press('Escape');
  await choose(page, 'h200', /h200.* hardware$/i);
  await expect(page).toHaveURL(/\/hardware\?open=.*h200.*&side=details/);
  // From a page without buttons of such a name.
  for (const [words, first, address] of [
    ['gpu', /^Hardware GPUs/, /\/hardware(\?.*)?$/],
    ['serverless', /^Hardware: Break-even/, /\/hardware\?(.*&)?view=break-even/],
  ] as const) {
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await expect(page.getByRole('button', { name: 'New job' })).toBeVisible();
    await choose(page, words, first);
    await expect(page).toHaveURL(address);
  }
  // What is entered there stays.
  const traffic = page.getByRole('textbox', { name: /^Your tokens\/min/ });
  await traffic.fill('93150');
  await expect(page).toHaveURL(/traffic=93150/);
  await choose(page, 'autoscale', /^Count: Autoscale/);
  await expect(page.getByRole('radio', { name: 'Autoscale' })).toBeChecked();
  await choose(page, 'go to your tokens', /^Go to Your tokens\/min/);
  await expect(traffic).toBeFocused();
  await choose(page, 'rent', /^Hardware: Break-even/);
  await expect(page).toHaveURL(/traffic=93150/);
  await expect(traffic).toHaveValue('93150');
  await choose(page, 'matrix', /^Hardware: Matrix/);
  await expect(page).toHaveURL(/view=matrix/);
  await expect(page).toHaveURL(/traffic=93150/);
  await choose(page, 'new session', /^New session$/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
  await choose(page, 'harbour', /^The harbour/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('The harbour');
  await choose(page, 'examples', /^Examples/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Examples' })).toBeVisible();
});

test('while a run goes on, the palette says why no session opens', async ({ page, quick }) => {
  await page.goto(`${quick.url}/?model=inferdeck%2Ffault-stall-midway`);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText(/Streaming/);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).getByRole('combobox').fill('new session');
  await expect(palette(page).getByRole('option', { name: /^New session/ })).toContainText(
    'stop the run first',
  );
});

test('the palette selects what a field holds, and finds the note and the buttons of each column', async ({
  page,
}) => {
  await page.goto('/');
  const temperature = page.getByRole('textbox', { name: 'temperature' });
  await temperature.fill('0.3');
  await choose(page, 'go to temperature', /^Go to temperature$/);
  await page.keyboard.type('0');
  await expect(temperature).toHaveValue('0');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('4');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await choose(page, 'note', /^Note$/);
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await choose(page, 'compare in', /^Compare in the playground$/);
  await page.getByRole('button', { name: /^Run all 2/ }).click();
  await expect(page.getByRole('button', { name: 'Open in Write' }).last()).toBeEnabled();
  await choose(page, 'column 2 code', /^Column 2: inferdeck\/tale-1m: Code$/);
  await expect(page.getByRole('dialog', { name: 'Code for Column 2' })).toBeVisible();
});

test('settings, calculators and the parts of a page are found by the words for them', async ({
  page,
  trained,
}) => {
  await page.goto(`${trained.url}/fine-tunes/${trained.fineTuneId}`);
  await expect(page.getByRole('slider', { name: 'Smoothing' })).toBeVisible();
  await choose(page, 'smooth', /^Go to Smoothing$/);
  await expect(page.getByRole('slider', { name: 'Smoothing' })).toBeFocused();
  await choose(page, 'checkpoints', /^Go to Checkpoints$/);
  await expect(page.getByRole('heading', { name: 'Checkpoints' })).toBeFocused();
  // What is typed at once is typed into the form.
  await choose(page, 'add note', /^Add note, tags or group$/);
  await page.keyboard.type('warm coats');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('warm coats');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Unsaved labels' })).toBeFocused();
  await choose(page, 'calculator', /^Models/);
  await expect(page.getByRole('button', { name: 'Workload' })).toBeVisible();
  for (const words of ['unit', '$/1k']) {
    await choose(page, words, /^Go to read prices as$/);
    await expect(page.getByRole('combobox', { name: 'read prices as' })).toBeFocused();
  }
  await choose(page, 'hide samples', /^Hide samples$/);
  await expect(page.getByRole('checkbox', { name: 'Hide samples' })).toBeChecked();
  await choose(page, 'tale-1m', /^inferdeck\/tale-1m$/);
  await expect(page).toHaveURL(/\/models\?.*hide=samples&open=inferdeck\/tale-1m/);
  await choose(page, 'api key', /^Connections/);
  await expect(page.getByRole('dialog', { name: 'Connections' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const words of ['delete history', 'clear history', 'storage']) {
    await choose(page, words, /^History/);
    await expect(page.getByRole('tab', { name: 'History' })).toBeFocused();
  }
  await choose(page, 'token price', /^Models/);
});

test('the palette finds every field in Compare and in Data, and the options of a choice on the page', async ({
  page,
}) => {
  await page.goto('/?view=compare');
  await expect(page.getByRole('button', { name: /^Run all 2/ })).toBeEnabled();
  await choose(page, 'go to temperature', /^Go to temperature$/);
  await expect(page.getByRole('textbox', { name: 'temperature' })).toBeFocused();
  await page.getByRole('button', { name: 'Parameters of column 2' }).click();
  await choose(page, 'go to seed', /^Go to seed$/);
  await expect(page.getByRole('textbox', { name: 'seed' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Column 2 only' })).toBeChecked();
  await choose(page, 'go to prompt', /^Go to prompt$/);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await choose(page, 'data in', /^Data in the playground$/);
  await expect(page.getByRole('button', { name: 'Paste rows' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await choose(page, 'go to top_k', /^Go to top_k$/);
  await expect(page.getByRole('textbox', { name: 'top_k' })).toBeFocused();
  await choose(page, 'go to model', /^Go to model$/);
  await expect(page.getByRole('button', { name: /^Model: / })).toBeFocused();
  await page.getByRole('tab', { name: 'Run' }).click();
  await choose(page, 'rows to run', /^Rows to run: First$/);
  await expect(page.getByRole('radio', { name: 'First' })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('listbox')).toHaveAccessibleName('Type a command or a page');
  await page.keyboard.type('xyzzy');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing matches.');
  await page.keyboard.press('Escape');
  await choose(page, 'grid', /^Lab: Parameter grid/);
  await expect(
    page.getByRole('region', { name: 'Parameter grid' }).getByRole('textbox').first(),
  ).toBeFocused();
  await choose(page, 'history', /^History/);
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible();
  await choose(page, 'sessions', /^History/);
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused();
});

test('the palette leads back to a list as it was left, as the link of its page does', async ({ page }) => {
  await page.goto('/models?q=llama');
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toHaveValue('llama');
  await choose(page, 'jobs', /^Jobs status/);
  await expect(page).toHaveURL(/\/jobs$/);
  await choose(page, 'models', /^Models prices/);
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toHaveValue('llama');
});

test('a list that the palette opens is on the screen', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  const field = page.getByRole('button', { name: /^safety_model: / });
  await expect(field).toBeAttached();
  await expect(field).not.toBeInViewport();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('safety');
  await palette(page).getByRole('option', { name: 'safety_model: none' }).click();
  await expect(page.getByRole('combobox', { name: /^safety_model: search/ })).toBeInViewport();
});

test('a list that the palette opens while nothing has the focus leaves it on its button', async ({
  page,
}) => {
  await page.goto('/hardware');
  const button = page.getByRole('button', { name: 'Columns' });
  await expect(button).toBeVisible();
  await choose(page, 'columns', /^Columns$/);
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('the question mark shows the keys of the current page, and each of them works', async ({
  page,
  quick,
}) => {
  await page.goto(`${quick.url}/models`);
  const grid = page.getByRole('grid', { name: 'models' });
  await grid.focus();
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  const keys = map.getByRole('region', { name: 'Anywhere on the page' });
  await expect(keys.getByRole('definition')).toHaveText([
    'Commands',
    'Help: keyboard shortcuts',
    'Search models',
  ]);
  await expect(keys.getByRole('term')).toHaveText([/K$/, '?', '/']);
  const table = map.getByRole('region', { name: 'In a table' });
  await expect(table.getByRole('term')).toHaveText([
    'Arrows',
    'Page Up or Page Down',
    'Home or End',
    '⏎',
    /^(Ctrl|⌘) C$/,
  ]);
  await expect(map.getByRole('region', { name: 'Among rows to compare' })).toContainText('select the row');
  await expect(map.getByRole('region', { name: 'In a chart' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /^Model / });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('searchbox')).toHaveValue('?');
  await expect(map).toHaveCount(0);
});

test('the keys list Escape for the side panel only where the panel covers the page', async ({ page }) => {
  await page.goto('/');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const run = page.getByRole('button', { name: /^Run/ }).first();
  for (const [width, count] of [
    [1440, 0],
    [900, 0],
    [900, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (count === 1) await page.getByRole('button', { name: 'Parameters', exact: true }).click();
    await run.focus();
    await page.keyboard.press('?');
    await expect(keys.getByText('Help: keyboard shortcuts')).toBeVisible();
    await expect(keys.getByText('Close the side panel')).toHaveCount(count);
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  }
});

test('after the palette is closed, typing continues where the caret was', async ({ page }) => {
  await page.goto('/models');
  const search = page.getByRole('searchbox', { name: 'Search models' });
  await search.fill('tale');
  await search.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.type('x');
  await expect(search).toHaveValue('talxe');
});

test('Escape closes a dialog that is still loading, and the run continues', async ({ page }) => {
  const held: Route[] = [];
  // The dialog comes with the parts that many share: so does the panel, which waits here, too.
  const parts = /\/parts-[^/]*\.js$/;
  await page.route(parts, (route) => void held.push(route));
  const asked = page.waitForRequest(parts);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText(/Streaming|Receiving/);
  await page.getByRole('button', { name: 'Code' }).click();
  await asked;
  await page.keyboard.press('Escape');
  for (const route of held) await route.continue();
  await expect(status(page)).toHaveText('Complete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a Mac shows its own keys and responds to them', async ({ browser, service }) => {
  const context = await browser.newContext({
    baseURL: service.url,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Run' })).toContainText('⌘ ⏎');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Undo (⌘ Z)' }).click();
  await page.keyboard.press('Meta+k');
  await expect(palette(page)).toContainText('Run ⌘ ⏎');
  await expect(palette(page)).not.toContainText('Ctrl ⏎');
  await context.close();
});

test('keys work as soon as the page is visible', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('main') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(palette(page)).toBeVisible();
});

test('the palette finds a fine-tune by its name and by its id', async ({ page, fineTunes }) => {
  fineTunes.answer([
    { id: 'ft-7f3a', status: 'completed', model_output_name: 'acme/parrot' },
    { id: 'ft-9' },
  ]);
  await page.goto(`${fineTunes.url}/jobs`);
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeAttached();
  await choose(page, 'parrot', /^acme\/parrot/);
  await expect(page).toHaveURL(/\/fine-tunes\/ft-7f3a$/);
  await choose(page, 'ft-9', /^ft-9/);
  await expect(page).toHaveURL(/\/fine-tunes\/ft-9$/);
  await choose(page, '7f3a', /^acme\/parrot/);
  await expect(page).toHaveURL(/\/fine-tunes\/ft-7f3a$/);
});
