// Fields of the request: every number can be removed again, and the seed can be rolled.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('a set number is removed from the request again, by pointer or by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await expect(page.getByRole('button', { name: / to default$/ })).toHaveCount(0);
  const temperature = page.getByRole('textbox', { name: 'temperature' });
  // The arrow keys start at the value in effect while nothing is sent, not at the lower limit.
  await page.getByRole('textbox', { name: 'repetition_penalty' }).press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'repetition_penalty' })).toHaveValue('1.05');
  await page.getByRole('button', { name: 'Reset repetition_penalty to default' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('4');
  await temperature.fill('0.5');
  await page.getByRole('textbox', { name: 'top_p' }).fill('warm');
  await page.getByRole('button', { name: 'Reset top_p to default' }).click();
  await temperature.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reset temperature to default' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(temperature).toBeFocused();
  await expect(temperature).toHaveValue('');
  await expect(page.getByRole('button', { name: / to default$/ })).toHaveCount(1);
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toEqual({
    model: 'inferdeck/tale-1m',
    prompt: 'Once upon a time',
    max_tokens: 4,
    stream: true,
  });
});

test('the dice rolls a random seed of at most six digits', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  const seed = page.getByRole('textbox', { name: 'seed' });
  for (const [chance, thrown] of [
    [0, '0'],
    [0.1234567, '123456'],
    [0.9999999, '999999'],
  ] as const) {
    await page.evaluate((value) => (Math.random = () => value), chance);
    await page.getByRole('button', { name: 'Random seed' }).click();
    await expect(seed).toHaveValue(thrown);
  }
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({ seed: 999_999 });
});

test('the list of words stays beside its button while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/');
  const button = page.getByRole('button', { name: '+ word' });
  await button.click();
  const picker = page.getByRole('dialog', { name: 'Token by its text' });
  const gap = async () => {
    const [from, to] = [await button.boundingBox(), await picker.boundingBox()];
    if (from === null || to === null) return null;
    return Math.round(Math.max(from.y - to.y - to.height, to.y - from.y - from.height));
  };
  await expect.poll(gap).toBe(4);
  const before = (await button.boundingBox())?.y ?? 0;
  await button.evaluate((element) => {
    for (let part = element.parentElement; part !== null; part = part.parentElement) part.scrollBy(0, 60);
  });
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(before);
  await expect.poll(gap).toBe(4);
});

/** Runs a request whose answer is the same every time, and waits for its end. */
async function run(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time there was a fox');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('40');
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
}

test('a token banned in the text appears in the parameters at once, by its text, and after a reload', async ({
  page,
}) => {
  await page.goto('/');
  await run(page);
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Token 1' });
  const [, id = 'none'] = (await card.textContent())?.match(/id (\d+)/) ?? [];
  await card.getByRole('button', { name: 'Ban' }).click();
  const penalties = page.getByRole('region', { name: 'Penalties' });
  await expect(penalties.getByRole('textbox', { name: 'Token id' })).toHaveValue(id);
  await expect(penalties.getByRole('textbox', { name: 'Bias' })).toHaveValue('-100');
  await expect(penalties.getByText('·named')).toBeVisible();

  await card.getByRole('textbox', { name: 'Bias that boosts' }).fill('7');
  await card.getByRole('button', { name: 'Boost by' }).click();
  await expect(penalties.getByRole('textbox', { name: 'Bias' })).toHaveValue('7');
  await card.getByRole('button', { name: 'Ban' }).click();

  await page.reload();
  await expect(penalties.getByText('·named')).toBeVisible();
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toMatchObject({ logit_bias: { [id]: -100 } });
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(output).not.toHaveText(/^ named/);
});

test('of several biases the one that the service refuses is marked, until it is removed', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  const penalties = page.getByRole('region', { name: 'Penalties' });
  const ids = penalties.getByRole('textbox', { name: 'Token id' });
  for (const [index, id] of ['300', '999999'].entries()) {
    await penalties.getByRole('button', { name: '+ token id' }).click();
    await ids.nth(index).fill(id);
    await penalties.getByRole('textbox', { name: 'Bias' }).nth(index).fill('-5');
  }
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(penalties.getByRole('alert').filter({ hasText: '999999' })).toBeVisible();
  await expect(ids.nth(1)).toHaveAttribute('aria-invalid', 'true');
  await expect(ids.nth(0)).not.toHaveAttribute('aria-invalid', 'true');
  for (const index of [1, 0])
    await penalties.getByRole('button', { name: 'Remove this bias' }).nth(index).click();
  await expect(ids).toHaveCount(0);
  await expect(penalties.getByRole('alert').filter({ hasText: '999999' })).toHaveCount(0);
});

test('a bias is found by the text of its token, learned from answers', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: '+ word' }).click();
  await expect(page.getByRole('dialog', { name: 'Token by its text' })).toContainText('No tokens known yet');
  await page.keyboard.press('Escape');
  await run(page);
  await page.getByRole('button', { name: '+ word' }).click();
  const field = page.getByRole('combobox', { name: 'Text of a token' });
  await expect(page.getByText(/^\d+ tokens seen so far$/)).toBeVisible();
  await field.fill('xyzzy');
  await expect(page.getByRole('dialog', { name: 'Token by its text' })).toContainText(
    'Only tokens of past answers and X-rays are known; Prompt X-ray, in Labs, adds those of its text.',
  );
  await field.fill(' named');
  await page.keyboard.press('Enter');
  const penalties = page.getByRole('region', { name: 'Penalties' });
  await expect(penalties.getByText('·named')).toBeVisible();
  const bias = penalties.getByRole('textbox', { name: 'Bias' });
  await expect(bias).toBeFocused();
  await expect(bias).toHaveValue('-100');
  await page.keyboard.type('-5');
  await expect(bias).toHaveValue('-5');
  await page.getByRole('button', { name: '+ token id' }).click();
  await page.keyboard.type('7');
  await expect(penalties.getByRole('textbox', { name: 'Token id' }).last()).toHaveValue('7');
});

test('a comparison teaches tokens, too', async ({ page }) => {
  await page.goto('/?view=compare');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: 'Remove column 2' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'State' })).toHaveText('Complete');
  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByRole('button', { name: '+ word' }).click();
  await expect(page.getByText(/^\d+ tokens seen so far$/)).toBeVisible();
});

test('token names of the session are known even without a browser database', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.goto('/');
  await run(page);
  await page.getByRole('button', { name: '+ word' }).click();
  await expect(page.getByText(/^\d+ tokens seen so far$/)).toBeVisible();
});

test('only the wrong part of a bias is marked, and Run leads to it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  const [ids, biases] = [
    page.getByRole('textbox', { name: 'Token id' }),
    page.getByRole('textbox', { name: 'Bias' }),
  ];
  for (const [index, id] of ['850', '9'].entries()) {
    await page.getByRole('button', { name: '+ token id' }).click();
    await ids.nth(index).fill(id);
  }
  await biases.first().fill('-100');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(biases.last()).toBeFocused();
  await expect(biases.last()).toHaveAttribute('aria-invalid', 'true');
  for (const right of [ids.first(), ids.last(), biases.first()])
    await expect(right).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').filter({ hasText: 'The bias of token 9' })).toBeVisible();
});
