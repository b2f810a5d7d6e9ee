// Installs the lockfile's packages if any is missing; runs programs in TypeScript.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.js';
import { run, failureMessage } from './run.js';
import { withFileLock } from './file-lock.js';

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/** @throws {Error} with one sentence for the user */
export async function ensureInstalled() {
  if (missingPackages().length > 0) await withFileLock(`${root}/dist/installing`, install);
}

async function install() {
  if (missingPackages().length === 0) return;
  console.log('Installing packages (only this once) …');
  const { code, output } = await npm('ci');
  if (code === 0 && missingPackages().length === 0) return;
  // npm ci rejects the lockfile if a mirror lacks packages of other platforms; npm install does not.
  if (output.includes('EUSAGE')) {
    const second = await npm('install', '--no-save');
    if (second.code === 0 && missingPackages().length === 0) return;
  }
  throw new Error(failureMessage(output, 'npm could not install the packages'));
}

/** @param {string[]} args */
export function npm(...args) {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const file = npmFile();
  return run(
    file === undefined ? 'npm' : process.execPath,
    [...(file === undefined ? [] : [file]), ...args, ...options],
    { quiet: true, env: { NODE_ENV: 'development' } },
  );
}

/** On Windows `npm` itself is a shell script. */
function npmFile() {
  const beside = dirname(process.execPath);
  return [
    process.env['npm_execpath'] ?? '',
    `${beside}/node_modules/npm/bin/npm-cli.js`,
    `${beside}/../lib/node_modules/npm/bin/npm-cli.js`,
  ].find((file) => basename(file) === 'npm-cli.js' && existsSync(file));
}

/** Missing or of another version. Optional packages, for other platforms, do not count. */
function missingPackages() {
  const wanted = readPackages(`${root}/package-lock.json`);
  const present = readPackages(`${root}/node_modules/.package-lock.json`);
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && entry.optional !== true)
    .filter(
      ([path, entry]) =>
        present[path]?.version !== entry.version || !existsSync(`${root}/${path}/package.json`),
    )
    .map(([path]) => path);
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  if (!existsSync(file)) return {};
  /** @type {{ packages?: Record<string, LockedPackage> }} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  return lock.packages ?? {};
}

/** @param {string} file - from the checkout on; it exports `main(): Promise<void>` */
export async function runProgram(file) {
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {{ main(): Promise<void> }} */
  const program = await tsImport(pathToFileURL(`${root}/${file}`).href, import.meta.url);
  await program.main();
}
