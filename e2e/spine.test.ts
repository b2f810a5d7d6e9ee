// Main path, end to end: Run streams a real model's tokens.
import type { Page, Route } from '@playwright/test';
import { CompletionResponse } from '#api/schema/completion-response.ts';
import { startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';

const beginning = 'Once upon a time there was a fox';

/** Fills the form with a request whose answer is the same every time. */
async function write(page: Page, maxTokens: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
}

/** Records the length of every text that the output shows. */
async function recordOutput(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const shown: number[] = [];
    new MutationObserver(() => {
      const length =
        document.querySelector('[role="textbox"][aria-label="Output"]')?.textContent?.length ?? 0;
      if (length > (shown.at(-1) ?? 0)) shown.push(length);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return shown;
  });
  return () => seen.jsonValue();
}

test('a completion streams onto the screen token by token', async ({ page, service }) => {
  await page.goto('/');
  await write(page, 120);
  const recorded = await recordOutput(page);
  const button = page.getByRole('button', { name: 'Run' });
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+Enter Meta+Enter');
  await button.click();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');

  const shown = await recorded();
  expect(shown.length).toBeGreaterThan(3);

  const answer = await page.request.post(`${service.url}/v1/completions`, {
    headers: { authorization: `Bearer ${service.token}` },
    data: { model: 'inferdeck/tale-1m', prompt: beginning, max_tokens: 120, seed: 42 },
  });
  const { choices } = CompletionResponse.parse(await answer.json());
  await expect(page.getByRole('textbox', { name: 'Output' })).toHaveText(choices[0]?.text ?? 'no text', {
    useInnerText: false,
  });
});

test('Stop ends the run on the screen and on the server', async ({ page }) => {
  // So slow that the run is not over before it is stopped, however busy the machine.
  await using service = await startService({ INFERDECK_PACE: '5' });
  await page.goto(service.url);
  await write(page, 400);
  const button = page.getByRole('button', { name: 'Run' });
  await button.click();
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect(output).toContainText(/\w{3,}/);
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  const left = () => service.lines.filter((line) => line.includes('/completions 200 left')).length;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Stopped');
  const kept = await output.textContent();
  await expect(page.getByRole('button', { name: 'Continue from here' })).toBeVisible();
  // The model costs nothing.
  await expect(page.getByText(/charged/)).toBeHidden();
  await expect.poll(left).toBe(1);
  await expect(output).toHaveText(kept ?? '', { useInnerText: false });
  await expect(button).toBeFocused();
});

test('a direct connection with a wrong token shows the 401 in place and keeps the draft', async ({
  page,
  service,
}) => {
  await page.goto('/');
  await write(page, 10);
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Add a direct connection' }).click();
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${service.url}/v1`);
  await page.getByLabel('Token', { exact: true }).fill('not-the-token');
  await page.getByRole('button', { name: 'Save and use' }).click();
  await expect(page.getByRole('button', { name: /unauthorized/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /^Model:/ }).click();
  await page.getByRole('combobox', { name: /^Model:/ }).fill('inferdeck/tale-1m');
  await page.getByRole('option').click();
  await page.getByRole('button', { name: 'Run' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'HTTP 401' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning);
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toHaveValue('10');
});

test('a reload keeps the draft', async ({ page }) => {
  await page.goto('/');
  await write(page, 33);
  await page.getByRole('textbox', { name: 'temperature' }).fill('not yet a number');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning);
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toHaveValue('33');
  await expect(page.getByRole('textbox', { name: 'temperature' })).toHaveValue('not yet a number');
  await expect(page.getByRole('textbox', { name: 'top_p' })).toHaveValue('');
});

test('an untouched field is absent from the request, and a typed stop counts at once', async ({ page }) => {
  await page.goto('/');
  await write(page, 5);
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toEqual({
    model: 'inferdeck/tale-1m',
    prompt: beginning,
    max_tokens: 5,
    seed: 42,
    stream: true,
  });
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');

  const stop = page.getByRole('textbox', { name: 'stop' });
  // Enter that ends an IME composition adds nothing yet.
  await stop.fill('。');
  await stop.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(stop).toHaveValue('。');
  const sentNext = page.waitForRequest('**/v1/completions');
  await stop.press('ControlOrMeta+Enter');
  expect((await sentNext).postDataJSON()).toMatchObject({ stop: ['。'] });
  await expect(stop).toHaveValue('');
  // A blank at its end counts, and is seen.
  await stop.fill('User: ');
  await stop.press('Enter');
  await expect(page.getByText('User:·', { exact: true })).toBeVisible();
});

test('a refused value is shown at its field, which gets the focus', async ({ page }) => {
  await page.goto('/');
  await write(page, 100_000);
  await page.keyboard.press('ControlOrMeta+Enter');
  const field = page.getByRole('textbox', { name: 'max_tokens' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('region', { name: 'Length and stop' }).getByRole('alert')).toContainText(
    /context/,
  );
  await field.fill('5');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  // For stop the text input is focused, not the button that removes a sequence.
  const stop = page.getByRole('textbox', { name: 'stop' });
  await stop.fill('.');
  await stop.press('Enter');
  await page.route('**/v1/completions', (route) =>
    route.fulfill({ status: 400, json: { error: { message: 'Not this stop.', param: 'stop' } } }),
  );
  await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter');
  await expect(stop).toBeFocused();
  await expect(page.getByRole('region', { name: 'Length and stop' }).getByRole('alert')).toHaveText(
    'Not this stop.',
  );
});

test('on a phone a prompt that vLLM finds too long is marked itself, and no panel covers why', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/v1/completions', (route) =>
    route.fulfill({
      status: 400,
      json: { error: { message: 'Too long.', param: 'input_tokens', code: 400 } },
    }),
  );
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('Once upon a time');
  await prompt.press('ControlOrMeta+Enter');
  await expect(prompt).toHaveAttribute('aria-invalid', 'true');
  await expect(prompt).toBeFocused();
  await expect(page.getByRole('button', { name: 'Go to the prompt' })).toBeVisible();
});

test('invalid input is reported and nothing is sent', async ({ page }) => {
  await page.goto('/');
  await write(page, 5);
  const temperature = page.getByRole('textbox', { name: 'temperature' });
  await temperature.fill('warm');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(temperature).toBeFocused();
  await expect(page.getByText('“warm” is not a number.')).toBeVisible();
  expect(requests).toBe(0);
});

test('every token of the output can be inspected, by pointer and by keyboard', async ({ page }) => {
  await page.goto('/');
  await write(page, 60);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('Home');
  await expect(output.getByRole('status')).toContainText('token 1 of 60');
  await page.keyboard.press('ArrowRight');
  await expect(output.getByRole('status')).toContainText('token 2 of 60');
  await page.keyboard.press('l');
  await expect(output).toContainText('lowest probability in this text');
  await page.keyboard.press('Escape');
  await expect(output).not.toContainText('lowest probability in this text');

  await output.hover({ position: { x: 30, y: 12 } });
  await expect(output).toContainText(/p (> )?[\d.]+ % · logprob −/);
});

test('the copied text is the text as received', async ({ page }) => {
  await page.goto('/');
  await write(page, 120);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.mouse.move(0, 0);
  const output = page.getByRole('textbox', { name: 'Output' });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const shown = (await output.locator('[data-block]').allTextContents()).join('');
  await output.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('ControlOrMeta+C');
  await prompt.fill('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(prompt).toHaveValue(shown);

  await page.getByRole('button', { name: 'Copy output' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  await prompt.fill('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(prompt).toHaveValue(shown);
});

test('Run pressed before the models are loaded starts once they are', async ({ page }) => {
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/v1/models', async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  const state = page.getByRole('status', { name: 'Run' });
  await expect(state).toHaveText('Ready');
  // The press shows, and can be withdrawn.
  const start = page.getByRole('button', { name: /^Run/ });
  const stop = page.getByRole('button', { name: /^Stop/ });
  await expect(start).toBeDisabled();
  await stop.click();
  await expect(stop).toBeDisabled();
  await start.click();
  await expect(stop).toBeEnabled();
  isHeld = false;
  for (const route of held) await route.continue();
  await expect(state).toHaveText('Complete');
});

test('the prompt grows with its text in browsers without field sizing', async ({ page }) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (name: string, value?: string) =>
      name !== 'field-sizing' && (value === undefined ? supports(name) : supports(name, value));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('textarea { field-sizing: fixed !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const hidden = () => prompt.evaluate((field) => field.scrollHeight - field.clientHeight);
  const height = async () => (await prompt.boundingBox())?.height ?? 0;
  const empty = await height();
  await prompt.fill('a line\n'.repeat(12));
  expect(await hidden()).toBeLessThanOrEqual(0);
  const full = await height();
  expect(full).toBeGreaterThan(empty);
  await prompt.fill('');
  expect(await height()).toBeLessThan(full);
});

test('one press takes back what was typed, not a letter of it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Model: inferdeck/ })).toBeVisible();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const typeAndUndo = async (before: string) => {
    await prompt.fill(before);
    await prompt.press('End');
    await prompt.pressSequentially(' walked home');
    await expect(prompt).toHaveValue(`${before} walked home`);
    await prompt.press('ControlOrMeta+z');
    // The page may have changed meanwhile, which begins another step.
    await expect(prompt).toHaveValue(new RegExp(`^(${before}[ a-z]{0,9})?$`));
  };
  await typeAndUndo('The postman');
  await page.getByRole('radio', { name: 'Data' }).check();
  await typeAndUndo('The baker');
  await page.getByRole('radio', { name: 'Labs' }).check();
  await typeAndUndo('The miller');
});
