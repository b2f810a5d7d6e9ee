// Request fields in Write: descriptions, and invalid or refused input scrolled into view.
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';
import { test as scripted } from './scripted-service.ts';

test('on a phone, Run with an invalid number opens the collapsed parameters and focuses the field', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('textbox', { name: 'temperature' }).fill('warm');
  await page.setViewportSize({ width: 390, height: 844 });
  const field = page.getByRole('textbox', { name: 'temperature' });
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/“warm” is not a number/);
  expect(await overflowAround(field)).toBe(0);
});

test('a number that is left at its default is not read out as 0', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('max_tokens', { exact: true })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const field = nodes.find(
    ({ name, role }) => name?.value === 'max_tokens' && /textbox|spinbutton/.test(String(role?.value)),
  );
  expect(field).toBeDefined();
  expect(field?.value?.value ?? '').toBe('');
});

test('the shortcut in an invalid field says what is wrong, and sends nothing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const field = page.getByRole('textbox', { name: 'max_tokens' });
  await field.fill('1.5');
  await expect(field).not.toHaveAccessibleDescription(/must be a whole number/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Length and stop' }).getByRole('alert')).toBeVisible();
  await expect(field).toBeFocused();
  expect(sent).toEqual([]);
});

test('the error of the lowest visible field is not hidden by its help', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('textbox', { name: 'n', exact: true });
  await field.focus();
  await field.fill('129');
  await page.keyboard.press('ControlOrMeta+Enter');
  const error = page.getByText('n must be a whole number from 1 to 128.').last();
  const help = page.getByText(/^Number of completions/).and(page.locator(':visible'));
  await expect(error).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await error.boundingBox(), await help.boundingBox()];
      return above !== null && below !== null && above.y + above.height <= below.y;
    })
    .toBe(true);
});

test('a field has its meaning as description, shown under the fields while focused', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('textbox', { name: 'temperature' });
  const before = await field.boundingBox();
  const help = page.getByText(/^Degree of randomness/).and(page.locator(':visible'));
  await expect(help).toHaveCount(0);
  await field.focus();
  await expect(field).toHaveAccessibleDescription(/^Degree of randomness.+ in steps of 0\.05\.$/);
  await expect(help).toBeInViewport();
  expect(await field.boundingBox()).toEqual(before);
  // Services do not keep to it always.
  const seed = page.getByRole('textbox', { name: 'seed' });
  await expect(seed).toHaveAccessibleDescription(/^The same request with the same seed should give/);
  const stream = page.getByRole('radiogroup', { name: 'stream' });
  await expect(stream).toHaveAccessibleDescription(/one answer at the end/);
  await stream.getByRole('radio', { checked: true }).focus();
  await expect(page.getByText(/one answer at the end/).and(page.locator(':visible'))).toBeInViewport();
});

test('max_tokens shows the context length of the model, and its slider ends there', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('textbox', { name: 'max_tokens' });
  await expect(field).toHaveAccessibleDescription(/share the context of 512 tokens/);
  const slider = page.locator('[data-field="max_tokens"] input[type="range"]');
  await slider.evaluate((input: HTMLInputElement) => {
    input.value = '2048';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(field).toHaveValue('512');
});

test('an empty field shows the service’s default, if the service states it', async ({ page }) => {
  await page.goto('/');
  const temperature = page.getByRole('textbox', { name: 'temperature' });
  await expect(temperature).toHaveAttribute('placeholder', '0.7');
  await expect(temperature).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'top_p' })).toHaveAttribute('placeholder', 'default');
});

test('a seed as long as services report is read whole', async ({ page }) => {
  await page.goto('/');
  const seed = page.getByRole('textbox', { name: 'seed' });
  await seed.fill('4294967295');
  expect(await seed.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
});

test('an arrow key in an empty field starts at a neutral value, in every view', async ({ page }) => {
  await page.goto('/');
  const step = async (name: string | RegExp, value: string) => {
    const field = page.getByRole('textbox', { name });
    await field.press('ArrowUp');
    await expect(field).toHaveValue(value);
  };
  await step('seed', '1');
  await step('max_tokens', '257');
  await step('temperature', '0.75');

  // A column starts from the shared value.
  await page.goto('/?view=compare');
  await page.getByRole('button', { name: 'Parameters of column 2' }).click();
  await step('temperature', '0.8');
  await step('top_p', '1');
  await step('repetition_penalty', '1.05');

  await page.goto('/?view=data');
  const list = page.getByLabel('Variant 1: change a parameter');
  // Arrows open the list: closed, each would choose the next parameter.
  await list.press('ArrowDown');
  await expect(list).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Variant 1: max_tokens' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await list.selectOption('temperature');
  await expect(page.getByRole('textbox', { name: 'Variant 1: temperature' })).toBeFocused();
  await step('Variant 1: temperature', '1.05');
});

scripted('a service that refuses stream is quoted at that field', async ({ page, script }) => {
  script.answers.set('/models', { body: [{ id: 'acme/base-1b' }] });
  const message = 'Streams are not served here.';
  script.answers.set('/completions', {
    status: 400,
    body: { error: { message, type: 'invalid_request_error', param: 'stream' } },
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await expect(page.getByText('≈ 1 token', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Run/ }).click();
  const field = page.getByRole('radiogroup', { name: 'stream' });
  await expect(field.getByRole('radio', { name: 'true' })).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(message));
});

test('text without log-probabilities is noted, and the next run can request them', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('8');
  await page.getByRole('radiogroup', { name: 'stream' }).getByRole('radio', { name: 'false' }).check();
  await page.getByRole('button', { name: /^Run/ }).click();
  const strip = page.getByRole('region', { name: 'Run figures' });
  await expect(strip).toContainText('logprobs not sent');
  await expect(strip.getByRole('button', { name: /^probability/ })).toBeHidden();
  await strip.getByRole('button', { name: 'send next time' }).click();
  const sent = page.waitForRequest('**/v1/completions');
  await page.getByRole('button', { name: /^Run/ }).click();
  expect((await sent).postDataJSON()).toMatchObject({ logprobs: 1 });
  await expect(strip.getByRole('button', { name: /^probability/ })).toBeVisible();

  // An echoed prompt is in the text and in no count of the answer.
  const tokens = strip.locator('dl > div').filter({ has: page.getByText('prompt + output tokens') });
  await expect(tokens.locator('dd')).toHaveText(/\+ 8$/);
  await page.getByRole('radiogroup', { name: 'echo' }).getByRole('radio', { name: 'true' }).check();
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText(/starts with the prompt \(\d+ tokens?, underlined\) · 8 tokens/)).toBeVisible();
  await expect(tokens.locator('dd')).toHaveText(/\+ 8$/);
});

