// Choices of one prompt: shared text is shown once, each choice can be opened, copied and continued.
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { expect, test } from './fixtures.ts';

const beginning = 'Once upon a time';

/** Runs a request with several choices, and waits for its end. */
async function run(page: Page, n: number, maxTokens = 24): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'n', exact: true }).fill(String(n));
  await page.getByRole('textbox', { name: 'seed' }).fill('7');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
}

const Choices = z.array(
  z.object({ index: z.number(), text: z.string(), finish_reason: z.nullable(z.string()) }),
);

/** The choices as copied: one object per line. */
async function copied(page: Page): Promise<z.infer<typeof Choices>> {
  await page.getByRole('button', { name: 'Copy all as JSONL' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  // The page's policy forbids reading the clipboard, so its content is pasted.
  const paper = await page.evaluateHandle(() => {
    const area = document.createElement('textarea');
    document.body.append(area);
    area.focus();
    return area;
  });
  await page.keyboard.press('ControlOrMeta+V');
  const text = await paper.evaluate((area) => {
    area.remove();
    return area.value;
  });
  return Choices.parse(JSON.parse(`[${text.trim().split('\n').join(',')}]`));
}

test('128 choices are a tree whose branches lead to the copied texts', async ({ page }) => {
  await page.goto('/');
  await run(page, 128);
  const tree = page.getByRole('tree', { name: 'Choices' });
  await expect(page.getByText(/^128 choices · \d+ different$/)).toBeVisible();
  // The page did not run after the last of them.
  await expect(page.getByRole('radiogroup', { name: 'Choices as' })).toBeInViewport();
  const choices = await copied(page);
  expect(choices.map(({ index }) => index)).toEqual(Array.from({ length: 128 }, (_, index) => index));
  expect(new Set(choices.map(({ text }) => text)).size).toBeGreaterThan(10);
  const rows = await tree.getByRole('treeitem').count();
  expect(rows).toBeGreaterThan(5);
  expect(rows).toBeLessThan(60);

  const reasons = new Map<string, number>();
  for (const { finish_reason: reason } of choices)
    reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1);
  // A single finish reason has no filter.
  const offered = reasons.size > 1 ? [...reasons] : [];
  const filter = page.getByRole('radiogroup', { name: 'Finish reason' });
  await expect(filter.getByRole('radio')).toHaveCount(offered.length === 0 ? 0 : offered.length + 1);
  for (const [reason, count] of offered)
    await expect(filter.getByRole('radio', { name: `${reason} ${count}` })).toBeVisible();
});

test('the arrow keys move between branches, and Enter opens a choice with its tokens', async ({ page }) => {
  await page.goto('/');
  await run(page, 16);
  const choices = await copied(page);
  const tree = page.getByRole('tree', { name: 'Choices' });
  await tree.focus();
  await page.keyboard.press('End');
  const current = tree.getByRole('treeitem', { selected: true });
  await expect(current).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(current).toHaveAttribute('aria-expanded', 'true');
  const output = current.getByRole('textbox', { name: /^Output \d+$/ });
  const index = Number((await output.getAttribute('aria-label'))?.replace('Output ', ''));
  const shown = (await output.locator('[data-block]').allTextContents()).join('');
  expect(shown).toBe(choices[index]?.text);

  await output.focus();
  await page.keyboard.press('Home');
  await expect(output).toContainText('token 1 ·');
  await tree.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(current).not.toHaveAttribute('aria-level', '2');
});

test('stepping to the least likely tokens opens the choices that have them', async ({ page }) => {
  await page.goto('/');
  await run(page, 10);
  const next = page.getByRole('button', { name: 'Next lowest probability' });
  const card = page.getByRole('tree', { name: 'Choices' }).locator('[data-card]');
  for (const _ of [1, 2, 3]) {
    await next.click();
    await expect(card).toBeInViewport();
    const said = page.getByRole('region', { name: 'Run figures' }).getByRole('status').last();
    const token = /token \d+/.exec((await said.textContent()) ?? '')?.[0] ?? 'no token';
    await expect(card).toContainText(`${token} ·`);
  }
});

test('any choice, and any point where choices diverge, can start the next prompt', async ({ page }) => {
  await page.goto('/');
  await run(page, 16);
  const choices = await copied(page);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const tree = page.getByRole('tree', { name: 'Choices' });
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await tree.getByRole('button', { name: 'Branch here' }).first().click();
  await expect(prompt).toBeFocused();
  const branched = (await prompt.inputValue()).slice(beginning.length);
  expect(branched).not.toBe('');
  expect(choices.filter(({ text }) => text.startsWith(branched)).length).toBeGreaterThan(1);
  // The choices would appear under a prompt that already contains some of their text.
  await expect(tree).toBeHidden();
  await page.getByRole('button', { name: 'Show the earlier output' }).click();
  await expect(page.getByText(/^Output of an earlier prompt · /)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompt).toHaveValue(beginning);

  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const button = tree.getByRole('button', { name: /^Continue choice/ });
  const index = Number((await button.textContent())?.replace(/^Continue choice (\d+) × 16$/, '$1'));
  const sent = page.waitForRequest('**/v1/completions');
  await button.click();
  expect((await sent).postDataJSON()).toMatchObject({ prompt: beginning + choices[index]?.text, n: 16 });
  await expect(prompt).toHaveValue(beginning + choices[index]?.text);
});

test('a search keeps the choices that contain it, a finish reason those that ended so', async ({ page }) => {
  await page.goto('/');
  await run(page, 32, 60);
  const choices = await copied(page);
  const holding = choices.filter(({ text }) => text.toLowerCase().includes('fox')).length;
  await page.getByRole('textbox', { name: 'Search in choices' }).fill('FOX');
  await expect(page.getByText(new RegExp(`^(${holding} of )?32 choices · `))).toBeVisible();
  await page.getByRole('textbox', { name: 'Search in choices' }).fill('no story has this');
  await expect(page.getByText('No choice matches the search and the filter.')).toBeVisible();
});

test('a few choices are shown side by side, or as a braid if chosen', async ({ page }) => {
  await page.goto('/');
  await run(page, 2);
  const output = page.getByRole('textbox', { name: 'Output 1' });
  await expect(output).toBeVisible();
  await output.press('End');
  const card = output.locator('[data-card]');
  await expect(card).toBeVisible();
  // The row of choices does not cut it off.
  const isWhole = card.evaluate((part) => {
    const { left, bottom } = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(left + 20, bottom - 8));
  });
  expect(await isWhole).toBe(true);
  await page.getByRole('radio', { name: 'Braid' }).check();
  await expect(page.getByRole('tree', { name: 'Choices' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Output 1' })).toBeHidden();
  await run(page, 3);
  await expect(page.getByRole('radio', { name: 'Braid' })).toBeChecked();

  await page.getByRole('radio', { name: 'Side by side' }).check();
  const second = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Output 1' }) });
  const text = (await second.locator('[data-block]').allTextContents()).join('');
  const sent = page.waitForRequest('**/v1/completions');
  // Heard by Tab, “Continue” alone would be that of the output before it.
  const acts = page.getByRole('group', { name: 'Choice 1' });
  await acts.getByRole('button', { name: 'Continue' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ prompt: beginning + text });
});

test('one choice continues from its end, with one click and one request', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await run(page, 1);
  const output = page.getByRole('textbox', { name: 'Output' });
  const text = (await output.locator('[data-block]').allTextContents()).join('');
  // A link leaves a note with a button above the prompt, away from where one would continue typing.
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#draft=/);
  const { hash } = new URL(await link.inputValue());
  await page.keyboard.press('Escape');
  await page.evaluate((fragment) => (location.hash = fragment), hash);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Continue/ }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toHaveValue(beginning + text);
  await expect(prompt).toBeFocused();
  await expect(page.getByText(/^Output · /)).toBeVisible();
  expect(asked.filter((path) => path.endsWith('/completions'))).toHaveLength(2);
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(() => asked.filter((path) => path.endsWith('/completions')).length).toBe(3);
  await expect(prompt).not.toHaveValue(beginning + text);
});

test('an answer is edited in the prompt, starting at its end, and nothing is sent before Run', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await run(page, 1);
  const output = page.getByRole('textbox', { name: 'Output' });
  const text = (await output.locator('[data-block]').allTextContents()).join('');
  await page.getByRole('button', { name: 'Edit output' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toHaveValue(beginning + text);
  await expect(prompt).toBeFocused();
  await expect(output).toBeHidden();
  await page.keyboard.type(' Then');
  await expect(prompt).toHaveValue(`${beginning}${text} Then`);
  expect(asked.filter((path) => path.endsWith('/completions'))).toHaveLength(1);
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await sent).postDataJSON()).toMatchObject({ prompt: `${beginning}${text} Then` });
});

