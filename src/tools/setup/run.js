// Child processes of the toolchain, killed with this process.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.js';

/** @typedef {{ code: number, output: string }} Outcome */
/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] returns the output instead of showing it
 * @property {NodeJS.ProcessEnv} [env] added to that of this process
 * @property {string} [cwd] the checkout by default
 * @property {{ progress: RegExp, withinMs: number }} [deadline] kills a quiet program without `progress` in its output
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
const isWindows = process.platform === 'win32';

/**
 * Without a shell: arguments may hold any character.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} exit code (127: no such program), and the output if quiet
 */
export function run(command, args, { quiet = false, env = {}, cwd = root, deadline } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // A process group is killed as a whole. Windows has none, and would open a window.
      detached: !isWindows,
      windowsHide: true,
    });
    track(child);
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const output = () => Buffer.concat(chunks).toString();
    const timer =
      deadline &&
      setTimeout(() => deadline.progress.test(output()) || killTree(child, 'SIGTERM'), deadline.withinMs);
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      untrack(child);
      // This process is about to end: no next step.
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
 * @param {string} file - below node_modules
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [`${root}/node_modules/${file}`, ...args], options);
}

let isEnding = false;
const signals = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/**
 * Signals keep their default action while no child runs.
 * @param {import('node:child_process').ChildProcess} child
 */
function track(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, handleSignal);
  running.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function untrack(child) {
  running.delete(child);
  if (running.size > 0) return;
  if (isEnding) process.exit();
  for (const signal of signals) process.removeListener(signal, handleSignal);
}

/**
 * Children that ignore the signal are killed after a while, or at a second one.
 * @param {NodeJS.Signals} signal
 */
function handleSignal(signal) {
  process.exitCode = 128 + constants.signals[signal];
  if (isEnding) process.exit();
  isEnding = true;
  for (const child of running) killTree(child, 'SIGTERM');
  setTimeout(() => process.exit(), 3000);
}

process.on('exit', () => {
  for (const child of running) killTree(child, 'SIGKILL');
});

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGTERM' | 'SIGKILL'} signal
 */
function killTree({ pid }, signal) {
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
 * @param {string} output
 * @param {string} what - "npm could not install the packages"
 * @returns {string} a sentence with the known cause, or with the last lines of the output
 */
export function failureMessage(output, what) {
  const known = causes.find(([pattern]) => pattern.test(output));
  if (known) return `${what}: ${known[1]}.`;
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return tail === '' ? `${what}.` : `${what}. Its last words:\n${tail}`;
}
