// Output text: found, selected and copied completely, even while it grows.
import type { Locator, Page } from '@playwright/test';
import { pasted } from './clipboard.ts';
import { expect, test } from './fixtures.ts';
import { loadRecording, openRecording, tokenEvent, type RecordedEvent } from './recordings.ts';

/** A long answer: one line per event, each with a unique word. */
function longLines(count: number, index = 0): RecordedEvent[] {
  return Array.from({ length: count }, (_, line) =>
    tokenEvent(line, {
      text: `line ${line} says needle${index}x${line}x to whoever reads this far\n`,
      index,
    }),
  );
}

/** The browser's own search, as Ctrl+F: the whole page, wrapping at the end. */
async function find(page: Page, word: string): Promise<boolean> {
  // Source text, since the types of the page's window lack this function.
  return page.evaluate<boolean>(`window.find(${JSON.stringify(word)}, true, false, true)`);
}

test('the browser finds text far outside the window, and selects the match', async ({ page }) => {
  // A frame draws only a part of a text that arrives at once, however long.
  await page.addInitScript(() => {
    let [before, most] = [0, 0];
    new MutationObserver(() => {
      const count = document.querySelectorAll('[data-block]').length;
      most = Math.max(most, count - before);
      before = count;
      document.documentElement.dataset['mostAtOnce'] = `${most}`;
    }).observe(document, { childList: true, subtree: true });
  });
  await openRecording(page, longLines(8000));
  await expect(page.getByText('needle0x7999x')).toBeAttached();
  expect(Number(await page.locator('html').getAttribute('data-most-at-once'))).toBeLessThan(150);
  for (const word of ['needle0x3777x', 'needle0x2x', 'needle0x1999x']) {
    await expect.poll(() => find(page, word)).toBe(true);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(word);
  }
});

test('text of several choices is found in each, and copied from all', async ({ page }) => {
  const choices = [0, 1, 2, 3].flatMap((index) => longLines(600, index));
  await openRecording(
    page,
    choices.toSorted(([one], [other]) => one - other),
    4,
  );
  // A choice mounts its text a frame after its neighbours, and the browser searches only mounted text.
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

test('a selection across blocks is copied exactly', async ({ page }) => {
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

  // The mark of a token stays with it when lines break elsewhere.
  await output.focus();
  await page.keyboard.press('End');
  const marked = () =>
    output.evaluate((element) => {
      const mark = element.querySelector('.outline-act')?.getBoundingClientRect();
      const last = [...element.querySelectorAll('[data-block]')].at(-1)?.getBoundingClientRect();
      return mark && last && Math.abs(mark.bottom - last.bottom) < 40;
    });
  await expect.poll(marked).toBe(true);
  await page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(marked).toBe(true);
});

test('a selection in a growing text stays, even when a line moves to the next block', async ({
  page,
  pauseClock,
}) => {
  const pieces = [`${'x'.repeat(1010)}\n`, 'second', ' line of it', ' goes on'];
  await page.clock.install();
  await openRecording(
    page,
    pieces.map((text, index) => tokenEvent(index * 1000, { text })),
  );
  await pauseClock();
  await page.getByRole('button', { name: 'Replay 1×' }).click();
  await page.clock.runFor(1500);
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect(output).toContainText(/second$/);
  await output.evaluate((element) => {
    const text = element.querySelector('[data-block]')?.lastChild;
    if (text) getSelection()?.setBaseAndExtent(text, 1005, text, 1014);
  });
  const selected = () => page.evaluate(() => getSelection()?.toString());
  expect(await selected()).toBe('xxxxx\nsec');
  await page.clock.runFor(1000);
  await expect(output.locator('[data-block]')).toHaveText([/x\s*$/, 'second line of it']);
  await page.clock.runFor(1000);
  await expect(output).toContainText('goes on');
  expect((await selected())?.replaceAll(/\s/g, '')).toBe('xxxxxsec');
});

/** CSS pixels between the end of the text and the lower edge of its viewport. */
const belowView = (page: Page) =>
  page
    .locator('[data-scroll]')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.round(scrollHeight - scrollTop - clientHeight),
    );

const longPrompt = Array.from({ length: 80 }, (_, line) => `line ${line}`).join('\n');

/** Twenty of sixty lines, a second each, under a long prompt. */
async function replayBeginning(page: Page, pauseClock: () => Promise<void>): Promise<void> {
  await page.clock.install();
  await openRecording(
    page,
    longLines(60).map(([, data], index) => [index * 1000, data]),
  );
  await page.getByRole('textbox', { name: 'Prompt' }).fill(longPrompt);
  await pauseClock();
  await page.getByRole('button', { name: 'Replay 1×' }).click();
  await page.clock.runFor(20_000);
}

test('a growing answer is followed until the user scrolls away, and again from the button', async ({
  page,
  pauseClock,
}) => {
  await replayBeginning(page, pauseClock);
  await expect(page.getByText(/^Output of an earlier prompt/)).toBeVisible();
  await expect.poll(() => belowView(page)).toBe(0);
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -500);
  const jump = page.getByRole('button', { name: 'Jump to newest' });
  await expect(jump).toBeVisible();
  await expect.poll(() => belowView(page)).toBe(500);
  await page.clock.runFor(10_000);
  await expect.poll(() => belowView(page)).toBeGreaterThan(600);
  await jump.click();
  await expect(jump).toBeHidden();
  await page.clock.runFor(10_000);
  await expect.poll(() => belowView(page)).toBe(0);
  await page.getByRole('button', { name: 'Stop' }).click();
});