scripted('limits of silence are settable, and hold after a reload', async ({ page, script }) => {
  script.answers.set('/models', { body: [{ id: 'acme/base-1b' }] });
  script.answers.set('/completions', { isHeld: true, body: null });
  await page.clock.install();
  const open = async () => {
    await page.getByRole('button', { name: /^Connection:/ }).click();
    await page.getByText('Timeouts').click();
  };
  await page.goto('/');
  await open();
  const first = page.getByRole('textbox', { name: /without a first token/ });
  await expect(first).toHaveValue('60');
  await first.fill('0');
  await expect(first).toHaveAccessibleDescription(/a number from 1 to 86,400\./);
  await first.fill('2 s');
  await page.getByRole('textbox', { name: /silent stream/ }).fill('');
  await page.reload();
  await open();
  await expect(first).toHaveValue('2');
  await expect(page.getByRole('textbox', { name: /silent stream/ })).toHaveValue('');
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('status', { name: 'Silence' })).toHaveText('No data arrives.');
  await expect(page.getByRole('timer', { name: 'Silent for' })).toHaveText(/^([2-9]|\d\d+) s$/);
  await page.clock.fastForward('10:00');
  await expect(page.getByRole('status', { name: 'Sleep' })).toContainText('slept for 10');
});

test('the side panel is resized by its edge and by keys, keeps its width after a reload, and can be reset', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 860 });
  await page.goto('/');
  const edge = page.getByRole('separator', { name: 'Panel width' });
  const panel = page.getByRole('complementary', { name: 'Parameters, tokens and events' });
  const width = () => panel.evaluate((element) => element.getBoundingClientRect().width);
  await edge.hover();
  const before = await width();
  const box = await edge.boundingBox();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 100, 300);
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(before + 90);
  await edge.press('ArrowLeft');
  const wide = before + 100;
  await expect.poll(width).toBeGreaterThan(wide);
  await page.mouse.move(400, 300);
  await expect.poll(width).toBeLessThan(wide + 50);
  const kept = await width();
  await page.reload();
  await expect.poll(width).toBe(kept);
  await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(kept)));
  await edge.dblclick();
  await expect.poll(width).toBe(before);
  await page.reload();
  await expect.poll(width).toBe(before);
});

test('all parameters are reset at once, by a command or beside the presets, and the prompt stays', async ({
  page,
}) => {
  await page.goto('/');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Prompt').fill('Once');
  const setTwo = async () => {
    await page.getByRole('tab', { name: 'Parameters' }).click();
    await field('temperature').fill('0.5');
    await field('suffix').fill('end');
  };
  const expectReset = async () => {
    await page.getByRole('tab', { name: 'Parameters' }).click();
    await expect(field('temperature')).toHaveValue('');
    await expect(field('suffix')).toHaveValue('');
    await expect(field('Prompt')).toHaveValue('Once');
  };
  await setTwo();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /command/ }).fill('reset all');
  await page.getByRole('option', { name: 'Reset all parameters to their defaults' }).click();
  await expectReset();
  await setTwo();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  const reset = page.getByRole('button', { name: 'Reset all parameters' });
  await reset.click();
  await expect(reset).toBeDisabled();
  await expectReset();
});

test('a suffix keeps its lines', async ({ page }) => {
  await page.goto('/');
  const suffix = page.getByRole('textbox', { name: 'suffix', exact: true });
  await suffix.fill('}\n\nfunction next() {');
  await expect(suffix).toHaveValue('}\n\nfunction next() {');
  await suffix.press('Enter');
  await expect(suffix).toHaveValue('}\n\nfunction next() {\n');
  await expect(page.getByRole('button', { name: 'Reset suffix to default' })).toBeInViewport({ ratio: 1 });
});

test('a prompt that the service refuses has its error apart from its text', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('b '.repeat(700));
  await page.getByRole('textbox', { name: 'seed' }).fill('7');
  await page.keyboard.press('ControlOrMeta+Enter');
  const error = page.getByRole('alert').filter({ hasText: /^The prompt has 701 tokens/ });
  await expect(error).toBeVisible();
  await expect(error.locator('svg')).toBeVisible();
  await expect(error).not.toHaveCSS('font-family', /Mono/);
  // No text can be expected again.
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect(page.getByText(/seed is fixed/)).toHaveCount(0);
});
