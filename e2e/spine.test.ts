// The main job, end to end: a person presses Run and reads a real model's tokens as they arrive.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const beginning = 'Once upon a time there was a fox';

/** Fills the form with a request whose answer is the same every time. */
async function write(page: Page, maxTokens: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('spinbutton', { name: 'seed' }).fill('42');
}

/** Records every text that the output shows, with the time since the page was opened. */
async function recordOutput(page: Page): Promise<() => Promise<{ atMs: number; length: number }[]>> {
  const seen = await page.evaluateHandle(() => {
    const shown: { atMs: number; length: number }[] = [];
    new MutationObserver(() => {
      const length = document.querySelector('[aria-label="Output"]')?.textContent?.length ?? 0;
      if (length > (shown.at(-1)?.length ?? 0)) shown.push({ atMs: performance.now(), length });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return shown;
  });
  return () => seen.jsonValue();
}

test('a completion streams onto the screen token by token', async ({ page, service }) => {
  await page.goto('/');
  await write(page, 60);
  const recorded = await recordOutput(page);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');

  const shown = await recorded();
  const first = shown[0];
  const last = shown.at(-1);
  expect(shown.length).toBeGreaterThan(20);
  expect(first?.length).toBeLessThan(20);
  // Paced at 100 tokens a second, 60 tokens take 600 ms: they cannot have come at once.
  expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(300);

  const answer = await page.request.post(`${service.url}/v1/completions`, {
    headers: { authorization: `Bearer ${service.token}` },
    data: { model: 'inferdeck/tale-1m', prompt: beginning, max_tokens: 60, seed: 42 },
  });
  const { choices } = await answer.json();
  await expect(page.getByRole('region', { name: 'Output' })).toHaveText(choices[0].text, {
    useInnerText: false,
  });
});
