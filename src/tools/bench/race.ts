// Race bench: a stream of known pace.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod';
import { startService } from '#tools/setup/service-process.ts';
import {
  ask,
  heldBytes,
  openPage,
  press,
  watchFrames,
  watchPage,
  type RaceRequest,
  type Watched,
} from './page.ts';
import { atLeast, atMost, type BenchRow } from './row.ts';
import { raceModels, startRace, type RaceService, type SentAnswer } from './upstreams.ts';

/** The worst counts. */
const rounds = 3;

interface Race {
  readonly browser: Browser;
  readonly service: RaceService;
}

/** Nothing is repeated for missing its bar. @param isShort a tenth of the steady streams */
export async function benchRace(browser: Browser, isShort: boolean): Promise<BenchRow[]> {
  await using service = await startRace();
  const race = { browser, service };
  return [
    ...(await steadyStream(race, isShort ? 1000 : 10_000)),
    ...(await busyStream(race, isShort ? 1000 : 10_000)),
    ...(await burst(race)),
    ...(await manyChoices(race)),
    ...(await longChoice(race)),
    ...(await stopped(race)),
  ];
}

/** One frame for the worst task, as many frames as an empty page. */
async function steadyStream(race: Race, maxTokens: number): Promise<BenchRow[]> {
  const name = `${maxTokens} tokens at 200/s, heat and hover`;
  const { seen, exact } = await hoverDuring(race, name, maxTokens);
  const idle = await idleFrames(race.browser);
  return [
    ...taskRows(name, [seen], { tasks: 0, processorMs: 16 }),
    { name: 'empty page: frames', value: idle, unit: 'frames/s' },
    atLeast(`${name}: frames`, seen.framesPerSecond, 'frames/s', 0.97 * idle),
    ...exact,
  ];
}

async function busyStream(race: Race, maxTokens: number): Promise<BenchRow[]> {
  const name = `${maxTokens} tokens at 200/s beside training and a busy loop`;
  const training = await startService({ INFERDECK_SAMPLE: 'on' });
  const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  try {
    const { seen, exact } = await hoverDuring(race, name, maxTokens);
    return [
      ...taskRows(name, [seen], { tasks: 0 }),
      atLeast(`${name}: frames`, seen.framesPerSecond, 'frames/s', 45),
      ...exact,
    ];
  } finally {
    loop.kill();
    await training.stop();
  }
}

async function hoverDuring(
  race: Race,
  name: string,
  maxTokens: number,
): Promise<{ seen: Watched; exact: BenchRow[] }> {
  await using page = await open(race, { model: raceModels.steady, maxTokens });
  const seen = await watchPage(page, () => hoverUntil(page, press(page, 'Run', 'Complete')));
  return { seen, exact: await exactRows(name, page, race.service.lastAnswer()) };
}

async function burst(race: Race): Promise<BenchRow[]> {
  const name = 'burst of 10,000 tokens';
  const { seen, paintedMs, exact } = await repeat(race, name, { model: raceModels.burst, maxTokens: 10_000 });
  return [
    atMost(`${name}: press to painted, worst of ${rounds}`, Math.max(...paintedMs), 'ms', 1000),
    atMost(`${name}: worst task`, Math.max(0, ...seen.flatMap(({ tasks }) => tasks)), 'ms', 100),
    ...taskRows(name, seen, {}),
    ...exact,
  ];
}

async function manyChoices(race: Race): Promise<BenchRow[]> {
  const name = '128 choices × 100 tokens';
  const { seen, paintedMs, exact } = await repeat(race, name, {
    model: raceModels.burst,
    maxTokens: 100,
    n: 128,
  });
  return [
    ...taskRows(name, seen, { tasks: 0, processorMs: 25 }),
    { name: `${name}: press to painted, worst of ${rounds}`, value: Math.max(...paintedMs), unit: 'ms' },
    ...exact,
  ];
}

async function longChoice(race: Race): Promise<BenchRow[]> {
  const name = '100,000 tokens in one choice';
  await using page = await open(race, { model: raceModels.burst, maxTokens: 100_000 });
  const before = await heldBytes(page);
  let paintedMs = 0;
  const seen = await watchPage(page, async () => {
    paintedMs = (await press(page, 'Run', 'Complete')).shownMs;
  });
  return [
    atMost(`${name}: growth of the heap`, ((await heldBytes(page)) - before) / 1e6, 'MB', 150),
    ...taskRows(name, [seen], {}),
    { name: `${name}: press to painted`, value: paintedMs, unit: 'ms' },
    ...(await exactRows(name, page, race.service.lastAnswer())),
  ];
}

