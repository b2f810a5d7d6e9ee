// Restartable service with a persistent data folder and real fine-tunes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type RunningService } from '#tools/setup/service-process.ts';
import { test as base } from './fixtures.ts';
import { queuedId, runTool } from './run-tool.ts';

/** The service of one test. */
export interface FineTuneService {
  readonly url: string;
  /** Sends a request with the token; resolves to the answer. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The text of the answer. */
  said(path: string): Promise<string>;
  /** Queues a fine-tune of `rows` short texts; resolves to its id. */
  begin(rows: number, ...options: readonly string[]): Promise<string>;
  /** Cancels a fine-tune, and waits for its end. */
  cancel(id: string): Promise<void>;
  stop(): Promise<void>;
  /** Starts it again with the same folder at the same address. */
  start(): Promise<void>;
}

/** `test` with a service of the test's own; `page.goto('/')` opens its dashboard. */
export const test = base.extend<{ tuner: FineTuneService }>({
  tuner: async ({}, provide) => {
    const home = mkdtempSync(join(tmpdir(), 'inferdeck-tuner-'));
    let running: RunningService | null = await startService({ INFERDECK_HOME: home });
    const { url, token } = running;
    const stop = async () => {
      await running?.stop();
      running = null;
    };
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${url}/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    await provide({
      url,
      fetch: ask,
      said: async (path) => (await ask(path)).text(),
      async begin(rows, ...options) {
        const file = join(home, `${rows}-rows.jsonl`);
        writeFileSync(file, textsOf(rows));
        return queuedId(await runTool('fine-tune', home, '--training-file', file, '--detach', ...options));
      },
      async cancel(id) {
        await runTool('fine-tune', home, '--cancel', id);
      },
      stop,
      async start() {
        const { port } = new URL(url);
        running = await startService({ INFERDECK_HOME: home, INFERDECK_TOKEN: token, PORT: port });
      },
    });
    await stop();
    rmSync(home, { recursive: true, force: true });
  },
  baseURL: async ({ tuner }, provide) => provide(tuner.url),
});

/** Texts that a story model has not learned, so that a few steps change its output. */
function textsOf(rows: number): string {
  const skies = ['rain', 'sun', 'fog', 'snow'];
  return Array.from({ length: rows }, (_, index) => {
    const text = `Weather report ${index}: ${skies[index % 4]} by day, ${skies[(index * 3 + 1) % 4]} by night.`;
    return `${JSON.stringify({ text })}\n`;
  }).join('');
}

export { expect } from '@playwright/test';