test('Continue names the choices that it asks for, and none that no request may have', async ({ page }) => {
  await page.goto('/');
  await run(page, 1);
  const button = page.getByRole('button', { name: /^Continue/ });
  const n = page.getByRole('textbox', { name: 'n', exact: true });
  await n.fill('3');
  await expect(button).toHaveText(/^Continue × 3/);
  for (const wrong of ['200', '2.5', 'many']) {
    await n.fill(wrong);
    await expect(button).toHaveText(/^Continue(?! ×)/);
  }
});

test('columns show the whole number and end of a choice, and every act, where the context is exceeded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await run(page, 8);
  await page.getByRole('radio', { name: 'Side by side' }).check();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('505');
  await expect(page.getByText('exceeds the context')).toHaveCount(8);
  const hidden = await page.getByTitle(/^choice \d · /).evaluateAll((facts) =>
    facts
      .flatMap((fact) => [fact, ...(fact.parentElement?.querySelectorAll('button') ?? [])])
      .filter((part) => {
        const { right, width } = part.getBoundingClientRect();
        const end = part.closest('li')?.getBoundingClientRect().right ?? 0;
        return width === 0 || part.scrollWidth > part.clientWidth || right > end;
      })
      .map(({ textContent }) => textContent),
  );
  expect(hidden).toEqual([]);

  // The chosen view stays for this tab.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Side by side' })).toBeChecked();
});

