// Clipboard content in browser tests.
import type { Page } from '@playwright/test';

/** The page's policy lets no script read the clipboard, so its content is pasted. */
export async function pasted(page: Page): Promise<string> {
  const sheet = await page.evaluateHandle(() =>
    document.body.appendChild(document.createElement('textarea')),
  );
  await sheet.focus();
  await page.keyboard.press('ControlOrMeta+V');
  const text = await sheet.evaluate((element) => element.value);
  await sheet.evaluate((element) => element.remove());
  return text;
}
