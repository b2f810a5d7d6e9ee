// Fingers in browser tests.
import { expect, type Locator, type Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** In ten steps. */
export async function swipe(page: Page, from: Point, step: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', count: number) => {
    const touchPoints = [{ x: from.x + count * step.x, y: from.y + count * step.y }];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (let count = 1; count <= 10; count += 1) await touch('touchMove', count);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Scrolls with a finger that begins on it, and waits until the page has followed. */
export async function scrollFrom(page: Page, place: Locator): Promise<void> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  const from = { x: box.x + box.width * 0.9, y: box.y + box.height / 2 };
  await swipe(page, from, { x: 0, y: -20 });
  await expect.poll(async () => (await place.boundingBox())?.y ?? box.y).toBeLessThan(box.y - 50);
}
