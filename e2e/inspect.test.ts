// Side panel: tokens as rows, raw events, and recordings saved and reopened.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { ask } from '#tools/bench/page.ts';
import { raceModels, startRace } from '#tools/bench/upstreams.ts';
import { expect, test } from './fixtures.ts';
import { openRecording, tokenEvent } from './recordings.ts';

const beginning = 'Once upon a time there was a fox';

/** Runs a request whose answer is the same every time, and waits for its end. */
async function run(page: Page, maxTokens: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill(String(maxTokens));
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
}

test('the open tab is still open after another view', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('radio', { name: 'Labs' }).check();
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Write' }).check();
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true');
});

test('the table has every token of the run, and a click marks one in the text', async ({ page }) => {
  await page.goto('/');
  await run(page, 80);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const table = page.getByRole('grid', { name: 'Tokens' });
  await expect(table).toHaveAttribute('aria-rowcount', '81');

  await table.getByRole('row').nth(3).click();
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect(output).toContainText('token 3 ·');
  await expect(table.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '4');
  await table.focus();
  await page.keyboard.press('End');
  await expect(output).toContainText('token 80 ·');
  await expect(table.getByRole('row', { selected: true })).toBeInViewport();

  const texts: string[] = [];
  await page.keyboard.press('Home');
  for (let token = 1; token <= 80; token += 1) {
    const row = table.getByRole('row', { selected: true });
    await expect(row).toHaveAttribute('aria-rowindex', String(token + 1));
    texts.push((await row.getByRole('gridcell').nth(1).textContent()) ?? '');
    await page.keyboard.press('ArrowDown');
  }
  const shown = (await output.locator('[data-block]').allTextContents()).join('');
  expect(texts.join('')).toBe(shown.replaceAll(' ', '·').replaceAll('\n', '⏎'));
});

test('tokens are sorted by surprise and searched', async ({ page }) => {
  await page.goto('/');
  await run(page, 60);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const table = page.getByRole('grid', { name: 'Tokens' });
  await page.getByRole('radio', { name: 'Least likely first' }).check();
  await table.focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('textbox', { name: 'Output' })).toContainText(
    'lowest probability in this text',
  );
  await page.getByRole('textbox', { name: 'Search tokens' }).fill(' the');
  await expect(page.getByText(/^\d+ of 60 tokens$/)).toBeVisible();
  await expect(table.getByRole('gridcell').nth(1)).toContainText('·the');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(page.getByRole('textbox', { name: 'Search tokens' })).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Least likely first' })).toBeChecked();
});

test('each of several choices has its own token rows', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'n', exact: true }).fill('2');
  await run(page, 20);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('combobox', { name: 'Choice' }).selectOption({ index: 1 });
  const table = page.getByRole('grid', { name: 'Tokens' });
  await expect(table).toHaveAttribute('aria-rowcount', '21');
  await table.focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('textbox', { name: 'Output 1' })).toContainText('token 1 ·');
});

test('pieces that may hold several tokens are not counted as tokens', async ({ page }) => {
  const choices = [0, 1].map((index) => ({ index, text: 'The quick brown fox', finish_reason: 'stop' }));
  await openRecording(page, [[0, { id: 'cmpl-1', choices }]], 2);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page.getByRole('combobox', { name: 'Choice' })).toContainText('choice 1 · 1 event');
  await expect(page.getByRole('tabpanel', { name: 'Tokens' })).not.toContainText(/\d tokens?/);
});

test('no figure of a token or an event is cut, in a long answer of unlikely tokens with large ids', async ({
  page,
}) => {
  const common = Array.from({ length: 9_998 }, (_, index) => tokenEvent(index, { text: ' so' }));
  await openRecording(page, [
    ...common,
    tokenEvent(9_998, { id: 128_009, text: ' certainly', logprob: -15.815 }),
    tokenEvent(11_040, { id: 99_999, text: ' not', logprob: -0.00001 }),
  ]);
  // As on most machines: here the font's widths are rounded down to whole pixels.
  await page.evaluate(() => (document.documentElement.style.textRendering = 'geometricPrecision'));
  const cutFigures = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    const table = page.getByRole('grid', { name });
    await table.press('End');
    await expect(table.getByRole('row', { name: /^10000 / })).toBeVisible();
    return table.getByRole('gridcell').evaluateAll((cells) =>
      cells
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent)
        .filter((text) => !/[a-z]/.test(text)),
    );
  };
  expect(await cutFigures('Tokens')).toEqual([]);
  expect(await cutFigures('Events')).toEqual([]);
});

test('a word has the room that short figures leave', async ({ page }) => {
  await openRecording(page, [tokenEvent(0, { id: 506, text: ' little' })]);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const word = page.getByRole('gridcell', { name: '·little' });
  expect(await word.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('other tabs still link to a refused field', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'temperature' }).fill('warm');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('textbox', { name: 'temperature' })).toBeFocused();
});

test('the list has all events of the stream, each as received', async ({ page, service }) => {
  await page.goto('/');
  await run(page, 40);
  const answer = await page.request.post(`${service.url}/v1/completions`, {
    headers: { authorization: `Bearer ${service.token}` },
    data: { model: 'inferdeck/tale-1m', prompt: beginning, max_tokens: 40, seed: 42, stream: true },
  });
  const sent = [...(await answer.text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => data);
  await page.getByRole('tab', { name: 'Events' }).click();
  const list = page.getByRole('grid', { name: 'Events' });
  await expect(list).toHaveAttribute('aria-rowcount', String(sent.length + 1));
  await list.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('region', { name: `Event ${sent.length}` }).locator('pre')).toHaveText(
    // Every answer has an id of its own; all else is the same for the same seed.
    new RegExp(`^\\{.*${escape(sent.at(-1)?.match(/"choices":.*\}\]/)?.[0] ?? 'no choices')}.*\\}$`),
  );
});

