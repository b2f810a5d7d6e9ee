// Data view for tests: a service at full speed, a prompt with two variables, and a file of rows.
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures.ts';

/** The dashboard of the service at full speed. */
export const test = base.extend({ baseURL: async ({ quick }, provide) => provide(quick.url) });

export const prompt = 'Once upon a time {{hero}} lived in the {{place}}.';

export function tales(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => `"a fox, ${row + 1}",forest`);
  return `hero,place\n${rows.join('\n')}\n`;
}

/** Opens the view with a prompt of six tokens an answer, and a file. */
export async function open(page: Page, file: { name: string; text: string }): Promise<void> {
  await page.goto('/?view=data');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('6');
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.getByRole('tab', { name: 'Run' }).click();
  await load(page, file);
}

export async function load(page: Page, { name, text }: { name: string; text: string }): Promise<void> {
  const buffer = Buffer.from(text);
  await page.getByLabel('Data file').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await expect(page.getByText(name)).toBeVisible();
}

/** Counts completions that leave the page. */
export function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) count += 1;
  });
  return () => count;
}

export const state = (page: Page) => page.getByRole('status', { name: 'Run', exact: true });
export const grid = (page: Page) => page.getByRole('grid', { name: 'rows' });

export { expect } from './fixtures.ts';
