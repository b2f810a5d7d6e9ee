// Table bench in a browser.
import type { Browser, Locator, Page } from '@playwright/test';
import { longestTask, openPage, watchFrames } from './page.ts';
import { atLeast, atMost, median, type BenchRow } from './row.ts';
import { manyModels, startListService, type ListService } from './upstreams.ts';

const rounds = 5;
const tracedRounds = 3;

/** 100 ms for ten thousand rows, 500 for a hundred thousand. */
export async function benchTableInBrowser(browser: Browser): Promise<BenchRow[]> {
  await using lists = await startListService([]);
  const few = await measure(browser, lists, 10_000, 100);
  const many = await measure(browser, lists, 100_000, 500);
  return [...few, ...many, ...(await matrix(browser))];
}

/** Checking them would take minutes. */
async function matrix(browser: Browser): Promise<BenchRow[]> {
  const models = manyModels(60);
  const configurations = Array.from({ length: 200 }, (_, index) => `1x_card_${index}_80gb`);
  await using lists = await startListService(models, configurations);
  const rows = models.map(({ id }) => String(id)).join(',');
  const address = `${lists.url}/hardware?view=matrix&rows=${encodeURIComponent(rows)}`;
  await using page = await openPage(browser, address);
  const table = page.getByRole('table', { name: 'models by configuration' });
  await table.getByRole('cell').nth(300).waitFor({ timeout: 60_000 });
  await table.hover();
  return await scrollRows(browser, page, 'matrix of 60 × 200');
}

async function measure(
  browser: Browser,
  lists: ListService,
  count: number,
  bar: number,
): Promise<BenchRow[]> {
  lists.answer(manyModels(count));
  await using page = await openPage(browser, `${lists.url}/models`);
  await page.locator(`[role=grid][aria-rowcount="${count + 1}"]`).waitFor({ timeout: 60_000 });
  const label = `${count.toLocaleString('en-US')} rows in a browser`;
  const filter = page.getByRole('textbox', { name: 'Filter Model' });
  const search = page.getByRole('searchbox', { name: 'Search models' });
  const head = page.getByRole('button', { name: /^Output/ });
  const rows = [
    ...(await measureAct(page, `${label}: a letter in a filter`, bar, typing(filter, '7'))),
    ...(await measureAct(page, `${label}: a letter in the search`, bar, typing(search, 'b'))),
    ...(await measureAct(page, `${label}: a press that sorts`, bar, { act: () => head.click() })),
  ];
  await page.locator('[data-row="0"]').hover();
  rows.push(...(await scrollRows(browser, page, label)));
  const turned = await framesWhileScrolling(page, notch);
  return [
    ...rows,
    { name: `${label}: frames while scrolling, a notch a frame`, value: turned, unit: 'frames/s' },
  ];
}

interface Act {
  readonly act: () => Promise<void>;
  /** If repeating the act has no effect. */
  readonly undo?: () => Promise<void>;
}

function typing(field: Locator, letter: string): Act {
  return { act: () => field.pressSequentially(letter), undo: () => field.fill('') };
}

/** Elapsed, and the longest task's processor time. */
async function measureAct(page: Page, name: string, bar: number, { act, undo }: Act): Promise<BenchRow[]> {
  const times: number[] = [];
  const tasks: number[] = [];
  for (let round = 0; round < rounds + tracedRounds; round++) {
    if (round < rounds) times.push(await timed(page, act));
    else tasks.push(await longestTask(page, () => timed(page, act)));
    if (undo) await timed(page, undo);
  }
  return [
    atMost(`${name}, to paint`, median(times), 'ms', bar),
    { name: `${name}, longest task`, value: median(tasks), unit: 'ms of CPU' },
  ];
}

/** From the event to other rows. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  // tsx adds a helper to named functions that the page lacks.
  const waiting = await page.evaluateHandle(() => {
    let startedAt: number | undefined;
    const watch = {
      shown: '',
      read() {
        const grid = document.querySelector('[role=grid]');
        return `${grid?.getAttribute('aria-rowcount')} ${grid?.querySelector('[data-row="0"]')?.textContent}`;
      },
      handleEvent(event: Event) {
        startedAt ??= event.timeStamp;
      },
      look(resolve: (ms: number) => void) {
        if (startedAt === undefined || watch.read() === watch.shown) {
          requestAnimationFrame(() => watch.look(resolve));
          return;
        }
        const start = startedAt;
        for (const name of ['input', 'click']) removeEventListener(name, watch, { capture: true });
        // Runs once this frame is painted.
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => resolve(performance.now() - start));
        channel.port1.start();
        channel.port2.postMessage(null);
      },
    };
    watch.shown = watch.read();
    for (const name of ['input', 'click']) addEventListener(name, watch, { capture: true });
    return { done: new Promise<number>((resolve) => watch.look(resolve)) };
  });
  await act();
  const ms = await waiting.evaluate(({ done }) => done);
  // The debounced update of the address.
  await page.waitForTimeout(350);
  return ms;
}

const notch = 120;

/** Against an empty page. A notch per frame is faster than a hand; two are a fling. */
export async function scrollRows(browser: Browser, page: Page, label: string): Promise<BenchRow[]> {
  const empty = await openPage(browser);
  await empty.setContent('<p style="height: 100000px">');
  await empty.mouse.move(700, 400);
  const most = await framesWhileScrolling(empty, 2 * notch);
  await empty.close();
  await page.bringToFront();
  const flung = await framesWhileScrolling(page, 2 * notch);
  const longestMs = await longestTask(page, () => scroll(page, 2 * notch));
  return [
    atLeast(`${label}: frames while scrolling, of those of an empty page`, flung / most, '×', 0.95),
    { name: `${label}: frames while scrolling, two notches a frame`, value: flung, unit: 'frames/s' },
    atMost(`${label}: longest task while scrolling`, longestMs, 'ms of CPU', 25),
  ];
}

async function framesWhileScrolling(page: Page, step: number): Promise<number> {
  return (await watchFrames(page, () => scroll(page, step))).framesPerSecond;
}

async function scroll(page: Page, step: number): Promise<void> {
  for (let turn = 0; turn < 90; turn += 1) {
    await page.mouse.wheel(0, step);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
