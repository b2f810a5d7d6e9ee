// Installation of Debian packages, as root only.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from './paths.js';
import { run } from './run.js';

/** For a download without progress. */
export const progressTimeoutMs = 25_000;

export function canInstall() {
  return process.getuid?.() === 0 && programFolders().some((folder) => existsSync(join(folder, 'apt-get')));
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | null>} why it failed
 */
export async function installPackages(packages) {
  const install = ['install', '--no-install-recommends', ...packages];
  let outcome = await aptGet(...install);
  if (outcome.code !== 0 && outcome.code !== 127) {
    const update = await aptGet('update');
    outcome = update.code === 0 ? await aptGet(...install) : update;
  }
  return outcome.code === 0 ? null : `apt-get failed: ${errorLine(outcome.output)}`;
}

/** @param {string[]} args */
function aptGet(...args) {
  const options = [
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
    'Acquire::https::Timeout=10',
    'DPkg::Lock::Timeout=60',
  ];
  return run('apt-get', ['-y', ...options.flatMap((option) => ['-o', option]), ...args], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    deadline: {
      progress: /^(?:Hit|Get|Selecting|Unpacking|Setting up|Waiting for cache lock)\b/m,
      withinMs: progressTimeoutMs,
    },
  });
}

/** @param {string} output */
export function errorLine(output) {
  const lines = output.trim().split('\n');
  return lines.find((line) => /\berror\b|^E:/i.test(line)) ?? (lines.at(-1) || 'nothing answered');
}
