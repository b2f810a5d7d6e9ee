// Interaction benches beside other work.
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod';
import { ask, heldBytes, longestTask, openPage, press, settle } from './page.ts';
import { atMost, type BenchRow } from './row.ts';
import { raceModels, startRace, startTraining } from './upstreams.ts';

/** A large run, then a short one; undo and redo in between. @param isShort a tenth of it */
export async function benchLargeRun(browser: Browser, isShort: boolean): Promise<BenchRow[]> {
  const count = isShort ? 10_000 : 100_000;
  const name = `beside ${count.toLocaleString('en-US')} tokens`;
  await using service = await startRace();
  await using page = await openPage(browser, service.url);
  await ask(page, { model: raceModels.burst, maxTokens: count });
  await press(page, 'Run', 'Complete');
  const output = page.getByRole('textbox', { name: 'Output', exact: true });
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const blocks = async (most: number) => {
    // Asked at every frame: searching for all blocks would take a tenth of what is measured.
    await page.waitForFunction(
      (least) => (document.querySelector('[data-block]')?.parentElement?.childElementCount ?? 0) >= least,
      most,
      { timeout: 120_000 },
    );
    await settle(page);
  };
  const rows: BenchRow[] = [];
  const measure = async (act: string, perform: () => Promise<void>) => {
    rows.push(await taskRow(page, `${name}: ${act}`, perform));
  };
  const measureWhole = async (act: string, perform: () => Promise<void>) => {
    let ms = 0;
    await measure(act, async () => {
      const startedAt = performance.now();
      await perform();
      ms = performance.now() - startedAt;
    });
    rows.push(atMost(`${name}: ${act}, until all of it is there`, ms, 'ms', 1_000));
  };
  await measure('a letter in the prompt', async () => {
    await prompt.press('End');
    await prompt.pressSequentially('abcdefghij');
  });
  await measure('zoom of the browser from 67 to 200 %', () => zoom(page));
  await measure('the stop preview', async () => {
    await page.getByRole('radio', { name: 'Labs' }).check();
    await page.getByRole('button', { name: 'Stop lab' }).click();
    await page.getByRole('textbox', { name: 'Candidate stops' }).fill('word4');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Answers' }).waitFor();
    await settle(page);
  });
  await page.getByRole('radio', { name: 'Write' }).check();
  const held = await output.locator('[data-block]').count();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('10');
  await press(page, 'Run', 'Complete');
  await settle(page);
  await measureWhole('undo', async () => {
    await page.getByRole('button', { name: /^Undo/ }).click();
    await blocks(held);
  });
  await leave(page);
  await measureWhole('reload', async () => {
    await page.goto(service.url);
    await blocks(held);
  });
  await measureWhole('redo', async () => {
    await page.getByRole('button', { name: /^Redo/ }).click();
    await page.waitForFunction((most) => document.querySelectorAll('[data-block]').length < most, held);
    await settle(page);
  });
  return rows;
}

/** Opened, polled, and its alerts replayed. @param isShort a tenth of it */
export async function benchLargeTraining(browser: Browser, isShort: boolean): Promise<BenchRow[]> {
  const count = isShort ? 10_000 : 100_000;
  await using training = await startTraining({ points: count, events: count / 10 });
  const name = `${count.toLocaleString('en-US')} points, ${(count / 10).toLocaleString('en-US')} events`;
  const openMs = await timeToChart(browser, training.url);
  await using page = await openPage(browser, `${training.url}/fine-tunes`);
  const link = page.getByRole('link', { name: 'acme/tuned' }).first();
  await link.waitFor();
  await settle(page);
  const opened = await taskRow(page, `${name}: opened`, async () => {
    await link.click();
    // Of the loss, the learning rate and the throughput.
    await page.waitForFunction(() => document.querySelectorAll('canvas').length === 3);
    await settle(page);
  });
  const rounds = 3;
  const polls = await taskRow(
    page,
    `${name}: answer of a poll`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        training.report(10);
        await training.read();
        await settle(page);
      }
    },
    8,
  );
  training.finish();
  const thresholds = page.getByRole('button', { name: 'Thresholds' });
  const address = page.url();
  await leave(page);
  const replay = await taskRow(page, `${name}: alert replay`, async () => {
    await page.goto(address);
    await thresholds.click();
    await page.getByRole('textbox', { name: /^Spike/ }).fill('100');
    await settle(page);
  });
  return [atMost(`${name}: open, to the drawn chart`, openMs, 'ms', 500), opened, polls, replay];
}

/** From the click to the frame after the loss; without the trace, which takes a tenth of it. */
async function timeToChart(browser: Browser, url: string): Promise<number> {
  await using page = await openPage(browser, `${url}/fine-tunes`);
  const link = page.getByRole('link', { name: 'acme/tuned' }).first();
  await link.waitFor();
  await settle(page);
  const shown = await page.evaluateHandle(() => {
    const clicked = new Promise<number>((resolve) => {
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true });
    });
    const afterMs = clicked.then(async (clickedAt) => {
      while (document.querySelector('[aria-busy="false"] canvas') === null)
        await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - clickedAt;
    });
    return { afterMs };
  });
  await link.click();
  return await shown.evaluate(({ afterMs }) => afterMs);
}

const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** With a fast-forwarded clock. @param isShort an hour instead of a day */
export async function benchPolling(browser: Browser, isShort: boolean): Promise<BenchRow[]> {
  await using training = await startTraining({ points: 2_000, events: 100 });
  await using page = await openPage(browser);
  await page.clock.install();
  await page.goto(`${training.url}/fine-tunes/${training.id}`);
  const pass = async (polls: number) => {
    for (let poll = 0; poll < polls; poll += 1) {
      training.report(1);
      const read = training.read();
      await page.clock.runFor(6_000);
      await read;
    }
  };
  await pass(50);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readFootprint = async () => {
    const heapMb = (await heldBytes(page)) / 1e6;
    const { metrics } = Metrics.parse(await session.send('Performance.getMetrics'));
    const count = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    return {
      heapMb,
      nodes: count('Nodes'),
      listeners: count('JSEventListeners'),
      sockets: training.sockets(),
      databaseMb: usage / 1e6,
    };
  };
  const before = await readFootprint();
  const polls = (isShort ? 1 : 24) * 60;
  await pass(polls);
  const after = await readFootprint();
  const name = `${polls} polls of a running fine-tune: growth of`;
  return [
    atMost(`${name} the heap`, after.heapMb - before.heapMb, 'MB', 10),
    atMost(`${name} the elements`, after.nodes - before.nodes, 'nodes', 500),
    atMost(`${name} the listeners`, after.listeners - before.listeners, 'listeners', 50),
    atMost(`${name} the connections`, after.sockets - before.sockets, 'sockets', 2),
    atMost(`${name} the databases`, after.databaseMb - before.databaseMb, 'MB', 1),
  ];
}

async function taskRow(
  page: Page,
  name: string,
  perform: () => Promise<void>,
  limitMs = 50,
): Promise<BenchRow> {
  const longestMs = await longestTask(page, perform, true);
  return atMost(`${name}, longest task`, longestMs, 'ms of CPU', limitMs);
}

/** What the browser does to take a page down is not measured with the next one. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.requestGC();
  await settle(page);
}

async function zoom(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const percent of [67, 80, 90, 110, 125, 150, 175, 200, 100]) {
    const share = percent / 100;
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(1440 / share),
      height: Math.round(860 / share),
      deviceScaleFactor: share,
      mobile: false,
    });
    await settle(page);
  }
  await session.detach();
}