test('prompt tokens are estimated, counted by the service, and compared with the context', async ({
  page,
}) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill(beginning);
  await expect(page.getByText(/^≈ \d+ of 512 tokens$/)).toBeVisible();
  await run(page, 1);
  const usage = await page.getByText(/^\d+ \+ \d+$/).textContent();
  const counted = usage?.split(' ')[0] ?? '';
  await expect(page.getByText(`${counted} of 512 tokens`, { exact: true })).toBeVisible();
  // The restored run has the count.
  await page.reload();
  await expect(page.getByText(`${counted} of 512 tokens`, { exact: true })).toBeVisible();
  await prompt.press('End');
  await prompt.pressSequentially(' x');
  await expect(page.getByText(/^≈ \d+ of 512 tokens$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('510');
  await expect(page.getByText(/^≈ \d+ tokens \+ max_tokens 510 exceed the context of 512$/)).toBeVisible();
  // Beside Continue, for the prompt with its answer.
  const warning = page.getByText(/^≈ \d+ tokens \+ max_tokens 510 exceed the context of 512\.$/);
  await expect(warning).toBeVisible();
  // A press on an alternative sends at once.
  await page.getByRole('textbox', { name: 'Output', exact: true }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Token / })).toContainText(
    /max_tokens 510 exceed the context/,
  );
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await expect(page.getByText(/^A run from here: \d+ tokens \+ max_tokens 510 exceed/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  await expect(page.getByText(/exceed the context/)).toHaveCount(0);
});
