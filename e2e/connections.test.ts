// Connections and commands: testing, deleting, other tabs, the sign-in, and the palette.
import type { Page } from '@playwright/test';
import { startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { test as scripted } from './scripted-service.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^Connection:/ });
const row = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const address = (page: Page) => page.getByRole('textbox', { name: 'Base address' });
const testResult = (page: Page) =>
  page
    .locator('form')
    .filter({ has: address(page) })
    .locator('output');

/** Opens the form of a new direct connection. */
async function openForm(page: Page): Promise<void> {
  await pill(page).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
}

/** Adds a direct connection to the page's own service, and uses it. */
async function add(page: Page, url: string, token: string, name: string): Promise<void> {
  await openForm(page);
  await address(page).fill(`${url}/v1`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Save and use' }).click();
  await expect(row(page, name)).toBeChecked();
}

test('columns of a comparison answered over another connection say so', async ({ page, service }) => {
  await page.goto('/?view=compare');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('3');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');
  const note = page.getByText('from another connection: This server');
  await expect(note).toHaveCount(0);
  await add(page, service.url, '', 'Elsewhere');
  await expect(note).toHaveCount(2);
  const costs = page.getByRole('definition').filter({ hasText: 'unknown' });
  await expect(costs).toHaveCount(3);
  await row(page, 'This server').check();
  await expect(note).toHaveCount(0);
  await expect(costs).toHaveCount(0);
});

test('the cost of a run is unknown at the prices of another connection, also after a reload', async ({
  page,
  service,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('3');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const cost = page
    .getByRole('region', { name: 'Run figures' })
    .locator('div')
    .filter({ has: page.getByText('last run ·') })
    .locator('dd');
  await expect(cost).toHaveText('$0');
  await add(page, service.url, '', 'Elsewhere');
  await expect(cost).toHaveText('unknown');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(cost).toHaveText('unknown');
  await page.getByRole('button', { name: '$/1M tokens' }).click();
  await expect(page.getByText('It ran on another connection')).toContainText('This server');
  await page.keyboard.press('Escape');
  await pill(page).click();
  await row(page, 'This server').check();
  await expect(cost).toHaveText('$0');
});

test('a decision opened on the wrong connection is compared with the prices of the next one', async ({
  page,
  service,
}) => {
  await page.goto('/hardware?view=break-even&model=openai/gpt-oss-20b');
  const link = page.getByRole('textbox', { name: 'Link to this decision' });
  await expect(link).toHaveValue(/#decision=/);
  await page.goto(await link.inputValue());
  const then = page.getByRole('region', { name: 'Then and now' });
  await expect(then).toContainText('has the prices of This server.');
  await add(page, service.url, '', 'Elsewhere');
  await expect(then).toContainText('has the prices of Elsewhere.');
  await page.keyboard.press('Escape');
  await then.getByRole('button', { name: 'Close then and now' }).click();
  await expect(then).toHaveCount(0);
  await pill(page).click();
  await row(page, 'This server').check();
  await expect(pill(page)).toHaveAccessibleName(/This server/);
  await expect(page.getByRole('status', { name: 'Verdict' })).toBeVisible();
  await expect(then).toHaveCount(0);
});

scripted('Test asks the address that was typed, and says what came back', async ({ page, script }) => {
  await page.goto('/jobs');
  await openForm(page);
  const tested = testResult(page);
  const press = () => page.getByRole('button', { name: 'Test', exact: true }).click();
  await press();
  await expect(address(page)).toHaveAttribute('aria-invalid', 'true');
  script.answers.set('/models', { body: [{ id: 'one' }, { id: 'two' }] });
  await address(page).fill(script.baseUrl.replace('http://', ''));
  await expect(address(page)).toHaveAccessibleDescription(`Read as ${script.baseUrl}`);
  await press();
  await expect(tested).toHaveText(/^Connected: 2 models in .+has no POST \/completions/);
  script.answers.set('/models', {
    status: 401,
    body: { error: { message: 'No such key.', type: 'authentication_error' } },
  });
  await press();
  await expect(tested).toContainText('No such key.');
  await address(page).fill('https://elsewhere.example/v1');
  await expect(tested).toHaveText('');
  await press();
  await expect(tested).toContainText('Its server allows only the addresses in INFERDECK_CONNECT');
  // Nothing was kept.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('radio')).toHaveCount(2);
});

scripted(
  'a test under way can be cancelled, and ends where another address is typed',
  async ({ page, script }) => {
    await page.goto('/jobs');
    await openForm(page);
    await page.route(`${script.baseUrl}/held/models`, () => new Promise(() => undefined));
    script.answers.set('/models', { body: [] });
    const tested = testResult(page);
    const ask = async () => {
      await address(page).fill(`${script.baseUrl}/held`);
      const asked = page.waitForRequest(`${script.baseUrl}/held/models`);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await asked;
      await expect(tested).toHaveText('Waiting for the list of models…');
    };
    await ask();
    const cancelled = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Cancel test' }).click();
    await cancelled;
    await expect(tested).toHaveText('');
    await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeFocused();
    await ask();
    await expect(page.getByRole('button', { name: 'Cancel test' })).toBeVisible();
    const left = page.waitForEvent('requestfailed');
    await address(page).fill(script.baseUrl);
    await left;
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(tested).toHaveText(/^Connected: 0 models/);
  },
);

scripted('what a test waits for is readable as a whole on a phone', async ({ page, script }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/jobs');
  await openForm(page);
  script.answers.set('/models', { body: [] });
  await page.route(`${script.baseUrl}/completions`, () => new Promise(() => undefined));
  await address(page).fill(script.baseUrl);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const tested = testResult(page);
  await expect(tested).toContainText('Waiting for completions, hardware and fine-tunes…');
  const cut = await tested.evaluate(
    (output) =>
      [output, ...output.querySelectorAll('*')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0,
      ).length,
  );
  expect(cut).toBe(0);
});

test('timeouts open inside the window of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto('/jobs');
  await pill(page).click();
  await page.getByText('Timeouts', { exact: true }).click();
  await expect(page.getByText('a stream never times out', { exact: false })).toBeInViewport();
});

for (const [what, typedOf] of [
  ['without a scheme', (url: string) => `${url}/v1`.replace('http://', '')],
  ['with an endpoint', (url: string) => `${url}/v1/completions`],
] as const)
  test(`an address ${what} is read, and what is typed next goes into the next field`, async ({
    page,
    service,
  }) => {
    await page.goto('/jobs');
    await openForm(page);
    await expect(address(page)).toBeFocused();
    await page.keyboard.type(typedOf(service.url));
    await expect(address(page)).toHaveAccessibleDescription(`Read as ${service.url}/v1`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('my own engine');
    await page.keyboard.press('Tab');
    await page.keyboard.type(service.token);
    await page.keyboard.press('Enter');
    await expect(row(page, 'my own engine')).toBeChecked();
    await expect(pill(page)).toHaveAccessibleName(/connected my own engine/);
  });

test('the hint of a long address keeps the fields at their width', async ({ page }) => {
  await page.goto('/jobs');
  await openForm(page);
  await expect(address(page)).toBeFocused();
  await address(page).fill(`https://host.example/${'tenant-'.repeat(30)}/v1/completions`);
  const form = page.locator('form').filter({ has: address(page) });
  await expect(form.getByText(/^Read as/)).toBeVisible();
  expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a deleted connection is gone with its token, here, in the other tab and after a reload', async ({
  page,
  context,
  service,
}) => {
  await page.goto('/jobs');
  const other = await context.newPage();
  await other.goto('/jobs');
  await pill(other).click();
  await expect(row(other, 'This server')).toBeChecked();
  await add(page, service.url, service.token, 'Laboratory');
  await expect(
    page.getByText(`Token …${service.token.slice(-4)}, until this page is reloaded.`),
  ).toBeVisible();
  await expect(row(other, 'Laboratory')).not.toBeChecked();
  await expect(other.getByText('No token in this tab.')).toBeVisible();

  await page.getByRole('button', { name: 'Forget Laboratory' }).click();
  await expect(row(page, 'This server')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Laboratory')).toBeChecked();
  await expect(page.getByText(`Token …${service.token.slice(-4)}, until`)).toBeVisible();
  await page.getByRole('button', { name: 'Forget Laboratory' }).click();
  await expect(row(page, 'This server')).toBeChecked();
  for (const each of [page, other]) await expect(row(each, 'Laboratory')).toHaveCount(0);
  await expect(page.getByText('does not store data')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Laboratory');
  await page.reload();
  await pill(page).click();
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(pill(page)).toHaveAccessibleName(/This server/);
});

test('where nothing can be stored, a connection works until the next load, and the panel says so', async ({
  page,
  service,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await page.goto('/models');
  await pill(page).click();
  const panel = page.getByRole('dialog', { name: 'Connections' });
  await expect(panel.getByText('does not store data')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Add a direct connection' }).click();
  await panel.getByRole('textbox', { name: 'Base address' }).fill(`${service.url}/v1`);
  await panel.getByLabel('Token', { exact: true }).fill(service.token);
  await panel.getByRole('checkbox', { name: /^Remember the token/ }).check();
  await panel.getByRole('button', { name: 'Save and use' }).click();
  await expect(panel.getByText('connections and tokens are lost when it is reloaded')).toBeVisible();
  await expect(panel.getByText(/until this page is reloaded\.$/)).toBeVisible();
});

test('Undo of Forget puts a connection back where it was', async ({ page, service }) => {
  await page.goto('/jobs');
  await add(page, service.url, '', 'First');
  await page.getByRole('button', { name: 'Close' }).click();
  await add(page, service.url, '', 'Second');
  await page.getByRole('button', { name: 'Forget First' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'First')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Forget / })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Forget / }).first()).toHaveAccessibleName('Forget First');
  await expect(row(page, 'Second')).toBeChecked();

  await page.getByRole('button', { name: 'Close' }).click();
  await add(page, service.url, '', 'Third');
  // Each Forget leads to its own Undo.
  for (const name of ['First', 'Second']) {
    await page.getByRole('button', { name: `Forget ${name}` }).click();
    await expect(page.getByText(`${name} is forgotten.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  }
});

test('a server with a secret refuses a wrong one with a message, and the right one opens every page', async ({
  page,
}) => {
  const service = await startService({ INFERDECK_ORIGINS: 'https://deck.example' });
  try {
    await page.goto(`${service.url}/models`);
    const secret = page.getByLabel('Access secret');
    await expect(secret).toBeFocused();
    await secret.fill('not the secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(secret).toHaveAccessibleDescription(/The server does not accept this secret\./);
    await secret.fill(service.token);
    // As through a reverse proxy that puts another Host in the place of its own.
    await page.route('**/session', async (route) => {
      const headers = { ...route.request().headers(), origin: 'https://deck.example' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(secret).toHaveAccessibleDescription(/INFERDECK_ORIGINS.* Host header/);
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('dialog', { name: 'Connections' })).toHaveCount(0);
    await expect(page.getByText(/^\d+ models$/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^\d+ models$/)).toBeVisible();
    const [cookie] = await page.context().cookies(service.url);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(cookie?.value).not.toContain(service.token);
  } finally {
    await service.stop();
  }
});

test('the palette opens by its key and leads to pages, connections and themes', async ({ page, service }) => {
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Type a command or a page' })).toBeFocused();
  };
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await page.goto('/');
  await add(page, service.url, service.token, 'Laboratory');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  for (const [typed, path] of [
    ['mod', '/models'],
    ['hard', '/hardware'],
    ['fine', '/fine-tunes'],
    ['jobs', '/jobs'],
    ['play', '/'],
  ] as const) {
    await open();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${service.url}${path}`);
    await expect(palette).toHaveCount(0);
  }
  for (const [typed, found] of [
    ['switch server', 'Use '],
    ['disconnect', 'Connections'],
    ['timeouts', 'Connections'],
    ['month', 'Models'],
    ['watch', 'Hardware'],
    ['utilisation', 'Hardware: Break-even'],
    ['throughput', 'Hardware: Break-even'],
  ] as const) {
    await open();
    await page.keyboard.type(typed);
    await expect(palette.getByRole('option').first()).toContainText(found);
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
  await open();
  await page.keyboard.type('no such command');
  await expect(palette).toContainText('Nothing matches.');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await open();
  await page.keyboard.type('this server');
  await page.keyboard.press('Enter');
  await expect(pill(page)).toHaveAccessibleName(/This server/);
  await open();
  await page.getByRole('option', { name: 'Use Laboratory' }).click();
  await expect(pill(page)).toHaveAccessibleName(/Laboratory/);
  await open();
  await page.getByRole('option', { name: /^Connections/ }).click();
  await expect(row(page, 'Laboratory')).toBeChecked();
  await page.getByRole('button', { name: 'Close' }).click();

  await open();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(pill(page)).toBeVisible();
  await open();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toHaveCount(0);
});
