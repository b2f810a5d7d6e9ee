// A draft as a link, a model named by the address, and the cost of a request.
import { expect, test } from './fixtures.ts';

test('a link fills the playground in another window, runs nothing, and can be taken back', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time 🦊');
  await page.getByRole('spinbutton', { name: 'temperature' }).fill('0.35');
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
  await expect(other.getByRole('spinbutton', { name: 'temperature' })).toHaveValue('0.35');
  await expect(other.getByText('Filled from a link. Nothing was sent.')).toBeVisible();
  expect(new URL(other.url()).hash).toBe('');
  await other.getByRole('button', { name: 'Take back' }).click();
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
  await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('what I was writing');
});

test('an address that names a model chooses it', async ({ page }) => {
  await page.goto('/?model=inferdeck%2Ftale-1m');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('inferdeck/tale-1m');
  await expect(page).toHaveURL(/\/$/);
});

test('the cost is a bound before, the true sum after, and follows the unit of prices', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  const strip = page.getByRole('region', { name: 'Run figures' });
  await expect(strip).toContainText('cost at most');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(strip).not.toContainText('at most');
  await strip.getByRole('button', { name: '$/1M tokens' }).click();
  await page.getByRole('radio', { name: '¢/1K tokens' }).click();
  await expect(strip.getByRole('button', { name: '¢/1K tokens' })).toBeVisible();
  await page.reload();
  await expect(strip.getByRole('button', { name: '¢/1K tokens' })).toBeVisible();
});
