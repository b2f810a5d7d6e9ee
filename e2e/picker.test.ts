// Model picker: runnable models first, sample catalogue marked.
import { expect, test } from './fixtures.ts';

test('the first model runs here, and sample entries are grouped at the end', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: /^Model:/ });
  await expect(button).toHaveAccessibleName('Model: inferdeck/tale-1m 512 context');
  await button.click();
  await expect(page.getByRole('option').first()).toContainText('inferdeck/tale-1m');
  const groups = page.getByRole('group');
  await expect(groups.first()).toContainText('Available');
  await expect(groups.last()).toContainText('Samples (not runnable)');
});

test('the picker says that the models failed to load', async ({ page }) => {
  await page.route('**/v1/models', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Model: Models failed to load' })).toBeVisible();
});

test('a screen reader meets the field of a list before its options', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Model:/ }).click();
  const field = page.getByRole('combobox', { name: /^Model:/ });
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', /./);
});

test('a run with a sample model says that it does not run here', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Model:/ }).click();
  await page.getByRole('combobox', { name: /^Model:/ }).fill('Llama-3.3-70B');
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'model_not_available' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'sample' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose another model' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByRole('button', { name: /^Model: inferdeck/ })).toBeVisible();
});

test('a model from the address that the service does not list is marked before a run', async ({ page }) => {
  await page.goto('/?model=acme%2Funknown');
  await expect(page.getByRole('button', { name: /^Model: acme/ })).toHaveAccessibleName(
    'Model: acme/unknown not in the list',
  );
});

test('in a narrow bar the id of the model is cut last', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/?model=meta-llama%2FLlama-3.3-70B-Instruct');
  const button = page.getByRole('button', { name: /^Model: meta-llama.* sample, not runnable$/ });
  await expect(button).toBeVisible();
  const shares = await button.evaluate((element) => {
    const id = element.querySelector('[data-end]');
    return (id?.clientWidth ?? 0) / element.clientWidth;
  });
  expect(shares).toBeGreaterThan(0.6);
});

test('beside a cut detail the end of an id stays', async ({ page }) => {
  await page.goto('/?model=meta-llama%2FLlama-3.3-70B-Instruct');
  const id = page.getByRole('button', { name: /^Model: meta-llama/ }).locator('[data-end]');
  await expect(id).toBeVisible();
  for (let width = 768; width <= 1280; width += 32) {
    await page.setViewportSize({ width, height: 800 });
    // What overflows ends in an ellipsis, unless the end is drawn over it.
    const isEndSeen = await id.evaluate((element) => {
      const text = element.querySelector('span') ?? element;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isWhole = range.getBoundingClientRect().width <= text.getBoundingClientRect().width + 0.1;
      return isWhole || Number.parseFloat(getComputedStyle(element, '::after').width) > 0;
    });
    expect(isEndSeen, `at ${width} px`).toBe(true);
  }
});

test('where there is room, a list shows long ids whole beside their details', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Model:/ }).click();
  const id = page.getByRole('option', { name: /Qwen3-Coder-480B/ }).locator('[data-end]');
  await expect(id).toBeVisible();
  // The end is drawn over an id that is cut.
  expect(await id.evaluate((element) => getComputedStyle(element, '::after').width)).toBe('0px');
});

test('what is typed while the list opens is its search, on a slow machine, too', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByRole('button', { name: /^Model:/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('llama');
  await expect(page.getByRole('combobox', { name: /^Model:/ })).toHaveValue('llama');
  await page.keyboard.type('-3.3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model: meta-llama\/Llama-3\.3/ })).toBeVisible();
});

test('a long id is cut to the width of a lab', async ({ page }) => {
  const button = page.getByRole('button', { name: /^Model: acme/ });
  await page.goto(`/?model=acme%2F${'many-parts-'.repeat(20)}v2`);
  await expect(button).toBeVisible();
  await page.goto('/?view=labs&lab=xray');
  await expect(button).toBeVisible();
  const lab = page.getByRole('region', { name: 'Prompt X-ray' });
  expect(await lab.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
