// The bars around the work: at no width do their parts meet or leave them, and on small screens the work owns half of the height.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What of each bar on the page lies over another part, or outside of its bar. What scrolls sideways may be wider. */
function meetings(): string[] {
  const found: string[] = [];
  for (const bar of document.querySelectorAll(
    'header, nav, [data-bar], [role="tablist"], section[aria-label$="figures"]',
  )) {
    const frame = bar.getBoundingClientRect();
    const isScrolled = getComputedStyle(bar).overflowX === 'auto' && bar.scrollWidth > bar.clientWidth;
    const parts = [...bar.querySelectorAll('a, button, [role="radiogroup"], dl > div')]
      .filter((part) => part.getClientRects().length > 0)
      .map((part) => ({
        part,
        name: (part.getAttribute('aria-label') ?? part.textContent).trim(),
        box: part.getBoundingClientRect(),
      }));
    for (const [index, { part, name, box }] of parts.entries()) {
      if (!isScrolled && (box.right > frame.right + 1 || box.left < frame.left - 1))
        found.push(`${name} is cut`);
      for (const { part: inner, name: other, box: beside } of parts.slice(index + 1)) {
        const isApart =
          part.contains(inner) ||
          box.left >= beside.right - 1 ||
          beside.left >= box.right - 1 ||
          box.top >= beside.bottom - 1 ||
          beside.top >= box.bottom - 1;
        if (!isApart) found.push(`${name} meets ${other}`);
      }
    }
  }
  return found;
}

/** What meets at which widths, in words; empty where all is well. */
async function sweep(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (let width = 360; width <= 1920; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    const here = await page.evaluate(meetings);
    if (here.length > 0) found[`${width} px`] = here;
  }
  return found;
}

/** Shares of the height that the text has, at a zoom of 200 % and on phones. */
async function shares(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const size of [
    { width: 720, height: 430 },
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    const box = await page.locator('main [data-scroll]').first().boundingBox();
    found.push((box?.height ?? 0) / size.height);
  }
  return found;
}

test('at no width do parts of a bar meet, with and without history, in every view', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill('3');
  expect(await sweep(page)).toEqual({});
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Next least likely token' })).toBeVisible();
  expect(await sweep(page)).toEqual({});
  for (const share of await shares(page)) expect(share).toBeGreaterThanOrEqual(0.5);
  for (const view of ['Compare', 'Data', 'Labs']) {
    await page.getByRole('radio', { name: view }).check();
    await expect(page.getByRole('radio', { name: view })).toBeChecked();
    expect(await sweep(page), view).toEqual({});
  }
});