test('an answer is followed when it gets shorter and longer again without the user', async ({
  page,
  pauseClock,
}) => {
  await replayBeginning(page, pauseClock);
  await expect.poll(() => belowView(page)).toBe(0);
  // As when rows of a braid merge: measured in between, and with other elements than before.
  await page.locator('[data-scroll]').evaluate((box) => {
    if (box instanceof HTMLElement) box.style.overflowAnchor = 'none';
    const rows = document.createElement('div');
    rows.style.height = '400px';
    box.firstElementChild?.append(rows);
  });
  await expect.poll(() => belowView(page)).toBe(0);
  await page.locator('[data-scroll]').evaluate((box) => {
    const rows = box.firstElementChild?.lastElementChild;
    if (!(rows instanceof HTMLElement)) throw new Error('no rows');
    rows.style.height = '100px';
    const { scrollTop } = box;
    rows.style.height = `${200 + Math.min(scrollTop, 0)}px`;
  });
  await expect.poll(() => belowView(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeHidden();
  await page.getByRole('button', { name: 'Stop' }).click();
});

test('an answer and a failure under a long prompt scroll into view', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(longPrompt);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Copy output' })).toBeInViewport();
  await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Home');
  await expect(page.getByRole('button', { name: 'Copy output' })).not.toBeInViewport();
  await page.route('**/v1/completions', (route) => route.abort());
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'unreachable' })).toBeInViewport();
});

test('an answer that has ended before its code is loaded scrolls into view', async ({ page }) => {
  let load: (() => void) | undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/answer*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(longPrompt);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  load?.();
  await expect(page.getByRole('button', { name: 'Copy output' })).toBeInViewport();
});

test('the prompt is as tall as its text where a browser cannot size fields by it', async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto('/');
  await page.evaluate(() =>
    document.styleSheets[0]?.insertRule('textarea { field-sizing: fixed !important }'),
  );
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill(longPrompt);
  const hidden = () => prompt.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 700 });
  await prompt.fill(`${longPrompt} ${'word '.repeat(100)}`);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1200, height: 700 });
  await expect.poll(hidden).toBeLessThanOrEqual(0);
});

test('typing above a long answer does not read its text', async ({ page, pauseClock }) => {
  await page.clock.install();
  await openRecording(page, longLines(4000));
  // Legend and figures load later and read the text then; afterwards only the key could cause a read.
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeVisible();
  await expect(page.getByText('perplexity')).toBeVisible();
  const panels = {
    Parameters: page.getByRole('textbox', { name: 'temperature' }),
    Tokens: page.getByRole('textbox', { name: 'Search tokens' }),
    Events: page.getByRole('button', { name: 'Export recording' }),
  };
  const open = async (tab: string, content: Locator) => {
    await page.getByRole('tab', { name: tab }).click();
    await expect(content).toBeVisible();
  };
  // Each is loaded once before the clock stops, which would delay it.
  for (const [tab, content] of Object.entries(panels)) await open(tab, content);
  await pauseClock();
  const read = await page.evaluateHandle(() => {
    const lengths: number[] = [];
    const { prototype } = Float64Array;
    const real: unknown = Reflect.get(prototype, 'subarray');
    if (typeof real !== 'function') throw new Error('no subarray');
    const watched = new Proxy(real, {
      apply(target, self, bounds) {
        const part: unknown = Reflect.apply(target, self, bounds);
        if (part instanceof Float64Array) lengths.push(part.length);
        return part;
      },
    });
    Reflect.set(prototype, 'subarray', watched);
    return lengths;
  });
  for (const [tab, content] of Object.entries(panels)) {
    await open(tab, content);
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('x');
    await expect(prompt).toHaveValue('x');
    await read.evaluate((lengths) => lengths.splice(0));
    await prompt.press('y');
    await expect(prompt).toHaveValue(/y/);
    expect(await read.evaluate((lengths) => lengths.filter((length) => length > 100))).toEqual([]);
  }
});

