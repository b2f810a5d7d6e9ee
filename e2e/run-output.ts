// What tests about failures look at: the state of the run, and its output to the letter.
import { expect, type Page } from '@playwright/test';
import { wellFormed } from '#lib/unicode.ts';

/** What the strip says of the run. */
export const status = (page: Page) => page.getByRole('status', { name: 'Run' });

/** The one output. */
export const output = (page: Page) => page.getByRole('textbox', { name: 'Output', exact: true });

/** Waits until the output of that name holds exactly this text. */
export async function expectText(page: Page, text: string, name = 'Output'): Promise<void> {
  const blocks = page.getByRole('textbox', { name, exact: true }).locator('[data-block]');
  const read = async () => wellFormed((await blocks.allTextContents()).join(''));
  // The length first: what a comparison of long texts says while they differ takes seconds to write.
  await expect.poll(async () => (await read()).length).toBe(text.length);
  expect(await read()).toBe(text);
}
