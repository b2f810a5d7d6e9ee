import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('the focus stays in the page, whatever an action removes, replaces or disables', async ({
  page,
  quick,
}) => {
  // Views are loaded when they are first opened.
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await press(page, page.getByRole('button', { name: /^Run/ }), 'Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeFocused();
  const views = page.getByRole('radiogroup', { name: 'View' });
  await views.getByRole('radio', { name: 'Write' }).focus();
  for (const view of ['Compare', 'Data', 'Labs']) {
    await page.keyboard.press('ArrowRight');
    await expect(views.getByRole('radio', { name: view })).toBeFocused();
  }
  // Its own switch has replaced that of its placeholder.
  await expect(page.getByRole('button', { name: 'X-ray the prompt' })).toBeVisible();
  await expect(views.getByRole('radio', { name: 'Labs' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('write');
  await page.getByRole('option', { name: 'Write in the playground' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await press(page, page.getByRole('button', { name: /^Undo/ }), 'Enter');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();

  await page.getByRole('link', { name: 'Hardware' }).first().click();
  const parts = page.getByRole('radiogroup', { name: 'View' });
  await parts.getByRole('radio', { name: 'Table' }).focus();
  for (const part of ['Matrix', 'Break-even', 'Table']) {
    await page.keyboard.press('ArrowRight');
    await expect(parts.getByRole('radio', { name: part })).toBeFocused();
  }
  await press(page, page.getByRole('button', { name: 'Charts' }), 'Enter');
  await press(page, page.getByRole('button', { name: 'Close the side panel' }), 'Enter');
  await expect(page.getByRole('button', { name: 'Charts' })).toBeFocused();

  await page.getByRole('link', { name: 'Models' }).first().click();
  const grid = page.getByRole('grid', { name: 'models' });
  await grid.focus();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Close the model' }), 'Enter');
  await expect(grid).toBeFocused();
  await page.getByRole('searchbox').fill('weather nothing');
  await press(page, page.getByRole('button', { name: 'Show all' }), 'Enter');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();
});

test('a lost focus does not go to the marker of a chart, which the next key would move', async ({ page }) => {
  await open(page, '/hardware?view=break-even');
  const replicas = page.getByRole('textbox', { name: 'Replicas', exact: true });
  await replicas.focus();
  await expect(page.getByRole('slider', { name: 'Your tokens/min' })).toBeVisible();
  // Paper shows no fields.
  await page.emulateMedia({ media: 'print' });
  await expect(replicas).toBeHidden();
  await expect(page.locator('main :focus, main:focus')).toHaveCount(1);
  await expect(page.locator('svg :focus')).toHaveCount(0);
});

test('the focus ring of the figures is inside their strip, not across the sentences around it', async ({
  page,
}) => {
  await open(page, '/hardware?view=break-even');
  const figures = page.getByRole('region', { name: 'Decision figures' });
  await figures.focus();
  await expect(figures).toHaveCSS('outline-offset', '-2px');
});

test('the focus stays in the page when tables, watches and files remove the focused element', async ({
  page,
  quick,
}) => {
  await open(page, `${quick.url}/models`);
  await page.getByRole('searchbox').fill('tale');
  await leave(page, page.getByRole('button', { name: 'Show all' }));
  await page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Context/ })
    .click();
  await leave(page, page.getByRole('button', { name: 'Reset sort' }));
  await page.getByRole('button', { name: 'Workload' }).click();
  await page.getByRole('textbox', { name: /^Requests/ }).fill('7');
  await leave(page, page.getByRole('button', { name: 'Reset to defaults' }));
  const boxes = page.getByRole('grid', { name: 'models' }).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await leave(page, page.getByRole('button', { name: 'Clear comparison' }));
  await expect(page.getByRole('button', { name: 'Undo: compare again' })).toBeFocused();

  await open(page, `${quick.url}/hardware?model=inferdeck/tale-1m&side=watch`);
  await page.getByRole('button', { name: 'Notify when any becomes available' }).click();
  await leave(page, page.getByRole('button', { name: 'Stop the watch for any' }));
  await leave(page, page.getByRole('button', { name: 'Clear model' }));

  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await page.getByRole('textbox', { name: /Job id/ }).fill('job-a job-b');
  await page.keyboard.press('Enter');
  await leave(page, page.getByRole('button', { name: 'Stop watching job-a' }));

  await open(page, `${quick.url}/fine-tunes/local`);
  const buffer = Buffer.from('step,train_loss\n1,2.5\n2,2.25\n3,2\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'log.csv', mimeType: 'text/csv', buffer });
  await leave(page, page.getByRole('button', { name: 'Close log.csv' }));
});

test('the focus stays in a side panel that removes the focused element', async ({ page, quick }) => {
  await open(page, quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: '+ token id' }).click();
  await leave(page, panel.getByRole('button', { name: 'Remove this bias' }));
  await expect(panel.locator(':focus')).toHaveCount(1);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  for (const name of ['One', 'Two', 'Three']) {
    await page.getByRole('textbox', { name: 'Preset name' }).fill(name);
    await page.keyboard.press('Enter');
  }
  const presets = panel.getByRole('listitem');
  await press(page, presets.first().getByRole('button', { name: 'Rename' }), 'Enter');
  await page.keyboard.press('Escape');
  await expect(presets.first().locator(':focus')).toHaveCount(1);
  // Each Delete leads to its own Undo.
  for (const left of [2, 1]) {
    await press(page, presets.first().getByRole('button', { name: 'Delete' }), 'Enter');
    await expect(presets).toHaveCount(left);
    await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeFocused();
  }
});

test('the focus follows to the top of a view that replaces another', async ({ page, quick }) => {
  await open(page, `${quick.url}/hardware`);
  await press(page, page.getByRole('radio', { name: 'Table' }), 'ArrowRight');
  const models = page.getByRole('table', { name: 'models by configuration' }).getByRole('button');
  await press(page, models.nth(1), 'Enter');
  await expect(page.getByRole('grid', { name: 'configurations' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Table' })).toBeFocused();
});

test('the focus stays on the buttons of a run that starts and ends', async ({ page, quick }) => {
  await open(page, quick.url);
  await leave(page, page.getByRole('button', { name: 'See each token’s probability' }));
  await open(page, `${quick.url}/?view=labs&lab=xray`);
  await press(page, page.getByRole('button', { name: /^X-ray the prompt/ }), 'Enter');
  await expect(page.getByRole('region', { name: 'X-ray figures' })).toContainText('nats/token');
  await expectKept(page);

  await page.getByRole('radio', { name: 'Data' }).check();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Tell of {{hero}}');
  const buffer = Buffer.from('hero\na fox\n');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'heroes.csv', mimeType: 'text/csv', buffer });
  await leave(page, page.getByRole('button', { name: 'Start 1 request' }));

  await open(page, quick.url);
  await page.getByRole('button', { name: /^Model:/ }).click();
  await expect(page.getByRole('combobox', { name: /^Model/ })).toBeFocused();
  await page.keyboard.type('inferdeck/fault-silent');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model: inferdeck\/fault-silent/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /^Stop/ })).toBeEnabled();
  await press(page, page.getByRole('button', { name: /^Stop/ }), 'Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Stopped');
  await expectKept(page);

  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${quick.url}/v1`);
  await press(page, page.getByRole('button', { name: 'Test', exact: true }), 'Enter');
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeFocused();
});

test('the focus returns to the output that a new run replaces, unless a key is pressed meanwhile', async ({
  page,
  quick,
}) => {
  // One event a second: no run is over before it is stopped.
  await open(page, `${quick.url}/?model=inferdeck%2Ffault-slow`);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await page.keyboard.press('ControlOrMeta+Enter');
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.getByRole('button', { name: 'Stop' }).click();
  await output.focus();
  const waiting: Route[] = [];
  await page.route('**/completions', (route) => void waiting.push(route));
  const figures = page.getByRole('region', { name: 'Run figures' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(figures).toBeFocused();
  await expect.poll(() => waiting.length).toBe(1);
  await waiting.pop()?.continue();
  await expect(output).toBeFocused();

  await page.getByRole('button', { name: 'Stop' }).click();
  await output.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(figures).toBeFocused();
  await page.keyboard.press('Shift');
  await expect.poll(() => waiting.length).toBe(1);
  await waiting.pop()?.continue();
  await expect(output).toContainText(/\w/);
  await expect(figures).toBeFocused();

  // From the card of a token, too.
  await page.getByRole('button', { name: 'Stop' }).click();
  await output.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Token 1' });
  await card.getByRole('button', { name: 'Copy token' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => waiting.length).toBe(1);
  await waiting.pop()?.continue();
  await expect(output).toBeFocused();
});

test('the focus is found again after a dialog that opened as it was lost', async ({ page, quick }) => {
  await open(page, quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  for (const isKnown of [false, true]) {
    await page.evaluate(() => {
      const box = document.createElement('div');
      for (const name of ['Passing', 'Staying']) {
        const button = document.createElement('button');
        button.textContent = name;
        box.append(button);
      }
      document.querySelector('[data-scroll]')?.firstElementChild?.prepend(box);
      box.querySelector('button')?.focus();
    });
    await page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true });
      document.activeElement?.remove();
      document.body.dispatchEvent(event);
    });
    await expect(page.getByRole('combobox', { name: 'Type a command or a page' })).toBeFocused();
    await page.keyboard.press('Escape');
    const staying = page.getByRole('button', { name: 'Staying' }).first();
    await expect(staying, `palette loaded before: ${isKnown}`).toBeFocused();
  }
});

/** Opens a page and waits for the focus keeper, which is loaded with the first one. */
async function open(page: Page, url: string): Promise<void> {
  // It loads at the first focus, which the prompt may take by itself.
  const loaded = page.waitForResponse(/keep-focus/);
  await page.goto(url);
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Tab');
  await (await loaded).finished();
}

/** Presses an element that disappears, then checks where the focus is. */
async function leave(page: Page, act: Locator): Promise<void> {
  await press(page, act, 'Enter');
  await expect(act).toHaveCount(0);
  await expectKept(page);
}

/** Not the body, where a browser puts a focus that is lost. */
async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

async function press(page: Page, act: Locator, key: string): Promise<void> {
  await act.focus();
  await page.keyboard.press(key);
}

for (const width of [390, 720])
  test(`at ${width} px Escape closes the panel over the answer, once nothing runs`, async ({
    page,
    quick,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(quick.url);
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('The harbour');
    const panel = page.getByRole('complementary', { name: 'Parameters, tokens and events' });
    await page.getByRole('button', { name: 'Parameters', exact: true }).click();
    await panel.getByRole('textbox', { name: 'max_tokens' }).focus();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(prompt).toBeFocused();
  });

test('a box beside its button closes when the focus leaves it, and covers nothing', async ({
  page,
  quick,
}) => {
  await page.goto(`${quick.url}/models`);
  const button = page.getByRole('button', { name: 'Columns', exact: true });
  const box = page.getByRole('dialog', { name: 'Columns' });
  await press(page, button, 'Enter');
  await expect(box).toBeVisible();
  await expect(box.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await expect(box).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(box).toBeHidden();
  await expect(button).not.toBeFocused();
  await expect(page.locator('main :focus')).toHaveCount(1);
});