test('an answer without a text says so', async ({ page }) => {
  await openRecording(page, [tokenEvent(0, { text: '</s>', special: true, finish_reason: 'eos' })]);
  await expect(page.getByText('No text. Finished: end of text (eos).')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Copy output|Edit output/ })).toHaveCount(0);
});

test('an answer of a service that ignores n says how many choices are missing', async ({ page }) => {
  await openRecording(page, [tokenEvent(0, { text: ' upon', finish_reason: 'eos' })], 3);
  await expect(page.getByText('Finished: end of text (eos). The service sent 1 of 3 choices.')).toBeVisible();
  await page.getByRole('radio', { name: 'Braid' }).check();
  await expect(page.getByText('1 choice · 1 different')).toBeVisible();
  // One that sends no [DONE], either.
  await loadRecording(page, [tokenEvent(0, { text: ' upon', finish_reason: 'eos' })], 3, 'truncated');
  await expect(
    page.getByText('reported completion. What arrived is kept. The service sent 1 of 3'),
  ).toBeVisible();
});

test('an answer cut by max_tokens says so', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('1');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Finished: max_tokens reached (length).')).toBeVisible();
});

test('an answer cut by the context before max_tokens says so', async ({ page }) => {
  // llama.cpp takes a max_tokens that its context cannot hold.
  const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
  const choices = [{ index: 0, text: ' time', finish_reason: 'length' }];
  await page.route('**/v1/completions', (route) => route.fulfill({ json: { choices, usage } }));
  await page.goto('/');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('2');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('limit of the context or service reached before max_tokens')).toBeVisible();
});

test('an answer to a prompt that ends with a space says so, since the space makes it worse', async ({
  page,
}) => {
  const advice = page.getByText('The prompt ends with a space; most models answer better without it.');
  await page.goto('/');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('1');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('Once upon a ');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(advice).toBeVisible();
  await prompt.fill('Once upon a');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Finished: max_tokens reached (length).')).toBeVisible();
  await expect(advice).toHaveCount(0);
});

test('an answer of white space alone says so', async ({ page }) => {
  await openRecording(page, [tokenEvent(0, { text: '\n\n', finish_reason: 'length' })]);
  await expect(
    page.getByText(
      'Only white space. Finished: max_tokens not set; limit of the context or service reached (length).',
    ),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('treeitem', { name: /⏎⏎/ })).toBeVisible();
});

test('each line of an answer has a direction of its own, as in the prompt', async ({ page }) => {
  await openRecording(page, [
    tokenEvent(0, { text: 'השועל ישן.\n' }),
    tokenEvent(1, { text: 'The fox sleeps.' }),
  ]);
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect(output).toContainText('The fox sleeps.');
  const lefts = await output.evaluate((text) => {
    const node = text.querySelector('[data-block]')?.lastChild;
    const leftOf = (words: string) => {
      const at = node?.textContent?.indexOf(words) ?? -1;
      const range = document.createRange();
      if (node && at >= 0) range.setStart(node, at + words.length - 1);
      if (node && at >= 0) range.setEnd(node, at + words.length);
      return range.getBoundingClientRect().left;
    };
    return { word: leftOf('sleeps'), stop: leftOf('sleeps.') };
  });
  expect(lefts.stop).toBeGreaterThan(lefts.word);
  // The card's own words are read from the left, whatever the token is.
  await output.press('ArrowRight');
  await expect(output.locator('[data-card]')).toHaveCSS('direction', 'ltr');
});
