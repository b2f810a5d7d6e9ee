// Hides the tab of a page, or shows it again.
import type { Page } from '@playwright/test';

/**
 * In headless Chromium a tab that another one covers still counts as seen, so the page is told by what it reads of the
 * document, and by the event that it waits for.
 */
export async function turnTab(page: Page, visibilityState: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibilityState);
}
