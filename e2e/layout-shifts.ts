// How much of a page moves without a person's doing, and how much of it does not fit.
import type { Locator, Page } from '@playwright/test';

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

/** By how many pixels a part of the page, or anything that it lies in, can be pushed sideways. */
export function overflowAround(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    let most = 0;
    for (let box: Element | null = element; box; box = box.parentElement)
      most = Math.max(most, box.scrollWidth - box.clientWidth);
    return most;
  });
}
