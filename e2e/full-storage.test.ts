// What the browser has no room for is said to end with the page, until there is room again.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const refused = (page: Page) => page.getByText('This browser did not store the');

/** Fills or frees the storage of settings, until the next load. */
async function fillStorage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const setItem = Storage.prototype['setItem'];
    Storage.prototype.setItem = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    addEventListener('free', () => (Storage.prototype.setItem = setItem));
  });
  return () => page.evaluate(() => void dispatchEvent(new Event('free')));
}

test('watched jobs', async ({ page }) => {
  await page.goto('/jobs');
  const [id, watch] = [
    page.getByRole('textbox', { name: 'Job id' }),
    page.getByRole('button', { name: 'Watch', exact: true }),
  ];
  await id.fill('one');
  await watch.click();
  await expect(page.getByRole('link', { name: 'one', exact: true })).toBeVisible();
  await expect(refused(page)).toHaveCount(0);
  const free = await fillStorage(page);
  await id.fill('two');
  await watch.click();
  await expect(refused(page)).toBeVisible();
  await page.getByRole('link', { name: 'two', exact: true }).click();
  await expect(refused(page)).toBeVisible();
  await page.goBack();
  await free();
  await id.fill('three');
  await watch.click();
  await expect(page.getByRole('link', { name: 'three', exact: true })).toBeVisible();
  await expect(refused(page)).toHaveCount(0);
  await page.reload();
  for (const each of ['one', 'two', 'three'])
    await expect(page.getByRole('link', { name: each, exact: true })).toBeVisible();
});

test('thresholds, and held-out samples', async ({ page, fineTunes }) => {
  fineTunes.answer([{ id: 'ft-1', status: 'completed', model: 'acme/base' }], [{ step: 40 }]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-1`);
  const samples = page.getByRole('textbox', { name: 'Held-out samples' });
  await samples.fill('One fox.');
  const free = await fillStorage(page);
  await expect(refused(page)).toHaveCount(0);
  await samples.fill('Two foxes.');
  await expect(refused(page)).toHaveText(/samples/);
  await free();
  await samples.fill('Three foxes.');
  await expect(refused(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Thresholds' }).click();
  const spike = page.getByRole('textbox', { name: /^Spike/ });
  const freeAgain = await fillStorage(page);
  await spike.fill('7');
  await expect(refused(page)).toHaveText(/thresholds/);
  await freeAgain();
  await spike.fill('6');
  await expect(refused(page)).toHaveCount(0);
  await page.reload();
  await expect(samples).toHaveValue('Three foxes.');
});
