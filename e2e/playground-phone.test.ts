// Playground at phone width: nothing is wider than the window, and the main action can be pressed.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';
import { scrollFrom } from './touch.ts';

test.use({ viewport: { width: 390, height: 844 } });

const labs = [
  { id: 'xray', name: 'Prompt X-ray', act: 'X-ray the prompt' },
  { id: 'ranking', name: 'Answer ranking', act: 'Rank the answers' },
  { id: 'surprise', name: 'Cross-model surprise', act: 'Compare the models' },
  { id: 'alternatives', name: 'Alternatives', act: 'Sample 128' },
  { id: 'grid', name: 'Parameter grid', act: 'Run grid' },
  { id: 'determinism', name: 'Determinism check', act: /^Check (Ctrl|⌘)/ },
] as const;

/** Writes a prompt in Write, as a user does, and opens another view. */
async function open(page: Page, view: 'Data' | 'Labs', prompt: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  await page.getByRole('radio', { name: view }).check();
}

/** Neither the page nor a vertically scrolling part of it scrolls horizontally. */
async function expectNoSideways(part: Locator): Promise<void> {
  await expect.poll(() => overflowAround(part)).toBe(0);
}

/** It is visible, and nothing covers it. */
async function expectReachable(button: Locator): Promise<void> {
  await button.click({ trial: true });
  await expect(button).toBeInViewport({ ratio: 1 });
}

for (const { id, name, act } of labs) {
  test(`${name} fits a phone, and its main action can be pressed`, async ({ page }) => {
    await open(page, 'Labs', 'Once upon a time there was a fox, who lived in a forest by the sea.');
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`lab=${id}`));
    const lab = page.getByRole('region', { name, exact: true });
    if (id === 'ranking') await lab.getByRole('textbox', { name: 'Answers' }).fill(' happy\n sad');
    if (id === 'surprise') {
      await lab.getByRole('button', { name: /^Model B:/ }).click();
      await page.getByRole('combobox', { name: /^Model B/ }).fill('nobody/else');
      await page.keyboard.press('Enter');
    }
    if (id === 'determinism') await lab.getByRole('textbox', { name: 'Seed' }).fill('42');
    await expectReachable(lab.getByRole('button', { name: act }));
    await expectNoSideways(lab);
  });
}

test('results of a lab fit a phone', async ({ page }) => {
  await open(page, 'Labs', 'Once upon a time there was a fox.\nQuarterly EBITDA rose by 14 percent.');
  await page.getByRole('button', { name: 'Prompt X-ray' }).click();
  const lab = page.getByRole('region', { name: 'Prompt X-ray', exact: true });
  await lab.getByRole('button', { name: 'X-ray the prompt' }).click();
  await expect(lab.getByRole('region', { name: 'X-ray figures' })).toContainText('nats/token');
  await expectNoSideways(lab);
  await lab.getByRole('button', { name: 'Most surprising span' }).click();
  const card = lab.locator('[data-card]');
  await expect(card).toBeInViewport({ ratio: 1 });
  // It did not arrive.
  await expect(card).toContainText(/perplexity so far [\d.,]+$/);
});

test('a lab opened by its address is in view among the labs', async ({ page }) => {
  await page.goto('/?view=labs&lab=stops');
  await expect(page.getByRole('button', { name: 'Stop lab' })).toBeInViewport({ ratio: 1 });
});

test('a data run fits a phone from the file to its rows', async ({ page }) => {
  await open(page, 'Data', 'Tell of {{hero}}');
  await page.getByRole('button', { name: 'Setup' }).click();
  const rows = ['a fox', 'a wolf, who had never been outside of his forest before'];
  await page.getByLabel('Data file').setInputFiles({
    name: 'heroes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`hero\n${rows.map((row) => `"${row}"`).join('\n')}\n`),
  });
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('6');
  await expectNoSideways(page.getByRole('complementary'));
  await page.getByRole('button', { name: 'Setup' }).click();
  const start = page.getByRole('button', { name: 'Start 2 requests' });
  await expectReachable(start);
  await expectNoSideways(page.getByRole('main'));
  await start.click();
  await expect(page.getByRole('status', { name: 'Run', exact: true })).toHaveText('Done');
  await expect(page.getByRole('grid', { name: 'rows' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'output' })).toBeInViewport();
  await expectNoSideways(page.getByRole('main'));
});

