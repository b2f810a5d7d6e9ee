// One at a time: two commands started together do not write the same folder.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Looks between two touches of an owner's file, and looks without a touch after which its owner counts as dead. */
const touchEvery = 10;
const deadAfter = 100;

/** Lock files of this process. Another one with its id is left from an earlier process: ids are used again. */
const own = new Set();
let entered = 0;

/**
 * Runs `act` while no other process is inside with the same file. What a dead process left stops nobody.
 * @template T
 * @param {string} file - each owner has a file `<file>.<process id>.<number>` of its own, so that removing what a dead
 *   one left can never remove the lock of another
 * @param {() => Promise<T>} act
 * @param {{ lookEveryMs?: number, say?: (line: string) => void }} [options] - `say` is told whom it waits for
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
      // Of two that come at once, both have written before they look: one at least sees the other, and steps back.
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
 * Makes a search for a living owner other than `lock`, which removes the files of dead ones. An owner lives as long as
 * its process is there and its file is touched; looks are counted, not seconds, which pass while a machine sleeps.
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
    // Somebody has emptied the folder; the work inside goes on.
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
