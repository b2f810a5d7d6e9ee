// `npm run test:browsers`: the built dashboard with its embedded service, driven in Firefox and WebKit.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#tools/setup/build.js';
import { canInstall } from '#tools/setup/debian.js';
import { root } from '#tools/setup/paths.js';
import { startService } from '#tools/setup/service-process.ts';
import { startFirefox, startScreen, startWebKit, type Driver, type Preferences } from './drivers.ts';
import { firefoxProgram, webKitPrograms } from './find.ts';
import { otherJourneys } from './other-journeys.ts';
import type { Journey, Stage } from './acts.ts';
import { Page } from './page.ts';
import { playgroundJourneys } from './playground-journeys.ts';
import { endAll, leftRunning } from './processes.ts';

/** A journey that takes longer, with the start of its browser, would never end. */
const deadlineMs = 240_000;

interface Browser {
  readonly name: 'Firefox' | 'WebKit';
  start(preferences?: Preferences): Promise<Driver>;
}

/** Runs every journey, or those whose browser and name contain a word of the command line. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  let failed = 0;
  let passed = 0;
  await ensureBuilt();
  const home = mkdtempSync(join(tmpdir(), 'inferdeck-browsers-'));
  const service = await startService({ INFERDECK_HOME: home });
  const end = async () => {
    await endAll();
    await service.stop();
    rmSync(home, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)));
  try {
    for (const find of [findFirefox, findWebKit]) {
      const browser = await find();
      if (typeof browser === 'string') {
        console.log(`✗ ${browser}`);
        if (process.env['CI'] === 'true' && canInstall()) failed += 1;
        continue;
      }
      for (const journey of [...playgroundJourneys, ...otherJourneys]) {
        if (journey.firefox !== undefined && browser.name !== 'Firefox') continue;
        const name = `${browser.name}: ${journey.name}`;
        if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
        if (await walk(browser, journey, { ...service, home })) passed += 1;
        else failed += 1;
      }
    }
  } finally {
    await end();
  }
  const left = await leftRunning();
  if (left.length > 0) {
    failed += 1;
    console.log(`✗ left running:\n${left.join('\n')}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function findFirefox(): Promise<Browser | string> {
  const command = await firefoxProgram();
  if (command === null) return 'Firefox is not on this machine, and could not be installed: not driven';
  return { name: 'Firefox', start: (preferences) => startFirefox(command, preferences) };
}

async function findWebKit(): Promise<Browser | string> {
  const commands = await webKitPrograms();
  if (commands === null)
    return 'WebKitWebDriver with Xvfb is not on this machine, and could not be installed: WebKit not driven';
  const display = await startScreen(commands.screen);
  return { name: 'WebKit', start: () => startWebKit(commands.driver, display) };
}

/** One journey in a browser started for it. @returns whether it passed */
async function walk(browser: Browser, journey: Journey, service: Stage['service']): Promise<boolean> {
  const startedMs = performance.now();
  const { name } = browser;
  const opened: { driver: Driver | null } = { driver: null };
  let timer: NodeJS.Timeout | undefined;
  const takesForever = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not end')), deadlineMs);
  });
  const say = (sign: string) => {
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(
      `${sign} ${name}${opened.driver === null ? '' : ` ${opened.driver.version}`}: ${journey.name} (${seconds} s)`,
    );
  };
  const go = async () => {
    const driver = await browser.start(journey.firefox);
    opened.driver = driver;
    await driver.resize(1440, 860);
    await journey.walk({ page: new Page(driver, service.url), service });
  };
  try {
    await Promise.race([go(), takesForever]);
    say('✓');
    return true;
  } catch (error) {
    say('✗');
    console.log(error instanceof Error ? error.stack : error);
    await Promise.race([keepPicture(opened.driver, `${name} ${journey.name}`), takesForever]).catch(() => {});
    return false;
  } finally {
    clearTimeout(timer);
    await opened.driver?.end();
  }
}

async function keepPicture(driver: Driver | null, name: string): Promise<void> {
  if (driver === null) return;
  const folder = join(root, 'test-results', 'browsers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(/[^\w]+/g, '-')}.png`), await driver.screenshot());
}
