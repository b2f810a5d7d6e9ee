// What the page gets while the palette is open, or opens.
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

test('the palette lists a button that the page gets while the palette opens', async ({ page }) => {
  await page.goto('/models');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ models$/ })).toBeAttached();
  await page.evaluate(() => {
    const Observer = globalThis.MutationObserver;
    globalThis.MutationObserver = class extends Observer {
      override observe(target: Node, options?: MutationObserverInit) {
        if (target instanceof HTMLElement && target.id === 'main' && document.querySelector('dialog[open]')) {
          globalThis.MutationObserver = Observer;
          target.append(Object.assign(document.createElement('button'), { textContent: 'Latecomer' }));
        }
        super.observe(target, options);
      }
    };
  });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('latecomer');
  await expect(palette(page).getByRole('option')).toHaveAccessibleName('Latecomer');
});

test('the palette opens a model in the playground only if it can run there', async ({ page }) => {
  for (const [words, address] of [
    ['gpt-oss-120b', /\/models\?open=openai\/gpt-oss-120b/],
    ['tale-1m', /\/$/],
  ] as const) {
    await page.goto('/jobs');
    await expect(page.getByRole('button', { name: 'New job' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
    await expect(palette(page).getByRole('option').first()).toContainText(words);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
});

test('an open palette lists an action as soon as the page has it', async ({ page }) => {
  const held: Route[] = [];
  await page.route('**/v1/completions', (route) => void held.push(route));
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('4');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('regen');
  await expect(palette(page)).toContainText('Nothing matches');
  for (const route of held) await route.continue();
  await expect(palette(page).getByRole('option', { name: /^Regenerate Alt/ })).toBeVisible();
});

test('an open palette lists a button as soon as the page has it', async ({ page }) => {
  const held: Route[] = [];
  await page.route(/\/parameters-[^/]*\.js$/, (route) => void held.push(route));
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The harbour');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('safety');
  await expect(palette(page).getByRole('option')).toHaveText(['Go to safety_model']);
  for (const route of held) await route.continue();
  await palette(page).getByRole('option', { name: 'safety_model: none' }).click();
  await expect(page.getByRole('combobox', { name: /^safety_model: search/ })).toBeInViewport();
});
