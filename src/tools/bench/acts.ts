// Interaction benches: user actions beside large runs and trainings, and a day of polling.
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import { ask, heldBytes, press, traceTasks } from './race-page.ts';
import { atMost, type BenchRow } from './row.ts';
import { raceModels, startRaceServer, startTraining } from './upstreams.ts';

const acts = {
  run: (browser: Browser, isShort: boolean) => besideLongRun(browser, isShort ? 10_000 : 100_000),
  training: (browser: Browser, isShort: boolean) => besideLongTraining(browser, isShort ? 10_000 : 100_000),
  day: (browser: Browser, isShort: boolean) => lookingOn(browser, isShort ? 1 : 24),
} as const;

/**
 * @param executablePath a Chromium
 * @param isShort a tenth of the tokens and points, and an hour instead of a day
 */
export async function benchActs(
  act: keyof typeof acts,
  executablePath: string,
  isShort: boolean,
): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    return await acts[act](browser, isShort);
  } finally {
    await browser.close();
  }
}

/** A run of many tokens on the screen, then a short one, for undo and redo between the two. */
async function besideLongRun(browser: Browser, count: number): Promise<BenchRow[]> {
  const server = await startRaceServer();
  const service = await startService({ INFERDECK_UPSTREAM: server.baseUrl, INFERDECK_API_KEY: 'acts' });
  const name = `beside ${count.toLocaleString('en-US')} tokens`;
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(service.url);
    await ask(page, { model: raceModels.burst, maxTokens: count, n: 1 });
    await press(page, 'Run', 'Complete');
    const output = page.getByRole('textbox', { name: 'Output', exact: true });
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    const blocks = async (most: number) => {
      await page.waitForFunction((least) => document.querySelectorAll('[data-block]').length >= least, most, {
        timeout: 120_000,
      });
      await settle(page);
    };
    const rows: BenchRow[] = [];
    const measure = async (act: string, perform: () => Promise<void>) => {
      rows.push(await taskRow(page, `${name}: ${act}`, perform));
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
    await page.getByRole('spinbutton', { name: 'max_tokens' }).fill('10');
    await press(page, 'Run', 'Complete');
    await measure('undo', async () => {
      await page.getByRole('button', { name: /^Undo/ }).click();
      await blocks(held);
    });
    await measure('reload', async () => {
      await page.reload();
      await blocks(held);
    });
    await measure('redo', async () => {
      await page.getByRole('button', { name: /^Redo/ }).click();
      await page.waitForFunction((most) => document.querySelectorAll('[data-block]').length < most, held);
      await settle(page);
    });
    await page.close();
    return rows;
  } finally {
    await service.stop();
    server.close();
  }
}

/** The page of a fine-tune with many points while it reports more: alerts, curves and figures update. */
async function besideLongTraining(browser: Browser, count: number): Promise<BenchRow[]> {
  return onTraining(count, async (service, training) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(`${service.url}/fine-tunes/${training.id}`);
    await page.locator('[aria-busy="false"] canvas').first().waitFor({ timeout: 60_000 });
    await settle(page);
    const row = await taskRow(page, `${count.toLocaleString('en-US')} points, and more of them`, async () => {
      for (let round = 0; round < 3; round += 1) {
        training.report(10);
        await training.read();
        await settle(page);
      }
    });
    await page.close();
    return [row];
  });
}

/** The page's clock is fast-forwarded, so that a day of polling takes a minute; the training reports at each poll. */
async function lookingOn(browser: Browser, hours: number): Promise<BenchRow[]> {
  return onTraining(2_000, async (service, training) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.clock.install();
    await page.goto(`${service.url}/fine-tunes/${training.id}`);
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
    const before = await heldBytes(session);
    const polls = hours * 60;
    await pass(polls);
    const grownMb = ((await heldBytes(session)) - before) / 1e6;
    await page.close();
    return [atMost(`growth of the heap over ${polls} polls of a running fine-tune`, grownMb, 'MB', 10)];
  });
}

async function onTraining(
  points: number,
  measure: (
    service: RunningService,
    training: Awaited<ReturnType<typeof startTraining>>,
  ) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const training = await startTraining(points);
  const service = await startService({ INFERDECK_UPSTREAM: training.baseUrl, INFERDECK_API_KEY: 'acts' });
  try {
    return await measure(service, training);
  } finally {
    await service.stop();
    training.close();
  }
}

/** Processor time of the longest task of an act: at most 50 ms. */
async function taskRow(page: Page, name: string, perform: () => Promise<void>): Promise<BenchRow> {
  const trace = await traceTasks(page);
  await perform();
  return atMost(`${name}, longest task`, await trace.end(), 'ms of CPU', 50);
}

/** Waits for the effects of an act: two frames, and an idle callback. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}

/** Browser zoom: fewer and denser CSS pixels. */
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
