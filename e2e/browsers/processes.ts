// Programs that are started for a journey, and end with all that they started and wrote.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running program. */
export interface Program {
  /** A folder of its own, which goes with it. */
  readonly home: string;
  /** The first match of a pattern's group in what it prints. */
  printed(pattern: RegExp): Promise<string>;
  /** Rejects when it ends, with what it said. */
  readonly ended: Promise<never>;
  /** Ends it at once. */
  end(): Promise<void>;
}

const running = new Set<Program>();
let isOver = false;

/** Ends every program at once; none is started any more. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...running].map((program) => program.end()));
}

/** @param argsIn the arguments, once its folder is there */
export function start(
  command: string,
  argsIn: (home: string) => string[],
  env: NodeJS.ProcessEnv = {},
): Program {
  if (isOver) throw new Error('Everything has been ended.');
  const home = mkdtempSync(join(tmpdir(), 'inferdeck-browser-'));
  const child = spawn(command, argsIn(home), {
    // Whoever runs the tests keeps settings and history of their own.
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
        // What it started ends with it: they are one group.
        if (child.pid !== undefined)
          process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
      await gone;
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  running.add(program);
  return program;
}
