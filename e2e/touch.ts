// Fingers in browser tests.
import { expect, type Locator, type Page } from '@playwright/test';

/** Scrolls upwards by 200 px with a finger that begins on it, and waits until the page has followed. */
export async function scrollFrom(page: Page, place: Locator): Promise<void> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  const [x, y] = [box.x + box.width * 0.9, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 10; step += 1) {
    const touchPoints = [{ x, y: y - step * 20 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
  await expect.poll(async () => (await place.boundingBox())?.y ?? y).toBeLessThan(y - 50);
}
