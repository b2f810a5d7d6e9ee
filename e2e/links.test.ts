// A draft as a link, a model named by the address, and the cost of a request.
import { expect, test } from './fixtures.ts';

test('a link fills the playground in another window, runs nothing, and can be undone', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time 🦊');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.35');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#draft=/);
  const link = await field.inputValue();
  expect(link).not.toContain('Once');

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const other = await context.newPage();
  const sent: string[] = [];
  other.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await other.goto(link);
  const prompt = other.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toHaveValue('Once upon a time 🦊');
  await expect(other.getByRole('textbox', { name: 'temperature' })).toHaveValue('0.35');
  await expect(other.getByText('Filled from a link. Nothing was sent.')).toBeVisible();
  expect(new URL(other.url()).hash).toBe('');
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompt).toHaveValue('');
  expect(sent).toEqual([]);
  await context.close();
});

test('a damaged link changes nothing and says so', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('what I was writing');
  await page.evaluate(() => {
    location.hash = '#draft=notalink';
  });
  const alert = page.getByRole('alert').filter({ hasText: 'damaged' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('what I was writing');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(alert).toHaveCount(0);
});

test('the same link opened again fills the draft again, and disappears from the address', async ({
  page,
}) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('from the link');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#draft=/);
  const { hash } = new URL(await field.inputValue());
  await page.keyboard.press('Escape');
  for (let time = 0; time < 2; time += 1) {
    await prompt.fill('what I was writing');
    await page.evaluate((fragment) => (location.hash = fragment), hash);
    await expect(prompt).toHaveValue('from the link');
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  }
});

test('an address with a model selects it', async ({ page }) => {
  await page.goto('/?model=inferdeck%2Ftale-1m');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('inferdeck/tale-1m');
  await expect(page).toHaveURL(/\/$/);
});

test('fields absent from a link are not sent, and return when the link is undone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('from the link');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#draft=/);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: 'Prompt' }).fill('what I was writing');
  const chosen = (name: string) =>
    page.getByRole('radiogroup', { name }).getByRole('radio', { checked: true });
  await page.getByRole('radiogroup', { name: 'logprobs' }).getByRole('radio', { name: '1' }).check();
  await page.getByRole('radiogroup', { name: 'echo' }).getByRole('radio', { name: 'true' }).check();
  await page.evaluate((url) => (location.hash = new URL(url).hash), link);
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('from the link');
  await expect(chosen('logprobs')).toHaveValue('default');
  await expect(chosen('echo')).toHaveValue('default');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(chosen('logprobs')).toHaveValue('yes');
  await expect(chosen('echo')).toHaveValue('yes');
});

test('the bound of the next request is shown beside the actual cost of the last, which a reload keeps', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  const strip = page.getByRole('region', { name: 'Run figures' });
  const figure = (label: string) =>
    strip
      .locator('div')
      .filter({ has: page.getByText(label) })
      .locator('dd');
  await expect(figure('max cost, next run')).toHaveText('$0');
  await expect(figure('last run ·')).toHaveText('—');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(figure('max cost, next run')).toHaveText('$0');
  await expect(figure('last run ·')).toHaveText('$0');
  await strip.getByRole('button', { name: '$/1M tokens' }).click();
  await expect(page.getByText(/^\d+ input tokens × 0 \+ \d+ output tokens × 0, prices in/)).toHaveCount(2);
  await page.getByRole('radio', { name: '¢/1K tokens' }).click();
  await expect(strip.getByRole('button', { name: '¢/1K tokens' })).toBeVisible();
  await page.reload();
  await expect(strip.getByRole('button', { name: '¢/1K tokens' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(figure('last run ·')).toHaveText('$0');
});
