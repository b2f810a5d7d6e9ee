// The service as a proxy over real HTTP, for one test.
import { createGate } from '#service/http/gate.ts';
import { createListener } from '#service/http/listener.ts';
import { listen } from '#service/http/server.ts';
import { parseUpstream } from '#service/proxy/address.ts';
import { upstreamOperations, type UpstreamParts } from '#service/proxy/operations.ts';
import { upstreamKey } from './dialect-server.ts';

export const frontToken = 'front-token-of-this-test';

export interface Front {
  readonly port: number;
  readonly baseUrl: string;
  /** Causes of streams that broke off, in order. */
  readonly breaks: readonly string[];
  /** Internal failures; empty unless something is wrong. */
  readonly failures: readonly unknown[];
  /** Ends open streams, as a server stop does. */
  cut(): void;
  ask(path: string, init?: RequestInit): Promise<Response>;
  complete(body: object, signal?: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

export async function startFront(
  baseUrl: string,
  options: Partial<Pick<UpstreamParts, 'timeouts' | 'ca'>> & { readonly key?: string | null } = {},
): Promise<Front> {
  const { key = upstreamKey, ...rest } = options;
  const parsed = parseUpstream(baseUrl, key);
  if (!parsed.ok) throw new Error(parsed.reason);
  const breaks: string[] = [];
  const failures: unknown[] = [];
  const cut = new AbortController();
  const operations = upstreamOperations({
    address: parsed.address,
    cut: cut.signal,
    onInterrupted: (cause) => breaks.push(cause),
    ...rest,
  });
  const server = await listen('127.0.0.1', 0);
  const origin = `http://127.0.0.1:${server.port}`;
  const gate = createGate(
    {
      token: frontToken,
      ownOrigins: [origin],
      pageAccess: 'same-origin',
      onFailure: (error) => failures.push(error),
    },
    operations,
  );
  server.serve(createListener((request, address) => gate.fetch(request, address)));
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${frontToken}`, ...headersOf(init) },
    });
  return {
    port: server.port,
    baseUrl: `${origin}/v1`,
    breaks,
    failures,
    cut: () => cut.abort(),
    ask,
    complete: (body, signal) =>
      ask('/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', prompt: 'Once', ...body }),
        ...(signal === undefined ? {} : { signal }),
      }),
    async close() {
      server.destroy();
      await server.stop();
    },
  };
}

function headersOf({ headers }: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