async function stopped(race: Race): Promise<BenchRow[]> {
  const shown: number[] = [];
  const closed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using page = await open(race, { model: raceModels.steady, maxTokens: 10_000 });
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('textbox', { name: 'Output' }).waitFor();
    const { shownMs, pressedAt } = await press(page, 'Stop', 'Stopped');
    shown.push(shownMs);
    closed.push((await race.service.lastAnswer().closedAt) - pressedAt);
  }
  return [
    atMost(`Stop: press to screen, worst of ${rounds}`, Math.max(...shown), 'ms', 50),
    atMost(`Stop: press to closed at the server, worst of ${rounds}`, Math.max(...closed), 'ms', 250),
  ];
}

/** Exactness is that of the last. */
async function repeat(race: Race, name: string, request: RaceRequest) {
  const seen: Watched[] = [];
  const paintedMs: number[] = [];
  let exact: BenchRow[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using page = await open(race, request);
    const run = async () => paintedMs.push((await press(page, 'Run', 'Complete')).shownMs);
    seen.push(await watchPage(page, run));
    exact = await exactRows(name, page, race.service.lastAnswer());
  }
  return { seen, paintedMs, exact };
}

async function open({ browser, service }: Race, request: RaceRequest): Promise<Page> {
  const page = await openPage(browser, service.url);
  await ask(page, request);
  return page;
}

async function hoverUntil(page: Page, run: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  void run.finally(() => {
    state.isOver = true;
  });
  for (let step = 0; !state.isOver; step += 1) {
    await page.mouse.move(120 + ((step * 13) % 560), 300 + ((step * 29) % 400));
    if (step % 20 === 0) await page.mouse.wheel(0, 2000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await run;
}

/** @param limits tasks over 50 ms, worst task by processor time */
function taskRows(
  name: string,
  seen: readonly Watched[],
  limits: { readonly tasks?: number; readonly processorMs?: number },
): BenchRow[] {
  const tasks = seen.flatMap((each) => each.tasks);
  const long = { name: `${name}: tasks over 50 ms`, value: tasks.length, unit: 'tasks' };
  const processorMs = Math.max(...seen.map((each) => each.processorMs));
  const worst = { name: `${name}: worst task`, value: processorMs, unit: 'ms of CPU' };
  return [
    limits.tasks === undefined ? long : atMost(long.name, long.value, long.unit, limits.tasks),
    { name: `${name}: worst of them by the clock`, value: Math.max(0, ...tasks), unit: 'ms' },
    limits.processorMs === undefined
      ? worst
      : atMost(worst.name, worst.value, worst.unit, limits.processorMs),
  ];
}

async function exactRows(name: string, page: Page, sent: SentAnswer): Promise<BenchRow[]> {
  // The braid splits texts.
  if (sent.choices.length > 1) await page.getByRole('radio', { name: 'Side by side' }).check();
  const shown = await shownTexts(page);
  const wrong = sent.choices.filter(({ text }, index) => shown[index] !== text).length;
  return [
    atMost(`${name}: choices whose text on the screen differs`, wrong, 'choices', 0),
    atMost(`${name}: tokens lost or moved in the recording`, await lostTokens(page, sent), 'tokens', 0),
  ];
}

function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="textbox"][aria-label^="Output"]')].map((output) =>
      [...output.querySelectorAll('[data-block]')].map((block) => block.textContent).join(''),
    ),
  );
}

const Exported = z.object({ events: z.array(z.tuple([z.number(), z.string()])) });
const Chunk = z.object({
  token: z.object({ id: z.number() }),
  choices: z.tuple([z.object({ index: z.number() })]),
});

/** Missing, repeated or out of order. */
async function lostTokens(page: Page, sent: SentAnswer): Promise<number> {
  await page.getByRole('tab', { name: 'Events' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const { events } = Exported.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')));
  const received = sent.choices.map((): number[] => []);
  for (const [, data] of events) {
    const { token, choices } = Chunk.parse(JSON.parse(data));
    received[choices[0].index]?.push(token.id);
  }
  return sent.choices.reduce((lost, { ids }, index) => {
    const wrong = ids.filter((id, position) => received[index]?.[position] !== id).length;
    return lost + wrong + Math.max(0, (received[index]?.length ?? 0) - ids.length);
  }, 0);
}

async function idleFrames(browser: Browser): Promise<number> {
  await using page = await openPage(browser);
  return (await watchFrames(page, () => page.waitForTimeout(2_000))).framesPerSecond;
}
