// A service on a socket of its own whose list of fine-tunes is what a test says, changed while a page looks at it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';

/** What is answered, until it is changed. */
interface Script {
  /** Records of GET /fine-tunes. */
  fineTunes: readonly unknown[];
  /** Instead of the list: a status, and how many seconds are to be waited. */
  refusal: { readonly status: number; readonly retryAfter?: string } | null;
}

/** A running one. */
export interface ScriptedFineTunes {
  readonly script: Script;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
  /** Makes it the connection of a page that is opened after this. */
  use(page: Page): Promise<void>;
}

/** Starts one on a free port of this machine. It has the operations of the interface document only. */
export async function startScriptedFineTunes(fineTunes: readonly unknown[]): Promise<ScriptedFineTunes> {
  const script: Script = { fineTunes, refusal: null };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after, date');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-headers': '*, authorization, content-type' }).end();
      return;
    }
    const path = (request.url ?? '').replace(/^\/v1/, '');
    asked.push(path);
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (path === '/models') answer(200, []);
    else if (path.endsWith('/checkpoints')) answer(200, { data: [] });
    else if (path !== '/fine-tunes') answer(404, { error: { message: 'No such path.' } });
    else if (script.refusal === null) answer(200, { data: script.fineTunes });
    else {
      const { status, retryAfter } = script.refusal;
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      answer(status, { error: { message: 'Too many requests.' } }, headers);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  return {
    script,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async use(page) {
      await page.addInitScript((base) => {
        const value = { activeId: 'script', profiles: [{ id: 'script', name: 'Script', baseUrl: base }] };
        localStorage.setItem('inferdeck.connections', JSON.stringify({ version: 1, value }));
      }, baseUrl);
    },
  };
}
