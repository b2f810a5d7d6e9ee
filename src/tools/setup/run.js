// Runs one program of the toolchain to its end; whatever it started ends with it.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome */
/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] keeps the output for the caller instead of showing it
 * @property {NodeJS.ProcessEnv} [env] beside the environment of this process
 * @property {string} [cwd] the checkout where it is not given
 * @property {{ sign: RegExp, withinMs: number }} [deadline] ends the program, which must be quiet, where it has not
 *   printed the sign by then
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
const isWindows = process.platform === 'win32';

/**
 * Runs a program in the checkout. No shell stands between: paths and arguments may hold any character.
 * @param {string} command - program, looked for in the folders of PATH
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} exit code (127 when the program does not exist) and what it printed, when quiet
 */
export function run(command, args, { quiet = false, env = {}, cwd = root, deadline } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // A process group of its own can be ended as a whole. Windows has none, and would open a window.
      detached: !isWindows,
      windowsHide: true,
    });
    started(child);
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const output = () => Buffer.concat(chunks).toString();
    const timer =
      deadline &&
      setTimeout(() => deadline.sign.test(output()) || endTree(child, 'SIGTERM'), deadline.withinMs);
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      ended(child);
      // After a signal nobody goes on to the next step: the process is about to end.
      if (!isEnding) resolve({ code, output: output() });
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
 * @param {RunOptions} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [`${root}/node_modules/${file}`, ...args], options);
}

let isEnding = false;
const signals = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/**
 * Signals are caught only while something runs that has to be ended; otherwise they do what they always do.
 * @param {import('node:child_process').ChildProcess} child
 */
function started(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, end);
  running.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function ended(child) {
  running.delete(child);
  if (running.size > 0) return;
  if (isEnding) process.exit();
  for (const signal of signals) process.removeListener(signal, end);
}

/**
 * Ends what runs, then this process; what does not listen to that is killed after a while, or at a second signal.
 * @param {NodeJS.Signals} signal
 */
function end(signal) {
  process.exitCode = 128 + constants.signals[signal];
  if (isEnding) process.exit();
  isEnding = true;
  for (const child of running) endTree(child, 'SIGTERM');
  setTimeout(() => process.exit(), 3000);
}

process.on('exit', () => {
  for (const child of running) endTree(child, 'SIGKILL');
});

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGTERM' | 'SIGKILL'} signal
 */
function endTree({ pid }, signal) {
  if (pid === undefined) return;
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** @type {readonly (readonly [RegExp, string])[]} */
const causes = [
  [/ENOSPC|no space left/i, 'the disk is full: free some space and run the same command again'],
  [
    /EACCES|EPERM|permission denied/i,
    'there is no permission to write in this folder: make it writable for your user, or clone into one that is',
  ],
  [/EROFS|read-only file system/i, 'this folder lies on a read-only file system: clone into a writable one'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i,
    'the package registry could not be reached: check the network or the proxy settings of npm',
  ],
  [/E401|E403/, 'the package registry refused the request: check the credentials in your npm configuration'],
];

/**
 * @param {string} output - everything that the program printed
 * @param {string} what - what could not be done, like "npm could not install the packages"
 * @returns {string} a sentence, followed by the last lines of the output where no cause is known
 */
export function sentenceFor(output, what) {
  const known = causes.find(([pattern]) => pattern.test(output));
  if (known) return `${what}: ${known[1]}.`;
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return tail === '' ? `${what}.` : `${what}. Its last words:\n${tail}`;
}
