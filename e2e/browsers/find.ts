// Finds Firefox and WebKit's driver, or installs Debian's packages where that needs no question.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '#tools/setup/run.js';

const firefoxNames = ['firefox', 'firefox-esr', 'firefox.exe'];
const firefoxPlaces = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
];

/** Null where there is none, and none can be installed. */
export async function firefoxProgram(): Promise<string | null> {
  return installing(['firefox-esr'], () => find(firefoxNames, firefoxPlaces));
}

/** WebKit's driver, and the screen that it needs; null where one is missing and cannot be installed. */
export async function webKitPrograms(): Promise<{ driver: string; screen: string } | null> {
  return installing(['webkit2gtk-driver', 'xvfb'], () => {
    const [driver, screen] = [find(['WebKitWebDriver']), find(['Xvfb'])];
    return driver === null || screen === null ? null : { driver, screen };
  });
}

/** Whether Debian's packages can be installed here without a question. */
export function canInstall(): boolean {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  return process.getuid?.() === 0 || existsSync('/usr/bin/sudo');
}

async function installing<T>(packages: readonly string[], look: () => T | null): Promise<T | null> {
  const found = look();
  if (found !== null || !canInstall()) return found;
  console.log(`Installing ${packages.join(' and ')} (only this once) …`);
  if (!(await install(packages)) && (await aptGet('update'))) await install(packages);
  return look();
}

function install(packages: readonly string[]): Promise<boolean> {
  return aptGet('install', '-y', '--no-install-recommends', ...packages);
}

/** Gives up soon where there is no way out, or where another installation does not end. */
async function aptGet(...args: readonly string[]): Promise<boolean> {
  const limits = [
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
    'Acquire::https::Timeout=10',
    'DPkg::Lock::Timeout=60',
  ];
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command = '', ...rest] = [
    ...asRoot,
    'apt-get',
    ...limits.flatMap((limit) => ['-o', limit]),
    ...args,
  ];
  const { code } = await run(command, rest, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  return code === 0;
}

function find(names: readonly string[], places: readonly string[] = []): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  return candidates.find(canRun) ?? null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
