// Runs one program of the toolchain to its end; whatever it started ends with it.
import { spawn } from 'node:child_process';
import { root } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program in the checkout.
 * @param {string} command - program, found as a shell finds it
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv }} [options] - quiet keeps the output for the caller instead of showing it
 * @returns {Promise<Outcome>} exit code (127 when the program does not exist) and what it printed, when quiet
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    running.add(child);
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    /** @param {number} code */
    const finish = (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString() });
    };
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/**
 * Runs a program of an installed package by its file, without a shell or npx.
 * @param {string} file - path below node_modules
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [`${root}/node_modules/${file}`, ...args], options);
}

/** Ends every program that is still running, with what it started. */
export function endAll() {
  for (const child of running) {
    if (child.pid === undefined) continue;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    endAll();
    process.exitCode = signal === 'SIGINT' ? 130 : 143;
    if (running.size > 0) setTimeout(() => process.exit(), 3000).unref();
  });
}
