// Child processes of a journey, cleaned up with their children and files.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A running program. */
export interface Program {
  /** Its own folder, deleted with it. */
  readonly home: string;
  /** The first match of a pattern's group in its output. */
  printed(pattern: RegExp): Promise<string>;
  /** Rejects when it ends, with its output. */
  readonly ended: Promise<never>;
  /** Ends it at once. */
  end(): Promise<void>;
}

const running = new Set<Program>();
const homes: string[] = [];
let isOver = false;

/** Ends every program at once; no more are started. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...running].map((program) => program.end()));
}

/** Waits for what was started to end. @returns the command lines of what runs on after a minute */
export async function leftRunning(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  for (const latest = Date.now() + 60_000; ; await wait(100)) {
    const left = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const settings = procFile(pid, 'environ').split('\0');
        return homes.some((home) => settings.includes(`HOME=${home}`));
      })
      .map((pid) => procFile(pid, 'cmdline').replaceAll('\0', ' ').trim());
    if (left.length === 0 || Date.now() > latest) return left;
  }
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(join('/proc', pid, name), 'utf8');
  } catch {
    // It has ended, or belongs to someone else.
    return '';
  }
}

/** @param argsIn the arguments, given its folder */
export function start(
  command: string,
  argsIn: (home: string) => string[],
  env: NodeJS.ProcessEnv = {},
): Program {
  if (isOver) throw new Error('Everything has been ended.');
  const home = mkdtempSync(join(tmpdir(), 'inferdeck-browser-'));
  homes.push(home);
  const child = spawn(command, argsIn(home), {
    // The settings and history of the user who runs the tests stay untouched.
    env: {
      ...process.env,
      ...(process.platform === 'linux' && { HOME: home, XDG_CONFIG_HOME: home }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  const lookers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of lookers) look();
    });
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ended with ${code ?? signal}: ${output.slice(-2000)}`));
  });
  const ended = gone.then((why) => Promise.reject(new Error(`${command}: ${why}`)));
  ended.catch(() => {});
  const program: Program = {
    home,
    ended,
    printed(pattern) {
      const found = new Promise<string>((resolve) => {
        const look = () => {
          const text = pattern.exec(output)?.[1];
          if (text !== undefined) resolve(text);
        };
        lookers.add(look);
        look();
      });
      return Promise.race([found, ended]);
    },
    async end() {
      running.delete(program);
      try {
        // Its children end with it, as one process group.
        if (child.pid !== undefined)
          process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
      await gone;
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  running.add(program);
  return program;
}
