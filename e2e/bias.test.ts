// What stands in the request: every number can be taken back, and the seed can be thrown like a die.
import { expect, test } from './fixtures.ts';

test('a number that was set is taken out of the request again, by pointer or by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await expect(page.getByRole('button', { name: /^Do not send/ })).toHaveCount(0);
  const temperature = page.getByRole('spinbutton', { name: 'temperature' });
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill('4');
  await temperature.fill('0.5');
  await page.getByRole('spinbutton', { name: 'top_p' }).fill('warm');
  await page.getByRole('button', { name: 'Do not send top_p' }).click();
  await temperature.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Do not send temperature' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(temperature).toBeFocused();
  await expect(temperature).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Do not send/ })).toHaveCount(1);
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toEqual({
    model: 'inferdeck/tale-1m',
    prompt: 'Once upon a time',
    max_tokens: 4,
    stream: true,
  });
});

test('the dice throws another seed each time', async ({ page }) => {
  await page.goto('/');
  const seed = page.getByRole('spinbutton', { name: 'seed' });
  const thrown = new Set<string>();
  for (let throws = 0; throws < 4; throws += 1) {
    await page.getByRole('button', { name: 'Random seed' }).click();
    await expect(seed).toHaveValue(/^\d{1,6}$/);
    thrown.add(await seed.inputValue());
  }
  expect(thrown.size).toBeGreaterThan(1);
});
