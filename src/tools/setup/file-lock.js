// Mutual exclusion between processes by lock files.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { failureMessage } from './run.js';

// Without a package: it also guards the installation of packages.

/** In polls: between touches of a lock, and without a touch until its owner counts as dead. */
const touchEveryPolls = 10;
const deadAfterPolls = 100;

/** Other locks with this process's id are left from an earlier process: ids are reused. */
const own = new Set();
let entered = 0;

/**
 * Runs `act` while no other living process holds `file`.
 * @template T
 * @param {string} file - locks are `<file>.<process id>.<number>`: removing a dead one's cannot remove another's
 * @param {() => Promise<T>} act
 * @param {{ pollEveryMs?: number, log?: (line: string) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withFileLock(file, act, { pollEveryMs = 100, log = console.log } = {}) {
  orExplain(file, () => mkdirSync(dirname(file), { recursive: true }));
  const lock = `${file}.${process.pid}.${++entered}`;
  const release = () => {
    own.delete(lock);
    rmSync(lock, { force: true });
  };
  process.once('exit', release);
  const findOwner = createOwnerSearch(file, lock);
  let reportedOwner = '';
  for (let owner = findOwner(); ; owner = findOwner()) {
    if (owner === null) {
      own.add(lock);
      orExplain(file, () => writeFileSync(lock, ''));
      // Both of two write before they look: at least one sees the other and backs off.
      owner = findOwner();
      if (owner === null) break;
      release();
    }
    if (owner !== reportedOwner)
      log(`Waiting for process ${owner.split('.').at(-2)}, which holds ${owner} …`);
    reportedOwner = owner;
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs * (0.5 + Math.random())));
  }
  const touching = setInterval(() => touch(lock), pollEveryMs * touchEveryPolls);
  try {
    return await act();
  } finally {
    clearInterval(touching);
    release();
    process.removeListener('exit', release);
  }
}

/**
 * @param {string} file
 * @param {() => void} write
 */
function orExplain(file, write) {
  try {
    write();
  } catch (error) {
    throw new Error(failureMessage(String(error), `${dirname(file)} cannot be written`), { cause: error });
  }
}

/**
 * Removes the files of dead owners. One lives while its process exists and its file is touched, counted in polls:
 * seconds pass while a machine sleeps.
 * @param {string} file
 * @param {string} lock
 * @returns {() => string | null}
 */
function createOwnerSearch(file, lock) {
  /** @type {Map<string, { touchedAt: number, polls: number }>} */
  const seen = new Map();
  /** @param {string} owner */
  const isAlive = (owner) => {
    if (own.has(owner)) return true;
    const touchedAt = statSync(owner, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const last = seen.get(owner);
    const polls = last?.touchedAt === touchedAt ? last.polls + 1 : 0;
    seen.set(owner, { touchedAt, polls });
    return polls < deadAfterPolls && isRunning(Number(owner.split('.').at(-2)));
  };
  const pattern = /^\.\d+\.\d+$/;
  return () => {
    const owners = readdirSync(dirname(file))
      .filter((name) => name.startsWith(basename(file)) && pattern.test(name.slice(basename(file).length)))
      .map((name) => `${dirname(file)}/${name}`)
      .filter((owner) => owner !== lock);
    for (const owner of owners) {
      if (isAlive(owner)) return owner;
      rmSync(owner, { force: true });
    }
    return null;
  };
}

/** @param {string} lock */
function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // The folder was emptied; `act` continues.
  }
}

/** @param {number} pid */
function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
