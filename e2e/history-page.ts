// The playground’s history as tests use it.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt' });
export const output = (page: Page): Locator => page.getByRole('textbox', { name: 'Output', exact: true });
export const state = (page: Page): Locator => page.getByRole('status', { name: 'Run' });
export const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });
export const redo = (page: Page): Locator => page.getByRole('button', { name: 'Redo' });

export async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('24');
}

/** Runs a prompt to its end. @returns the output as shown */
export async function run(page: Page, text: string): Promise<string> {
  await prompt(page).fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await ended(page);
  return shown(page);
}

/** Waits for the end of the run just started. */
export async function ended(page: Page): Promise<void> {
  await expect(state(page)).toHaveText('Complete');
}

export async function shown(page: Page): Promise<string> {
  return (await output(page).locator('[data-block]').allTextContents()).join('');
}

export async function expectShown(page: Page, text: string): Promise<void> {
  await expect(output(page).locator('[data-block]')).toHaveText(text, { useInnerText: false });
}

export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'History' }).click();
  return page.getByRole('tree', { name: 'History' });
}

export async function exportTo(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return (await download).path();
}
