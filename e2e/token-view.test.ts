// Token view: inspecting, pinning and continuing from tokens; heat and stalls behind the text.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openRecording, tokenEvent } from './recordings.ts';

const beginning = 'Once upon a time there was a fox';

async function run(page: Page, maxTokens: number, isStream = true): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
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

/** The text of the blocks of an output in the page. */
async function shownText(output: Locator): Promise<string> {
  return (await output.locator('[data-block]').allTextContents()).join('');
}

/** Painted pixels of the canvases behind a text: their count, and the first and last column. */
async function painted(output: Locator): Promise<{ count: number; first: number; last: number }> {
  return output.locator('canvas').evaluateAll((canvases) => {
    const seen = { count: 0, first: Number.MAX_SAFE_INTEGER, last: 0 };
    for (const canvas of canvases) {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.hidden || canvas.width === 0) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let at = 3; at < data.length; at += 4) {
        if ((data[at] ?? 0) === 0) continue;
        const column = ((at - 3) / 4) % canvas.width;
        seen.count += 1;
        seen.first = Math.min(seen.first, column);
        seen.last = Math.max(seen.last, column);
      }
    }
    return seen;
  });
}

/** Number of painted pixels of the canvases behind a text. */
const paintedPoints = async (output: Locator) => (await painted(output)).count;

/** The paint behind a text, block by block. */
async function picturesOf(output: Locator): Promise<readonly string[]> {
  return output
    .locator('canvas')
    .evaluateAll((all) => all.map((each) => (each instanceof HTMLCanvasElement ? each.toDataURL() : '')));
}

const leftOf = (part: Locator) => part.evaluate((each) => each.getBoundingClientRect().left);

/** Blocks are painted over several frames. */
async function pictureAtRest(output: Locator): Promise<readonly string[]> {
  let last: readonly string[] = [];
  const isSame = async () => {
    const before = last;
    last = await picturesOf(output);
    return last.length > 0 && last.join() === before.join();
  };
  await expect.poll(isSame, { intervals: [500] }).toBe(true);
  return last;
}

