// One at a time: two commands started together do not write the same folder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Milliseconds between two looks at whether the other is done. */
const lookEveryMs = 100;

/**
 * Runs `act` while no other process is inside with the same file. A file left by a process that is gone does not count.
 * @template T
 * @param {string} file - holds the id of the process that is inside
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function inTurn(file, act) {
  mkdirSync(dirname(file), { recursive: true });
  while (!enter(file)) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  try {
    return await act();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function enter(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (!isAlive(readOwner(file))) rmSync(file, { force: true });
    return false;
  }
}

/**
 * @param {string} file
 * @returns {number} 0 where the file is gone or not yet written
 */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // Just made and not yet written: its owner is about to write.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
