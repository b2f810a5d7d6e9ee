// Layout shifts without input, and horizontal overflow.
import type { Locator, Page } from '@playwright/test';

/** Watches the open page from its start. @returns a function for the sum of all shifts; below 0.001 is none */
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

/** By how many pixels an element, or any of its ancestors, can be scrolled horizontally. */
export function overflowAround(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    let most = 0;
    for (let box: Element | null = element; box; box = box.parentElement)
      most = Math.max(most, box.scrollWidth - box.clientWidth);
    return most;
  });
}