test('split emoji, right-to-left text and combining marks are intact, and each token can be inspected', async ({
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

  // Screen readers ignore a live region inserted with its text, so it starts empty.
  const region = await output.getByRole('status').elementHandle();
  expect(await region?.textContent()).toBe('');
  await output.focus();
  await page.keyboard.press('Home');
  const said: string[] = [];
  for (const [index] of texts.entries()) {
    const status = output.getByRole('status');
    await expect(status).toContainText(`token ${index + 1} of ${texts.length}`);
    said.push((await region?.textContent())?.split(', p ')[0] ?? '');
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

  // The middle of each right-to-left word hits that word's own token.
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
  await expect(card).toContainText('ends in the middle of a character');
  await card.getByRole('button', { name: 'Branch after it' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Oncea 🦊');
});

test('least likely tokens are stepped through by key, by legend and by card', async ({ page }) => {
  await openRecording(page, [
    ...[-1, -6, -0.2, -4, -9].map((logprob, index) =>
      tokenEvent(index * 10, { text: ` word${index}`, logprob }),
    ),
    tokenEvent(50, { text: '</s>', logprob: -0.01, special: true }),
  ]);
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  for (const token of [5, 2, 4]) {
    await page.keyboard.press('l');
    await expect(output.getByRole('status')).toContainText(`token ${token} of 6`);
  }
  await page.keyboard.press('Shift+L');
  await expect(output.getByRole('status')).toContainText('token 2 of 6');
  await page.keyboard.press('Escape');

  const next = page.getByRole('button', { name: 'Next lowest probability' });
  await next.click();
  await expect(output).toContainText('token 5 ·');
  const figures = page.getByRole('region', { name: 'Run figures' });
  await expect(figures.getByRole('status').last()).toContainText('token 5 of 6');
  await next.click();
  await expect(output).toContainText('token 2 ·');
  await page.getByRole('button', { name: 'Previous lowest probability' }).click();
  await expect(output).toContainText('token 5 ·');
  // Pressed from the palette in a field, Enter goes on.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('next lowest');
  await page.getByRole('option', { name: 'Next lowest probability' }).click();
  await expect(next).toBeFocused();

  await output.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next lowest', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Token 3' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The last token has no text, and can still be inspected, behind the text.
  await output.focus();
  await page.keyboard.press('End');
  await expect(output).toContainText('token 6');
  expect(await leftOf(output.locator('[data-card]'))).toBeGreaterThan((await leftOf(output)) + 50);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Token 6' })).toContainText('special');
});

test('a card that the legend opened closes with Escape and with a press elsewhere, and can be pinned', async ({
  page,
}) => {
  const output = await run(page, 8);
  const card = output.locator('[data-card]');
  const next = page.getByRole('button', { name: 'Next lowest probability' });
  await next.click();
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  await next.click();
  const lowest = (await card.textContent()) ?? '';
  await next.click();
  await expect(card).not.toHaveText(lowest);
  await page.getByRole('button', { name: 'Previous lowest probability' }).click();
  await expect(card).toHaveText(lowest);
  await page.getByRole('status', { name: 'Run' }).click();
  await expect(card).toHaveCount(0);

  await next.click();
  await card.click();
  await expect(page.getByRole('dialog', { name: /^Token \d/ })).toContainText('lowest probability');
});

test('a stall is counted, described at its token, and marked without moving the text', async ({ page }) => {
  const gaps = [...Array.from({ length: 19 }, () => 10), 60, 900, ...Array.from({ length: 20 }, () => 10)];
  let atMs = 0;
  await openRecording(
    page,
    [0, ...gaps].map((gapMs, index) => {
      atMs += gapMs;
      return tokenEvent(atMs, { id: index, text: ` word${index}`, logprob: -0.001 });
    }),
  );
  const output = page.getByRole('textbox', { name: 'Output' });
  const toggle = page.getByRole('button', { name: '1 pause' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(0);
  const before = await output.boundingBox();
  await toggle.click();
  await expect.poll(() => paintedPoints(output)).toBe(0);
  expect(await output.boundingBox()).toEqual(before);
  await output.focus();
  await page.keyboard.press('Home');
  for (let token = 0; token < 21; token += 1) await page.keyboard.press('ArrowRight');
  await expect(output).toContainText('Pause: nothing came for 900 ms before it');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page.getByText('42 tokens', { exact: true })).toBeVisible();
  await expect(page.getByText('· 1 pause', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByText(/^pause/)).toHaveText(['pause 900']);
});

test('a pause that turns out to be usual is unmarked once the answer is complete', async ({
  page,
  pauseClock,
}) => {
  let atMs = 0;
  const gaps = [...Array.from({ length: 10 }, () => 10), 300, ...Array.from({ length: 12 }, () => 200)];
  await page.clock.install();
  await openRecording(
    page,
    [0, ...gaps].map((gapMs, index) => {
      atMs += gapMs;
      // The pause is in the first of three lines, of which only the last two are painted as the text grows.
      const text = index === 13 || index === 16 ? `\n${index}` : ` ${index}`;
      return tokenEvent(atMs, { id: index, text, logprob: -3 });
    }),
  );
  await pauseClock();
  await page.getByRole('button', { name: 'Replay 1×' }).click();
  const output = page.getByRole('textbox', { name: 'Output' });
  await page.clock.runFor(1_200);
  await expect(page.getByRole('button', { name: '1 pause' })).toBeVisible();
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(0);
  await page.clock.runFor(5_000);
  await expect(page.getByRole('button', { name: '0 pauses' })).toBeVisible();
  const grown = await picturesOf(output);
  const heat = page.getByRole('button', { name: /^probability/ });
  await heat.click();
  await heat.click();
  expect(await picturesOf(output)).toEqual(grown);
});

/** Points of the first block's canvas in a CSS pixel of the page. */
function pointsOf(output: Element): number {
  const canvas = output.querySelector('canvas');
  return canvas === null ? 0 : canvas.width / canvas.getBoundingClientRect().width;
}

/** CSS pixels between the lower end of what is painted behind the first block and the nearest lower end of a line. */
function offLine(output: Element): number {
  const canvas = output.querySelector('canvas');
  const context = canvas?.getContext('2d');
  const text = output.querySelector('[data-block]')?.lastChild;
  if (!canvas || !context || !text) return Infinity;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const last = data.findLastIndex((value, index) => index % 4 === 3 && value > 128);
  const end =
    (Math.floor(last / 4 / canvas.width) + 1) / devicePixelRatio + canvas.getBoundingClientRect().top;
  const range = document.createRange();
  range.selectNodeContents(text);
  return Math.min(...[...range.getClientRects()].map(({ bottom }) => Math.abs(bottom - end)));
}

test('heat is switched off and on, and its state survives a reload', async ({ page }) => {
  const output = await run(page, 120);
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(100);
  const grown = await pictureAtRest(output);
  const { count } = await painted(output);
  const heat = page.getByRole('button', { name: /^probability/ });
  await expect(heat).toContainText('90 % → 1 %');
  await heat.click();
  // Only stalls of a busy machine may remain, as thin lines.
  await expect.poll(() => paintedPoints(output)).toBeLessThan(count / 4);
  await heat.click();
  // Painting token by token, as words wrap, gives the same as painting at once.
  await expect.poll(() => picturesOf(output)).toEqual(grown);

  // The line of a stall, which a busy machine may have, is longer than the heat beside it.
  await page.getByRole('button', { name: /pauses?$/ }).click();
  // At another zoom, or on another screen, the same text has other points: the heat stays sharp, and at its lines.
  const session = await page.context().newCDPSession(page);
  for (const [index, deviceScaleFactor] of [0.67, 1.25, 0.8].entries()) {
    // The emulation does not notify the page of a changed ratio alone.
    const screen = { width: 1280, height: 720 + index, mobile: false, deviceScaleFactor };
    await session.send('Emulation.setDeviceMetricsOverride', screen);
    await expect.poll(() => output.evaluate(pointsOf)).toBeCloseTo(deviceScaleFactor, 2);
    await expect.poll(() => output.evaluate(offLine)).toBeLessThan(1.5);
  }
  await session.detach();
  await heat.click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /^probability/ })).toHaveAttribute('aria-pressed', 'false');
});

test('heat of a word that starts a line is not painted on the previous line', async ({ page }) => {
  // A line holds about 107 characters.
  await openRecording(page, [
    tokenEvent(0, { text: 'x'.repeat(104), logprob: 0 }),
    tokenEvent(1, { text: ' lamp', logprob: -3 }),
  ]);
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(0);
  expect((await painted(output)).last).toBeLessThan(100);

  // The leading space of an answer is on the line of its word.
  await openRecording(page, [tokenEvent(0, { text: ' lamp', logprob: -3 })]);
  await expect.poll(() => paintedPoints(output)).toBeGreaterThan(0);
  expect((await painted(output)).first).toBeLessThan(4);
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
