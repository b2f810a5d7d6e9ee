// The text of an answer as text: found, selected and copied whole; every token looked at, pinned, and gone on from.
import type { Locator, Page } from '@playwright/test';
import { pasted } from './clipboard.ts';
import { expect, test } from './fixtures.ts';
import { openRecording, tokenEvent, type RecordedEvent } from './recordings.ts';

const beginning = 'Once upon a time there was a fox';

async function run(page: Page, maxTokens: number, isStream = true): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('spinbutton', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('spinbutton', { name: 'seed' }).fill('42');
  if (!isStream) {
    const stream = page.getByRole('radiogroup', { name: 'stream' });
    await stream.getByRole('radio', { name: 'false' }).check();
    const logprobs = page.getByRole('radiogroup', { name: 'logprobs' });
    await logprobs.getByRole('radio', { name: '1' }).check();
  }
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  return page.getByRole('textbox', { name: 'Output' });
}

/** A long answer: a line an event, each with a word of its own. */
function longLines(count: number, index = 0): RecordedEvent[] {
  return Array.from({ length: count }, (_, line) =>
    tokenEvent(line, {
      text: `line ${line} says needle${index}x${line}x to whoever reads this far\n`,
      index,
    }),
  );
}

/** The browser's own search, as Ctrl+F: through all that is on the page, round the end. */
async function find(page: Page, word: string): Promise<boolean> {
  // Not a function: the types of the page's window do not know this one.
  return page.evaluate<boolean>(`window.find(${JSON.stringify(word)}, true, false, true)`);
}

/** The text of the blocks of an output, as it stands in the page. */
async function shownText(output: Locator): Promise<string> {
  return (await output.locator('[data-block]').allTextContents()).join('');
}

/** How many points of the canvases behind a text are painted. */
async function paintedPoints(output: Locator): Promise<number> {
  return output.locator('canvas').evaluateAll((canvases) => {
    let count = 0;
    for (const canvas of canvases) {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.hidden || canvas.width === 0) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count += 1;
    }
    return count;
  });
}

test('the browser finds text far outside of the window, and what is found is selected', async ({ page }) => {
  await openRecording(page, longLines(4000));
  for (const word of ['needle0x3777x', 'needle0x2x', 'needle0x1999x']) {
    await expect.poll(() => find(page, word)).toBe(true);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(word);
  }
});

test('text of several choices is found in each, and copied from all', async ({ page }) => {
  const lanes = [0, 1, 2, 3].flatMap((index) => longLines(600, index));
  await openRecording(
    page,
    lanes.toSorted(([one], [other]) => one - other),
    4,
  );
  // A choice mounts its text a frame after its neighbours: the browser's search sees what is in the page.
  const outputs = page.getByRole('textbox', { name: /^Output/ });
  await expect(outputs).toHaveCount(4);
  await expect(page.getByText('needle3x599x')).toBeAttached();
  for (const word of ['needle3x590x', 'needle1x2x', 'needle2x300x'])
    await expect.poll(() => find(page, word)).toBe(true);
  await outputs.evaluateAll(([, second, third]) => {
    const from = [...(second?.querySelectorAll('[data-block]') ?? [])].at(-1)?.lastChild;
    const to = third?.querySelector('[data-block]')?.lastChild;
    if (from && to) getSelection()?.setBaseAndExtent(from, 0, to, 6);
  });
  await page.keyboard.press('ControlOrMeta+C');
  expect(await pasted(page)).toMatch(/^line \d+ says needle1x(?:.*\n)*.*needle1x599x.*\n\n\nline 0$/);
});

test('what is selected over the borders of blocks is copied exactly', async ({ page }) => {
  const events = longLines(200);
  await openRecording(page, events);
  const output = page.getByRole('textbox', { name: 'Output' });
  const blocks = output.locator('[data-block]');
  expect(await blocks.count()).toBeGreaterThan(3);
  await output.evaluate((element) => {
    const nodes = [...element.querySelectorAll('[data-block]')].map((block) => block.lastChild);
    const [first, , third] = nodes;
    if (!first || !third) throw new Error('too few blocks');
    getSelection()?.setBaseAndExtent(first, 5, third, 7);
  });
  await page.keyboard.press('ControlOrMeta+C');
  const texts = await blocks.allTextContents();
  expect(await pasted(page)).toBe(
    `${texts[0]?.slice(5) ?? ''}${texts[1] ?? ''}${texts[2]?.slice(0, 7) ?? ''}`,
  );
});

