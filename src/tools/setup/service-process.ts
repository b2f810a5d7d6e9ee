// Inferdeck as a child process, with free port and data folder.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './paths.js';

export interface RunningService extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly lines: readonly string[];
  readonly pid: number;
  /** As Ctrl+C does; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** @param checkout whose `npm start` is run */
export async function startService(
  env: NodeJS.ProcessEnv = {},
  checkout: string = root,
): Promise<RunningService> {
  const home = mkdtempSync(join(tmpdir(), 'inferdeck-home-'));
  const token = `canary-${randomUUID()}`;
  const child = spawn(process.execPath, [`${checkout}/src/tools/start.js`], {
    env: {
      ...ownEnvironment(),
      PORT: '0',
      INFERDECK_HOME: home,
      INFERDECK_TOKEN: token,
      INFERDECK_LOG: 'on',
      INFERDECK_SAMPLE: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => lines.push(line));
  const end = () => child.kill();
  process.once('exit', end);
  let isStopping = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code, signal) => {
      process.removeListener('exit', end);
      if (!isStopping)
        process.stderr.write(`The service ended with ${signal ?? code}:\n${lines.join('\n')}\n`);
      rmSync(home, { recursive: true, force: true });
      resolve(code);
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address.replace(/\/$/, ''));
    });
    void exited.then((code) => reject(new Error(`the service ended with ${code}:\n${lines.join('\n')}`)));
  });
  const service: RunningService = {
    url,
    token,
    lines,
    pid: child.pid ?? 0,
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
      return exited;
    },
    async [Symbol.asyncDispose]() {
      await this.stop();
    },
  };
  return service;
}

const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:INFERDECK_.*|HOST|PORT)$/u.test(name)),
  );
