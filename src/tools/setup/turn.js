// Mutual exclusion between processes by lock files.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Polls between touches of a lock file, and polls without a touch after which its owner counts as dead. */
const touchEvery = 10;
const deadAfter = 100;

/** Lock files of this process. Others with its process id are left from an earlier process, since ids are reused. */
const own = new Set();
let entered = 0;

/**
 * Runs `act` while no other process holds `file`. Ignores the locks of dead processes.
 * @template T
 * @param {string} file - each owner has its own `<file>.<process id>.<number>`, so that removing a dead one's lock
 * can never remove another's
 * @param {() => Promise<T>} act
 * @param {{ lookEveryMs?: number, say?: (line: string) => void }} [options] - `say` gets a line about the owner it
 * waits for
 * @returns {Promise<T>}
 */
export async function inTurn(file, act, { lookEveryMs = 100, say = console.log } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const lock = `${file}.${process.pid}.${++entered}`;
  const leave = () => {
    own.delete(lock);
    rmSync(lock, { force: true });
  };
  process.once('exit', leave);
  const findOther = createSearch(file, lock);
  let told = '';
  for (let other = findOther(); ; other = findOther()) {
    if (other === null) {
      own.add(lock);
      writeFileSync(lock, '');
      // Of two at once, both write before they look: at least one sees the other and backs off.
      other = findOther();
      if (other === null) break;
      leave();
    }
    if (other !== told) say(`Waiting for process ${other.split('.').at(-2)}, which holds ${other} …`);
    told = other;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs * (0.5 + Math.random())));
  }
  const touching = setInterval(() => touch(lock), lookEveryMs * touchEvery);
  try {
    return await act();
  } finally {
    clearInterval(touching);
    leave();
    process.removeListener('exit', leave);
  }
}

/**
 * Finds a living owner other than `lock`, and removes the files of dead ones. An owner is alive while its process
 * exists and its file is touched; polls are counted instead of seconds, which pass while a machine sleeps.
 * @param {string} file
 * @param {string} lock
 * @returns {() => string | null}
 */
function createSearch(file, lock) {
  /** @type {Map<string, { touchedAt: number, looks: number }>} */
  const seen = new Map();
  /** @param {string} other */
  const isAlive = (other) => {
    if (own.has(other)) return true;
    const touchedAt = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const last = seen.get(other);
    const looks = last?.touchedAt === touchedAt ? last.looks + 1 : 0;
    seen.set(other, { touchedAt, looks });
    return looks < deadAfter && isRunning(Number(other.split('.').at(-2)));
  };
  const pattern = /^\.\d+\.\d+$/;
  return () => {
    const others = readdirSync(dirname(file))
      .filter((name) => name.startsWith(basename(file)) && pattern.test(name.slice(basename(file).length)))
      .map((name) => `${dirname(file)}/${name}`)
      .filter((other) => other !== lock);
    for (const other of others) {
      if (isAlive(other)) return other;
      rmSync(other, { force: true });
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
