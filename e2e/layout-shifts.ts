// How much of a page moves without a person's doing.
import type { Page } from '@playwright/test';

/** Watches the page that is open, from its begin on. @returns reads the sum of all shifts so far; a page stands still below 0.001 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  const shifts = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') !== true) seen.push(Number(Reflect.get(entry, 'value')));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    return seen;
  });
  return async () => (await shifts.jsonValue()).reduce((sum, shift) => sum + shift, 0);
}
