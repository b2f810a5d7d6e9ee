// Child processes of the toolchain: run to the end, killed with this process.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome */
/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] returns the output instead of showing it
 * @property {NodeJS.ProcessEnv} [env] added to the environment of this process
 * @property {string} [cwd] the checkout by default
 * @property {{ sign: RegExp, withinMs: number }} [deadline] kills the program, which must be quiet, unless its output
 * matches `sign` by then
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
const isWindows = process.platform === 'win32';

/**
 * Runs a program without a shell: paths and arguments may hold any character.
 * @param {string} command - program, looked up in PATH
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} exit code (127 if the program does not exist) and, when quiet, its output
 */
export function run(command, args, { quiet = false, env = {}, cwd = root, deadline } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // A process group can be killed as a whole. Windows has none, and would open a window.
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
      // After a signal, do not continue with the next step: the process is about to end.
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
 * Runs a program of an installed package, without a shell or npx.
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
 * Signals are caught only while children run; otherwise they keep their default action.
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
 * Ends the children, then this process; children that ignore the signal are killed after a while, or at a second
 * signal.
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
    // It has already exited.
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
 * @param {string} output - everything the program printed
 * @param {string} what - what failed, like "npm could not install the packages"
 * @returns {string} a sentence, followed by the last lines of the output if no cause is known
 */
export function sentenceFor(output, what) {
  const known = causes.find(([pattern]) => pattern.test(output));
  if (known) return `${what}: ${known[1]}.`;
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return tail === '' ? `${what}.` : `${what}. Its last words:\n${tail}`;
}
