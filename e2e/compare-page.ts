// What a test of Compare opens, finds and changes.
import type { Page } from '@playwright/test';

export const beginning = 'Once upon a time there was a fox';

/** Opens Compare with one of its two columns, and a request whose answer is the same every time. */
export async function open(page: Page, maxTokens: number, url = ''): Promise<void> {
  await page.goto(`${url}/?view=compare`);
  await page.getByRole('button', { name: 'Remove column 2' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.getByRole('button', { name: 'Close parameters' }).click();
}

/** Duplicates the last column, and changes one number of the copy. */
export async function duplicate(page: Page, of: number, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Duplicate column ${of}` }).click();
  await page
    .getByRole('complementary', { name: 'Parameters' })
    .getByRole('textbox', { name: new RegExp(`^${name}`) })
    .fill(text);
  await page.getByRole('button', { name: 'Close parameters' }).click();
}

export function column(page: Page, number: number) {
  return page.getByRole('region', { name: new RegExp(`^Column ${number}: `) });
}

export function state(page: Page, number: number) {
  return column(page, number).getByRole('status', { name: 'State' });
}

export function output(page: Page, number: number) {
  return page.getByRole('textbox', { name: `Output of Column ${number}` });
}
