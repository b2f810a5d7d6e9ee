// Run state and exact output, for tests of failures.
import { expect, type Page } from '@playwright/test';
import { wellFormed } from '#lib/unicode.ts';

/** The run state shown in the strip. */
export const status = (page: Page) => page.getByRole('status', { name: 'Run' });

/** The one output. */
export const output = (page: Page) => page.getByRole('textbox', { name: 'Output', exact: true });

/** Waits until the output of this name has exactly this text. */
export async function expectText(page: Page, text: string, name = 'Output'): Promise<void> {
  const blocks = page.getByRole('textbox', { name, exact: true }).locator('[data-block]');
  const read = async () => wellFormed((await blocks.allTextContents()).join(''));
  // The length first: the diff of long texts takes seconds to format.
  await expect.poll(async () => (await read()).length).toBe(text.length);
  expect(await read()).toBe(text);
}
