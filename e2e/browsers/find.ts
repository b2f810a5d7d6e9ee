// Finder of Firefox and WebKit's driver; installs Debian's packages if possible without asking.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installPackages } from '#tools/setup/debian.js';
import { programFolders } from '#tools/setup/paths.js';

const firefoxNames = ['firefox', 'firefox-esr', 'firefox.exe'];
const firefoxPlaces = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
];

/** Null if none is found or can be installed. */
export async function firefoxProgram(): Promise<string | null> {
  return installing(['firefox-esr'], () => find(firefoxNames, firefoxPlaces));
}

/** WebKit's driver, and the screen that it needs; null if one is missing and cannot be installed. */
export async function webKitPrograms(): Promise<{ driver: string; screen: string } | null> {
  return installing(['webkit2gtk-driver', 'xvfb'], () => {
    const [driver, screen] = [find(['WebKitWebDriver']), find(['Xvfb'])];
    return driver === null || screen === null ? null : { driver, screen };
  });
}

async function installing<T>(packages: readonly string[], look: () => T | null): Promise<T | null> {
  const found = look();
  if (found !== null || !canInstall()) return found;
  console.log(`Installing ${packages.join(' and ')} (only this once) …`);
  const reason = await installPackages(packages);
  if (reason !== null) console.log(reason);
  return look();
}

function find(names: readonly string[], places: readonly string[] = []): string | null {
  const candidates = [
    ...programFolders().flatMap((folder) => names.map((name) => join(folder, name))),
    ...places,
  ];
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
