// The page's clock, moved by hand.
import { expect, type Locator, type Page } from '@playwright/test';

/** Advances the page's clock by this many seconds, firing due timers. */
export const pass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1_000);

/** While the clock is paused, React Query tells of an answer only as it is moved on. */
export const becomes = (page: Page, locator: Locator, what: 'visible' | 'hidden') =>
  expect
    .poll(
      async () => {
        await pass(page, 0.005);
        return locator.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(what === 'visible');
