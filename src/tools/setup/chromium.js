// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runPackage } from './run.js';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of a Chromium: the one that Playwright knows, else one on the system, else Debian's package where it may be
 * installed, else Playwright's download.
 * @returns {Promise<string>}
 * @throws {Error} with one sentence when none can be had
 */
export async function ensureChromium() {
  const known = (await playwrightChromium()) ?? onSystem();
  if (known !== null) return known;
  console.log('Installing a Chromium for the browser tests (only this once) …');
  if (await installDebianPackage()) {
    const installed = onSystem();
    if (installed !== null) return installed;
  }
  const { code, output } = await runPackage('@playwright/test/cli.js', ['install', 'chromium'], {
    quiet: true,
  });
  const downloaded = await playwrightChromium();
  if (code === 0 && downloaded !== null) return downloaded;
  throw new Error(
    `No Chromium was found, and none could be installed. Install one (Debian: apt-get install chromium) and run npm test again. The download said: ${output.trim().split('\n').at(-1)}`,
  );
}

/** @returns {Promise<string | null>} */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** @returns {string | null} */
function onSystem() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...places].find((candidate) => existsSync(candidate)) ?? null;
}

/** Installs Debian's package where this user may do that without being asked; says whether it worked. */
async function installDebianPackage() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  const asRoot = isRoot ? [] : ['sudo', '-n'];
  /** @param {string[]} args */
  const aptGet = async (...args) => {
    const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    const { code } = await run(command, rest, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    return code === 0;
  };
  const install = () => aptGet('install', '-y', '--no-install-recommends', 'chromium');
  if (!isRoot && !existsSync('/usr/bin/sudo')) return false;
  return (await install()) || ((await aptGet('update')) && (await install()));
}
