// Which service a stored run belongs to, whatever its connection is called now.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { status } from './run-output.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^Connection:/ });
const row = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function save(page: Page, name: string, address: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Base address').fill(address);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(row(page, name)).toBeChecked();
}

async function change(page: Page, before: string, name: string, address: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${before}`, exact: true }).click();
  await save(page, name, address);
}

test('a stored run stays one of its service after a rename, and of another after a swap of names or a move', async ({
  page,
  service,
}) => {
  const here = `${service.url}/v1`;
  const there = here.replace('127.0.0.1', 'localhost');
  const compared = page.getByRole('status', { name: 'Comparison' });
  const note = page.getByText(/from another connection/);
  const cost = page
    .getByRole('region', { name: 'Run figures' })
    .locator('div')
    .filter({ has: page.getByText('last run ·') })
    .locator('dd');
  const elsewhere = page.getByText('It ran on another connection');

  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('3');
  for (const [name, address] of [
    ['Other', there],
    ['Own', here],
  ] as const) {
    await pill(page).click();
    await page.getByRole('button', { name: 'Add a direct connection' }).click();
    await save(page, name, address);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await expect(cost).toHaveText('$0');
  await page.goto('/?view=compare');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(compared).toHaveText('All done');

  await pill(page).click();
  await change(page, 'Own', 'Renamed', here);
  await page.reload();
  await expect(compared).toHaveText('All done');
  await expect(note).toHaveCount(0);
  await page.goto('/?view=write');
  await expect(cost).toHaveText('$0');

  await pill(page).click();
  await change(page, 'Renamed', 'Renamed again', here);
  await change(page, 'Other', 'Renamed', there);
  await page.reload();
  await expect(cost).toHaveText('unknown');
  await page.getByRole('button', { name: '$/1M tokens' }).click();
  await expect(elsewhere).toContainText('Renamed again');
  await page.goto('/?view=compare');
  await expect(note).toHaveCount(2);
  await expect(note.first()).toContainText('Renamed again');

  await pill(page).click();
  await change(page, 'Renamed again', 'Own', there);
  await page.reload();
  await expect(note.first()).toContainText(here);
});
