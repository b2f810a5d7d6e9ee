// A token typed for a direct connection is seen in one place alone: the Authorization header to its own address.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Everything that the page keeps or shows, as one text. */
function holdings(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases.map(({ name }) => name),
      document.documentElement.outerHTML,
      document.title,
      document.cookie,
      location.href,
      history.state,
    ]);
  });
}

test('a token is in no storage, page, address, console line, log or foreign request', async ({
  page,
  service,
}) => {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('request', (request) => {
    const { authorization: _, ...headers } = request.headers();
    heard.push(request.url(), JSON.stringify(headers), request.postData() ?? '');
  });
  await page.goto('/');
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${service.url}/v1`);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  const sent = page.waitForRequest((request) => 'authorization' in request.headers());
  await page.getByRole('button', { name: 'Save and use' }).click();
  expect((await sent).headers()['authorization']).toBe(`Bearer ${service.token}`);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill('5');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog')).toContainText('API_KEY');
  expect(await holdings(page)).not.toContain(service.token);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Connection:/ })).toBeVisible();
  expect(await holdings(page)).not.toContain(service.token);
  expect(heard.join('\n')).not.toContain(service.token);
  expect(service.lines.join('\n')).not.toContain(service.token);
});
