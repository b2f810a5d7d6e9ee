import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('the focus stays in the page, whatever an act takes away, replaces or disables', async ({
  page,
  quick,
}) => {
  // Views are loaded when they are first opened.
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await press(page, page.getByRole('button', { name: /^Run/ }), 'Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeFocused();
  await press(page, page.getByRole('button', { name: /^Undo/ }), 'Enter');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();
  const views = page.getByRole('radiogroup', { name: 'View' });
  await views.getByRole('radio', { name: 'Write' }).focus();
  for (const view of ['Compare', 'Data', 'Labs']) {
    await page.keyboard.press('ArrowRight');
    await expect(views.getByRole('radio', { name: view })).toBeFocused();
  }

  await page.getByRole('link', { name: 'Hardware' }).first().click();
  const parts = page.getByRole('radiogroup', { name: 'Part of the page' });
  await parts.getByRole('radio', { name: 'Table' }).focus();
  for (const part of ['Matrix', 'Break-even', 'Table']) {
    await page.keyboard.press('ArrowRight');
    await expect(parts.getByRole('radio', { name: part })).toBeFocused();
  }
  await press(page, page.getByRole('button', { name: 'Charts' }), 'Enter');
  await press(page, page.getByRole('button', { name: 'Close what lies beside the table' }), 'Enter');
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

async function press(page: Page, act: Locator, key: string): Promise<void> {
  await act.focus();
  await page.keyboard.press(key);
}