test('an exported recording opens in a fresh browser without a service, and replays', async ({
  page,
  browser,
  service,
}) => {
  await page.goto('/');
  // Four seconds at the service's pace, so that the replay can be stopped midway.
  await run(page, 400);
  const shown = (
    await page.getByRole('textbox', { name: 'Output' }).locator('[data-block]').allTextContents()
  ).join('');
  await page.getByRole('tab', { name: 'Events' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).not.toContain(service.token);

  const context = await browser.newContext({ baseURL: service.url });
  const fresh = await context.newPage();
  const asked: string[] = [];
  await fresh.route('**/v1/**', async (route) => {
    asked.push(route.request().url());
    await route.abort();
  });
  await fresh.goto('/');
  await fresh.getByRole('tab', { name: 'Events' }).click();
  await fresh.getByLabel('Recording file').setInputFiles(file);
  const output = fresh.getByRole('textbox', { name: 'Output' });
  await expect(output.locator('[data-block]')).toHaveText(shown, { useInnerText: false });
  await expect(fresh.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(fresh.getByRole('region', { name: 'Recording' })).toContainText(beginning);
  await expect(fresh.getByRole('textbox', { name: 'Prompt' })).toHaveValue('');

  await fresh.getByRole('button', { name: 'Replay 1×' }).press('Enter');
  await expect(fresh.getByRole('status', { name: 'Run' })).toHaveText('Replaying');
  await fresh.keyboard.press('Escape');
  await expect(fresh.getByRole('status', { name: 'Run' })).toHaveText('Stopped');
  await expect(fresh.getByText('You stopped the replay.', { exact: true })).toBeVisible();
  await expect(fresh.getByRole('button', { name: 'Replay 1×' })).toBeFocused();
  await fresh.getByRole('button', { name: 'Replay 20×' }).click();
  await expect(fresh.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(output.locator('[data-block]')).toHaveText(shown, { useInnerText: false });
  expect(asked.filter((url) => url.endsWith('/completions'))).toEqual([]);
  await context.close();
});

test('a long run is shown again without reading its events, which are there once looked at', async ({
  page,
}) => {
  const service = await startRace();
  try {
    await page.addInitScript(watchStorage);
    await page.goto(service.url);
    await ask(page, { model: raceModels.burst, maxTokens: 3_000 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
    const output = page.getByRole('textbox', { name: 'Output' });
    const shown = await output.locator('[data-block]').allTextContents();
    await page.getByRole('tab', { name: 'Events' }).click();
    const before = await exported(page);
    expect(before).toHaveLength(3_000);
    await expect.poll(async () => (await storageActs(page)).stored).toBe(1);

    await page.reload();
    await page.getByRole('tab', { name: 'Parameters' }).click();
    await expect(output.locator('[data-block]').last()).toHaveText(shown.at(-1) ?? '', {
      useInnerText: false,
    });
    expect((await output.locator('[data-block]').allTextContents()).join('')).toBe(shown.join(''));
    expect((await storageActs(page)).read).toBe(0);
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('grid', { name: 'Events' }).press('End');
    await expect(page.getByRole('region', { name: 'Event 3000' }).locator('pre')).toContainText(
      '"finish_reason":"length"',
    );
    expect((await storageActs(page)).read).toBeGreaterThan(0);
    expect(await exported(page)).toEqual(before);
  } finally {
    await service.stop();
  }
});

/** Counts recordings stored, and parts of files read, which hold the events. */
function watchStorage(): void {
  const acts = { stored: 0, read: 0 };
  Reflect.set(globalThis, 'storageActs', acts);
  const read = Blob.prototype['arrayBuffer'];
  const put = IDBObjectStore.prototype['put'];
  Blob.prototype.arrayBuffer = function counted() {
    acts.read += 1;
    return read.call(this);
  };
  IDBObjectStore.prototype.put = function counted(...values) {
    if (this.name === 'recordings') this.transaction.addEventListener('complete', () => (acts.stored += 1));
    return put.apply(this, values);
  };
}

const StorageActs = z.object({ stored: z.number(), read: z.number() });

async function storageActs(page: Page): Promise<z.infer<typeof StorageActs>> {
  return StorageActs.parse(await page.evaluate((): unknown => Reflect.get(globalThis, 'storageActs')));
}

async function exported(page: Page): Promise<unknown[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  return z.object({ events: z.array(z.unknown()) }).parse(JSON.parse(text)).events;
}

test('a file that is not a recording is refused with a reason', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .getByLabel('Recording file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByRole('alert')).toHaveText('The file is not a recording of this playground.');
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

test('an export that fails says so', async ({ page }) => {
  await page.goto('/');
  await run(page, 3);
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error('no room');
    };
  });
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'Export recording' }).click();
  await expect(page.getByRole('alert')).toHaveText('The recording could not be written.');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByRole('button', { name: 'Export everything' }).click();
  await expect(page.getByRole('alert')).toHaveText('The file could not be written.');
});

test('rows of tokens and events are as high as larger text needs', async ({ page }) => {
  await page.goto('/');
  await run(page, 3);
  // As set in the browser; the panels load after it.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  for (const name of ['Tokens', 'Events']) {
    await page.getByRole('tab', { name }).click();
    const rows = page.getByRole('grid', { name }).getByRole('row');
    await expect(rows.nth(2)).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.clientHeight));
    expect(heights).toEqual([49, 56, 56]);
  }
});