test('Tab reaches nothing behind the parameters while they cover the page', async ({ page }) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeVisible();
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  const panel = page.getByRole('complementary');
  await expect(panel).toBeVisible();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
  await expect(prompt).toBeHidden();
  await page.getByRole('button', { name: /^Run/ }).focus();
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toBeInViewport();
    await expect(page.locator('[data-scroll] :focus')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect(prompt).toBeVisible();
});

test('Run brings the answer into view while the parameters cover it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('8');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeHidden();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('textbox', { name: 'Output' })).toContainText(/\w/);
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toBeHidden();
  await page.getByRole('radio', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toBeVisible();
  await page.getByRole('button', { name: /^Run all 2/ }).click();
  await expect(page.getByRole('textbox', { name: 'Output of Column 1' })).toContainText(/\w/);
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toBeHidden();
});

test('the answers of a comparison have most of a phone’s height, whatever the prompt', async ({ page }) => {
  await page.goto('/?view=compare');
  const lines = Array.from({ length: 9 }, (_, line) => `Line ${line + 1}: once upon a time`);
  await page.getByRole('textbox', { name: 'Prompt' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.getByRole('button', { name: 'Close parameters' }).click();
  await page.getByRole('button', { name: 'Run all 2' }).click();
  const column = page.getByRole('region', { name: /^Column 1/ });
  const state = column.getByRole('status', { name: 'State' });
  await expect(state).toHaveText('Complete');
  expect((await column.boundingBox())?.height).toBeGreaterThan(844 * 0.48);
  await column.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(state).not.toBeInViewport();
  await expect(column.getByRole('button', { name: 'Open in Write' })).toBeInViewport({ ratio: 1 });
  await expectNoSideways(page.getByRole('main'));
});

test('an answer and its figures fit a phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeAttached();
  await expectNoSideways(page.getByRole('main'));
  await page.setViewportSize({ width: 320, height: 844 });
  await page.getByRole('textbox', { name: 'Prompt' }).fill('In the garden');
  const restore = page.getByRole('button', { name: 'Restore its prompt' });
  // One line.
  await expect.poll(async () => (await restore.boundingBox())?.height).toBeLessThan(24);
  // What is chosen while the panel covers the text is pinned there.
  const parameters = page.getByRole('button', { name: 'Parameters', exact: true });
  await parameters.click();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('grid', { name: 'Tokens' }).getByRole('row').nth(6).click();
  await parameters.click();
  await expect(page.getByRole('dialog', { name: 'Token 6' })).toBeInViewport();
});

test('choices fit the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sample 24 choices' }).click();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('radio', { name: 'Count' }).check();
  await expectNoSideways(page.getByText(/^24 choices/));
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a swipe that starts on a slider scrolls the parameters and sets none', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Parameters' }).click();
    const slider = page.getByRole('slider', { name: 'temperature' });
    await scrollFrom(page, slider);
    await expect(page.getByRole('textbox', { name: 'temperature' })).toHaveValue('');
    await slider.tap({ position: { x: 10, y: 5 } });
    await expect(page.getByRole('textbox', { name: 'temperature' })).not.toHaveValue('');
  });

  test('an empty suffix and an empty stop are as high as a number', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Parameters' }).tap();
    const [suffix, stop, number] = await Promise.all(
      ['suffix', 'stop', 'temperature'].map((name) =>
        page.getByRole('textbox', { name, exact: true }).boundingBox(),
      ),
    );
    expect(suffix?.height).toBe(number?.height);
    expect(stop?.height).toBe(number?.height);
  });
});
