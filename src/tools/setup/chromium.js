// Chromium for the browser tests: found or installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumArgs } from './chromium-args.ts';
import { canInstall, progressTimeoutMs, installPackages, errorLine } from './debian.js';
import { programFolders } from './paths.js';
import { runPackage } from './run.js';

/** Headless first: a quarter less processor time. */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const ending = process.platform === 'win32' ? '.exe' : '';
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
];

/**
 * INFERDECK_CHROMIUM, Playwright's or the system's; else Playwright's download; as root, Debian's package.
 * @returns {Promise<string>} path of a Chromium that has just started
 * @throws {Error} with what was tried
 */
export async function ensureChromium() {
  const { chromium } = await import('@playwright/test');
  /** @type {string[]} */
  const reasons = [];
  /** @type {Set<string>} */
  const tried = new Set();
  /** @param {readonly string[]} paths '' is Playwright's own */
  const firstThatStarts = async (paths) => {
    for (const path of paths.filter((each) => !tried.has(each) && (each === '' || existsSync(each)))) {
      tried.add(path);
      try {
        const server = await chromium.launchServer({
          ...(path !== '' && { executablePath: path }),
          args: chromiumArgs,
          timeout: 60_000,
        });
        try {
          const browser = await chromium.connect(server.wsEndpoint());
          await (await browser.newPage()).goto('about:blank');
          return server.process().spawnfile;
        } finally {
          await server.close();
        }
      } catch (error) {
        reasons.push(`${path || "Playwright's own"} does not start: ${firstLine(error)}`);
      }
    }
    return null;
  };

  const found = await firstThatStarts([process.env['INFERDECK_CHROMIUM'] ?? '', '', ...onSystem()]);
  if (found !== null) return found;
  console.log('Getting a Chromium for the browser tests (only this once) …');
  for (const get of [download, ...(canInstall() ? packages : [])]) {
    const reason = await get();
    if (reason !== null) reasons.push(reason);
    // A download that lacks libraries starts once Debian's package has brought them.
    tried.delete('');
    const path = await firstThatStarts(['', ...onSystem()]);
    if (path !== null) return path;
  }
  throw new Error(
    `No Chromium starts here, and none could be installed. Install one (Debian: apt-get install chromium-headless-shell) and run the same command again.\n${reasons.join('\n')}`,
  );
}

function onSystem() {
  return [
    ...programFolders().flatMap((folder) => names.map((name) => join(folder, name + ending))),
    ...places,
  ];
}

/** Without any font, a Chromium ends by itself where it is to draw an emoji. */
const packages = ['chromium-headless-shell', 'chromium'].map(
  (name) => () => installPackages([name, 'fonts-liberation']),
);

/**
 * @returns {Promise<string | null>} why it failed
 */
async function download() {
  const { code, output } = await runPackage(
    '@playwright/test/cli.js',
    ['install', '--only-shell', 'chromium'],
    {
      quiet: true,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
      deadline: { progress: /% of/, withinMs: progressTimeoutMs },
    },
  );
  return code === 0 ? null : `The download failed: ${errorLine(output)}`;
}

/** @param {unknown} error */
const firstLine = (error) => (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
