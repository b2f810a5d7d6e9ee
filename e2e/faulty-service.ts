// Faulty service for direct connections; the requested model selects its answer.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';

/**
 * Writes one answer to POST /completions. `count` says how many requests this model has had, this one included;
 * `released` resolves once the test has seen the text on the page: a broken stream drops what was not yet read.
 */
export type Answer = (
  response: ServerResponse,
  count: number,
  released: Promise<void>,
) => void | Promise<void>;

/** A running faulty service. */
export interface FaultyService {
  /** Base address of its API. */
  readonly baseUrl: string;
  /** Bodies of the requested completions, by model, in order. */
  readonly asked: ReadonlyMap<string, readonly unknown[]>;
  /** Releases the waiting answers of a model. */
  release(model: string): void;
  stop(): Promise<void>;
}

/** Starts one on a free port of this machine. @param answers by model */
export async function startFaultyService(answers: ReadonlyMap<string, Answer>): Promise<FaultyService> {
  const asked = new Map<string, unknown[]>();
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    void answerOne(request, response);
  });

  async function answerOne(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-headers': '*, authorization, content-type' }).end();
      return;
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      return;
    }
    const body: unknown = JSON.parse(await textOf(request));
    const model = typeof body === 'object' && body !== null && 'model' in body ? String(body.model) : '';
    const bodies = asked.get(model) ?? [];
    asked.set(model, [...bodies, body]);
    const released = new Promise<void>((resolve) => waiting.set(model, resolve));
    await answers.get(model)?.(response, bodies.length + 1, released);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    release: (model) => waiting.get(model)?.(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  await once(request, 'end');
  return Buffer.concat(parts).toString('utf8');
}

/** Opens the playground with a direct connection in use and a draft that asks for `model`. */
export async function openWith(
  page: Page,
  baseUrl: string | null,
  model: string,
  numbers: Record<string, string> = {},
): Promise<void> {
  await page.addInitScript(
    ([address, name, values]) => {
      if (localStorage.getItem('inferdeck.draft') !== null) return;
      const draft = { model: name, prompt: 'Say', stop: [], numbers: values, stream: true };
      localStorage.setItem('inferdeck.draft', JSON.stringify({ version: 1, value: draft }));
      if (address === null) return;
      const value = { activeId: 'faults', profiles: [{ id: 'faults', name: 'Faults', baseUrl: address }] };
      localStorage.setItem('inferdeck.connections', JSON.stringify({ version: 1, value }));
    },
    [baseUrl, model, numbers] as const,
  );
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
}