test('emoji over two tokens, text from right to left and combining marks are whole, and each token can be read', async ({
  page,
}) => {
  const texts = [
    'A ',
    '\uD83E',
    '\uDD8A',
    ' e',
    '\u0301',
    ' שלום',
    ' עולם',
    ' مرحبا',
    ' 👨',
    '\u200D',
    '👩',
    '\u202Eabc',
    '.',
  ];
  const whole = texts.join('');
  await openRecording(
    page,
    texts.map((text, index) => tokenEvent(index * 10, { id: 500 + index, text, logprob: -2 })),
  );
  const output = page.getByRole('textbox', { name: 'Output' });
  expect(await shownText(output)).toBe(whole);

  await output.focus();
  await page.keyboard.press('Home');
  const said: string[] = [];
  for (const [index] of texts.entries()) {
    const status = output.getByRole('status');
    await expect(status).toContainText(`token ${index + 1} of ${texts.length}`);
    said.push((await status.textContent())?.split(', p ')[0] ?? '');
    await page.keyboard.press('ArrowRight');
  }
  expect(said).toEqual([
    'A·',
    '⟨U+D83E⟩',
    '⟨U+DD8A⟩',
    '·e',
    '◌\u0301',
    '·שלום',
    '·עולם',
    '·مرحبا',
    '·👨',
    '⟨zero-width joiner⟩',
    '👩',
    '⟨U+202E⟩abc',
    '.',
  ]);
  await page.keyboard.press('Escape');

  // In the middle of each word that runs from right to left is that word's own token.
  for (const word of ['שלום', 'עולם', 'مرحبا']) {
    const point = await output.evaluate((element, wanted) => {
      const node = element.querySelector('[data-block]')?.lastChild;
      if (!(node instanceof Text)) throw new Error('no text');
      const from = node.data.indexOf(wanted);
      const range = document.createRange();
      range.setStart(node, from + 1);
      range.setEnd(node, from + 2);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }, word);
    await page.mouse.move(point.x, point.y);
    await expect(output).toContainText(`·${word}token`);
  }
  await page.mouse.move(5, 5);

  await output.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('ControlOrMeta+C');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(prompt).toHaveValue(whole);
});

test('no branch is offered in the middle of a character', async ({ page }) => {
  await openRecording(page, [
    tokenEvent(1, { text: 'a \uD83E' }),
    tokenEvent(2, { text: '\uDD8A' }),
    tokenEvent(3, { text: '.' }),
  ]);
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Token 2' });
  await expect(card.getByRole('button', { name: 'Branch before this token' })).toBeDisabled();
  await expect(card).toContainText('ends in half of a character');
  await card.getByRole('button', { name: 'Continue after it' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Oncea 🦊');
});

test('least likely tokens are stepped through by key, by legend and by card', async ({ page }) => {
  await openRecording(
    page,
    [-1, -6, -0.2, -4, -9].map((logprob, index) =>
      tokenEvent(index * 10, { text: ` word${index}`, logprob }),
    ),
  );
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  for (const token of [5, 2, 4]) {
    await page.keyboard.press('l');
    await expect(output.getByRole('status')).toContainText(`token ${token} of 5`);
  }
  await page.keyboard.press('Shift+L');
  await expect(output.getByRole('status')).toContainText('token 2 of 5');
  await page.keyboard.press('Escape');

  const next = page.getByRole('button', { name: 'Next of the least likely tokens' });
  await next.click();
  await expect(output).toContainText('token 5 ·');
  await next.click();
  await expect(output).toContainText('token 2 ·');
  await page.getByRole('button', { name: 'Previous of the least likely tokens' }).click();
  await expect(output).toContainText('token 5 ·');

  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next least likely' }).click();
  await expect(page.getByRole('dialog', { name: 'Token 3' })).toBeVisible();
});

test('a stall is counted, said at its token, and marked without moving the text', async ({ page }) => {
  const gaps = [...Array.from({ length: 20 }, () => 10), 900, ...Array.from({ length: 20 }, () => 10)];
  let atMs = 0;
  await openRecording(
    page,
    [0, ...gaps].map((gapMs, index) => {
      atMs += gapMs;
      return tokenEvent(atMs, { id: index, text: ` word${index}`, logprob: -0.001 });
    }),
  );
  const output = page.getByRole('textbox', { name: 'Output' });
  const toggle = page.getByRole('button', { name: '1 stall' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(0);
  const before = await output.boundingBox();
  await toggle.click();
  await expect.poll(() => paintedPoints(output)).toBe(0);
  expect(await output.boundingBox()).toEqual(before);
  await output.focus();
  await page.keyboard.press('Home');
  for (let token = 0; token < 21; token += 1) await page.keyboard.press('ArrowRight');
  await expect(output).toContainText('Stall: nothing came for 900 ms before it');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page.getByText('42 tokens', { exact: true })).toBeVisible();
  await expect(page.getByText('· 1 stall', { exact: true })).toBeVisible();
});

test('heat is switched off and on, and stays as it was over a reload', async ({ page }) => {
  const output = await run(page, 120);
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(100);
  const pictures = () =>
    output
      .locator('canvas')
      .evaluateAll((all) => all.map((each) => (each instanceof HTMLCanvasElement ? each.toDataURL() : '')));
  const grown = await pictures();
  const painted = await paintedPoints(output);
  const heat = page.getByRole('button', { name: /^heat/ });
  await expect(heat).toContainText('90 % → 1 %');
  await heat.click();
  // What is left are stalls of a busy machine, if any: thin lines.
  await expect.poll(() => paintedPoints(output)).toBeLessThan(painted / 4);
  await heat.click();
  // What was painted token by token, as words grew and moved to the next line, is what is painted at once.
  expect(await pictures()).toEqual(grown);
  await heat.click();
  await page.reload();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /^heat/ })).toHaveAttribute('aria-pressed', 'false');
});

test('a JSON answer looks like a stream: heat, ids, probabilities, card', async ({ page }) => {
  const streamed = await run(page, 30);
  const text = await shownText(streamed);
  await streamed.focus();
  await page.keyboard.press('l');
  const said = await streamed.getByRole('status').textContent();

  const output = await run(page, 30, false);
  expect(await shownText(output)).toBe(text);
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(100);
  await output.focus();
  await page.keyboard.press('l');
  await expect(output.getByRole('status')).toHaveText(said ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Token/ })).toContainText(/· id \d+/);
});
