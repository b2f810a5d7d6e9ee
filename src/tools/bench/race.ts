// Race bench: a stream of known pace.
import { spawn } from 'node:child_process';
import { chromium, type Browser, type Page } from '@playwright/test';
import { at } from '#lib/at.ts';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import {
  watchPage,
  type Watched,
  ask,
  heldBytes,
  idleFrames,
  lostTokens,
  press,
  shownTexts,
  type RaceRequest,
} from './race-page.ts';
import { raceModels, startRaceServer, type RaceServer, type SentAnswer } from './upstreams.ts';
import { atLeast, atMost, type BenchRow } from './row.ts';

/** The worst counts. */
const rounds = 3;

interface Race {
  readonly browser: Browser;
  readonly server: RaceServer;
  readonly service: RunningService;
}

/** Nothing is repeated for missing its bar. @param isShort a tenth of the steady streams */
export async function benchRace(executablePath: string, isShort: boolean): Promise<BenchRow[]> {
  const server = await startRaceServer();
  const service = await startService({ INFERDECK_UPSTREAM: server.baseUrl, INFERDECK_API_KEY: 'race' });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  const race = { browser, server, service };
  try {
    return [
      ...(await steadyStream(race, isShort ? 1000 : 10_000)),
      ...(await busyStream(race, isShort ? 1000 : 10_000)),
      ...(await burst(race)),
      ...(await manyChoices(race)),
      ...(await longChoice(race)),
      ...(await stopped(race)),
    ];
  } finally {
    await browser.close();
    await service.stop();
    server.close();
  }
}

/** One frame for the worst task, as many frames as an empty page. */
async function steadyStream(race: Race, maxTokens: number): Promise<BenchRow[]> {
  const name = `${maxTokens} tokens at 200/s, heat and hover`;
  const { seen, exact } = await hoverDuring(race, name, maxTokens);
  const idle = await idleFrames(race.browser);
  return [
    ...taskRows(name, [seen], { tasks: 0, processorMs: 16 }),
    { name: 'empty page: frames', value: idle, unit: 'frames/s' },
    atLeast(`${name}: frames`, seen.frames / seen.seconds, 'frames/s', 0.97 * idle),
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
      atLeast(`${name}: frames`, seen.frames / seen.seconds, 'frames/s', 45),
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
  const page = await open(race, { model: raceModels.steady, maxTokens, n: 1 });
  const watch = await watchPage(page);
  const run = press(page, 'Run', 'Complete');
  await hoverUntil(page, run);
  const seen = await watch.end();
  const exact = await exactRows(name, page, at(race.server.answers, race.server.answers.length - 1));
  await page.close();
  return { seen, exact };
}

async function burst(race: Race): Promise<BenchRow[]> {
  const name = 'burst of 10,000 tokens';
  const { seen, paintedMs, exact } = await repeat(race, name, {
    model: raceModels.burst,
    maxTokens: 10_000,
    n: 1,
  });
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
  const page = await open(race, { model: raceModels.burst, maxTokens: 100_000, n: 1 });
  const session = await page.context().newCDPSession(page);
  const before = await heldBytes(session);
  const watch = await watchPage(page);
  const { shownMs } = await press(page, 'Run', 'Complete');
  const seen = await watch.end();
  const grownMb = ((await heldBytes(session)) - before) / 1e6;
  const rows = [
    atMost(`${name}: growth of the heap`, grownMb, 'MB', 150),
    ...taskRows(name, [seen], {}),
    { name: `${name}: press to painted`, value: shownMs, unit: 'ms' },
    ...(await exactRows(name, page, at(race.server.answers, race.server.answers.length - 1))),
  ];
  await page.close();
  return rows;
}

async function stopped(race: Race): Promise<BenchRow[]> {
  const shown: number[] = [];
  const closed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await open(race, { model: raceModels.steady, maxTokens: 10_000, n: 1 });
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('textbox', { name: 'Output' }).waitFor();
    const { shownMs, pressedAt } = await press(page, 'Stop', 'Stopped');
    shown.push(shownMs);
    closed.push((await at(race.server.answers, race.server.answers.length - 1).closedAt) - pressedAt);
    await page.close();
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
    const page = await open(race, request);
    const watch = await watchPage(page);
    paintedMs.push((await press(page, 'Run', 'Complete')).shownMs);
    seen.push(await watch.end());
    exact = await exactRows(name, page, at(race.server.answers, race.server.answers.length - 1));
    await page.close();
  }
  return { seen, paintedMs, exact };
}

async function open({ browser, service }: Race, request: RaceRequest): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  await page.goto(service.url);
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
