// Builds page and service if a source is newer than the build.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { root } from './paths.js';
import { runPackage, failureMessage } from './run.js';
import { withFileLock } from './file-lock.js';

const stamp = `${root}/dist/built`;
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** @throws {Error} with one sentence for the user */
export async function ensureBuilt() {
  if (!isFresh()) await withFileLock(`${root}/dist/building`, build);
}

async function build() {
  if (isFresh()) return;
  console.log('Building …');
  const startedAt = new Date();
  for (const target of [[], ['--ssr']]) {
    const { code, output } = await runPackage(
      'vite/bin/vite.js',
      ['build', '--logLevel', 'warn', ...target],
      {
        quiet: true,
        env: { NODE_ENV: 'production' },
      },
    );
    if (code !== 0) throw new Error(failureMessage(output, 'The build failed'));
  }
  mkdirSync(`${root}/dist`, { recursive: true });
  // Dated at the start of the build: edits made meanwhile count as newer.
  writeFileSync(stamp, `${startedAt.toISOString()}\n`);
  utimesSync(stamp, startedAt, startedAt);
}

/** Folders count, too: a removal changes only those. */
function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return sources.every((source) => newest(`${root}/${source}`) <= builtAt);
}

/**
 * @param {string} path
 * @returns {number} newest modification below the path, in milliseconds
 */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(`${path}/${name}`)),
    stats.mtimeMs,
  );
}
