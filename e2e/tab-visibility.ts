// Hides the tab of a page, or shows it again.
import type { Page } from '@playwright/test';

/**
 * In headless Chromium a tab behind another one still counts as visible, so this overrides the document's properties
 * and dispatches the event.
 */
export async function turnTab(page: Page, visibilityState: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibilityState);
}
