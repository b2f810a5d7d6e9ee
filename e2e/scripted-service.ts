// Scripted service whose answers a test changes while the page is open.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';

/** Answer to a GET; the default status is 200. */
interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Accepted and never answered. */
  readonly isHeld?: boolean;
}

/** A running scripted service. */
export interface ScriptedService {
  /** Base address of its API. */
  readonly baseUrl: string;
  /** By path below the base address, as `/jobs/job-a`; exact query first; other paths are 404 with ErrorData. */
  readonly answers: Map<string, ScriptedAnswer>;
  /** How often a path was requested. */
  asked(path: string): number;
  /** Every requested path, in order. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** `test` with a scripted service as the page's connection; it answers only an empty list of models. */
export const test = base.extend<{ script: ScriptedService }>({
  script: async ({ page }, provide) => {
    const script = await startScriptedService();
    await connectTo(page, script);
    await provide(script);
    await script.close();
  },
});

/** Starts one on a free port of this machine. */
async function startScriptedService(): Promise<ScriptedService> {
  const answers = new Map<string, ScriptedAnswer>();
  const paths: string[] = [];
  const missing: ScriptedAnswer = {
    status: 404,
    body: { error: { message: 'There is none.', type: 'not_found' } },
  };
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after, date');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-headers': '*, authorization, content-type' }).end();
      return;
    }
    const asked = decodeURIComponent((request.url ?? '').replace(/^\/v1/, ''));
    const path = asked.replace(/\?.*$/, '');
    paths.push(path);
    const {
      status = 200,
      headers = {},
      body,
      isHeld = false,
    } = answers.get(asked) ?? answers.get(path) ?? missing;
    if (isHeld) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  answers.set('/models', { body: [] });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    answers,
    asked: (path) => paths.filter((each) => each === path).length,
    paths,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Switches the page to this connection. */
async function connectTo(page: Page, { baseUrl }: ScriptedService): Promise<void> {
  await page.addInitScript((address) => {
    const value = { activeId: 'script', profiles: [{ id: 'script', name: 'Script', baseUrl: address }] };
    localStorage.setItem('inferdeck.connections', JSON.stringify({ version: 1, value }));
  }, baseUrl);
}

export { expect } from '@playwright/test';
