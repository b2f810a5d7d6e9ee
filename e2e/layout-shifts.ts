// Layout shifts without input, and horizontal overflow.
import type { Locator, Page } from '@playwright/test';

/** A `layout-shift` entry, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Watches the open page from its start. @returns a function for all shifts, each with what moved; empty if their sum is below 0.001 */
export async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  const shifts = await page.evaluateHandle(() => {
    const seen: { readonly value: number; readonly moved: string }[] = [];
    new PerformanceObserver((list) => {
      const entries = list
        .getEntries()
        .filter((entry): entry is LayoutShift => entry.entryType === 'layout-shift');
      for (const { value, hadRecentInput, sources } of entries) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: old, currentRect: now }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
          return `from ${old.x}, ${old.y} to ${now.x}, ${now.y}: ${name ?? 'gone'}`;
        });
        seen.push({ value, moved: moved.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    return seen;
  });
  return async () => {
    const seen = await shifts.jsonValue();
    const sum = seen.reduce((total, { value }) => total + value, 0);
    return sum < 0.001 ? [] : seen.map(({ value, moved }) => `${value.toFixed(4)} ${moved}`);
  };
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
