// Token card: pinning by pointer and by keyboard, and its actions.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openRecording, tokenEvent } from './recordings.ts';

const beginning = 'Once upon a time there was a fox';

/** Runs a request whose answer is the same every time, and waits for its end. */
async function run(page: Page, maxTokens: number): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  return page.getByRole('textbox', { name: 'Output' });
}

test('a click pins the card of a token, and Escape unpins it without stopping a run', async ({ page }) => {
  const output = await run(page, 40);
  await output.click({ position: { x: 100, y: 12 } });
  const card = page.getByRole('dialog', { name: /^Token \d+$/ });
  await expect(card).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(card).toContainText(/p (> )?[\d.]+ % · logprob −/);
  await expect(output.getByRole('status')).toHaveText(/^Pinned: .*, p .* %.*, token \d+$/);
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
});

test('the card of a token stays while the pointer moves into it, and a click there pins it', async ({
  page,
}) => {
  await page.clock.install();
  const output = await run(page, 40);
  await output.hover({ position: { x: 30, y: 12 } });
  const card = output.locator('[data-card]');
  await expect(card).toBeVisible();
  const first = await card.textContent();
  const box = await card.boundingBox();
  const begin = await output.boundingBox();
  await page.mouse.move((begin?.x ?? 0) + 30, (box?.y ?? 0) + 20, { steps: 4 });
  await page.clock.runFor(500);
  expect(await card.textContent()).toBe(first);
  await card.click();
  await expect(page.getByRole('dialog', { name: /^Token \d+$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.move(5, 5);
  await expect(card).toHaveCount(0);
});

test('the keyboard pins the card, moves into it, and back', async ({ page }) => {
  const output = await run(page, 40);
  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Token 1' })).toBeVisible();
  await expect(output.getByRole('status')).toHaveText(/^Pinned: .*, token 1$/);
  await page.keyboard.press('ArrowRight');
  const card = page.getByRole('dialog', { name: 'Token 2' });
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Alternatives here' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(output).toBeFocused();

  // A pin disappears with its output: a step in the next one pins nothing.
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Token 1' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('button', { name: 'Next lowest probability' }).click();
  await expect(output).toContainText('lowest probability in this text');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // It would cover what has the focus.
  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const first = page.getByRole('dialog', { name: 'Token 1' });
  await expect(first.getByRole('button', { name: 'Alternatives here' })).toBeVisible();
  await first.getByRole('button', { name: 'Close' }).focus();
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy output' })).toBeFocused();
  await expect(first).toBeHidden();

  // An open card handles no page keys except Escape.
  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Token 1' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: /^Redo/ })).toBeEnabled();
});

test('a token is pinned by pointer in browsers with only caretRangeFromPoint', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'caretPositionFromPoint', { value: undefined }),
  );
  const output = await run(page, 40);
  await output.click({ position: { x: 100, y: 12 } });
  await expect(page.getByRole('dialog', { name: /^Token \d+$/ })).toBeVisible();
});

test('a press between two lines pins a token of one of them, and a press beside the text pins nothing', async ({
  page,
}) => {
  await openRecording(
    page,
    Array.from({ length: 300 }, (_, index) => tokenEvent(index * 10, { text: ` word${index}` })),
  );
  const output = page.getByRole('textbox', { name: 'Output' });
  const lines = await output
    .locator('[data-block]')
    .first()
    .evaluate(({ lastChild }) => {
      const range = document.createRange();
      if (lastChild) range.selectNodeContents(lastChild);
      return [...range.getClientRects()].map(({ left, top, bottom }) => ({ left, top, bottom }));
    });
  const line = lines[0] ?? { left: 0, top: 0, bottom: 0 };
  const next = lines.find(({ top }) => top > line.bottom)?.top ?? 0;
  expect(next - line.bottom).toBeGreaterThan(2);
  const card = page.getByRole('dialog', { name: /^Token \d+$/ });
  for (let y = line.bottom; y <= next; y += 1) {
    await page.mouse.click(line.left + 60, y);
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  }
  // The space that ends a full line may reach the edge.
  const last = lines.at(-1) ?? line;
  const box = await output.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 2, last.bottom - 5);
  await expect(card).toBeHidden();
});

test('a selection with the pointer pins nothing', async ({ page }) => {
  const output = await run(page, 40);
  const box = await output.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 220, (box?.y ?? 0) + 12);
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(5);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a branch fills the prompt with the text before the token, and nothing is sent', async ({ page }) => {
  const output = await run(page, 40);
  const text = (await output.locator('[data-block]').allTextContents()).join('');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const row = page.getByRole('grid', { name: 'Tokens' }).getByRole('row').nth(10);
  const own = ((await row.getByRole('gridcell').nth(1).textContent()) ?? '').replaceAll('·', ' ');
  const start = text.indexOf(own, 20);
  await output.focus();
  await page.keyboard.press('Home');
  for (let token = 1; token < 10; token += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Branch before this token' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeFocused();
  const branched = await prompt.inputValue();
  expect(`${beginning}${text}`.startsWith(branched)).toBe(true);
  expect(start).toBeGreaterThan(0);
  expect(`${beginning}${text}`.slice(branched.length)).toMatch(new RegExp(`^${escape(own)}`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(requests).toBe(0);
});

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

test('a pinned card is no wider than a narrow text, and stays in view when it grows', async ({ page }) => {
  await openRecording(
    page,
    Array.from({ length: 30 }, (_, index) => tokenEvent(index * 10, { text: ` word${index}` })),
  );
  await page.setViewportSize({ width: 320, height: 760 });
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Token 30' });
  await expect(card).toBeVisible();
  const [inner, outer] = [await card.boundingBox(), await output.boundingBox()];
  expect(inner?.width).toBeLessThanOrEqual(outer?.width ?? 0);
  await card.getByRole('button', { name: 'Boost by' }).click();
  await expect(card.getByRole('button', { name: 'Remove 5' })).toBeVisible();
  const strip = page.getByRole('region', { name: 'Run figures' });
  await expect
    .poll(async () => {
      const [one, other] = [await card.boundingBox(), await strip.boundingBox()];
      return one && other && one.y + one.height - other.y;
    })
    .toBeLessThanOrEqual(0);
});

test('on a phone the next lowest token is in view above its card', async ({ page }) => {
  await openRecording(
    page,
    Array.from({ length: 300 }, (_, index) =>
      tokenEvent(index * 10, {
        text: ` word${index}`,
        logprob: index === 99 ? -9 : index === 299 ? -5 : -0.1,
      }),
    ),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: /^Token \d+$/ });
  await card.getByRole('button', { name: 'Previous' }).click();
  await expect(card).toHaveAccessibleName('Token 100');
  const scroller = page.locator('[data-scroll]').filter({ has: output });
  await expect
    .poll(async () => {
      const [inner, outer] = [await card.boundingBox(), await scroller.boundingBox()];
      return (inner?.y ?? 0) - (outer?.y ?? 0);
    })
    .toBeGreaterThanOrEqual(lineAndGap);
});

/** Of the text above a card, CSS pixels. */
const lineAndGap = 30;
