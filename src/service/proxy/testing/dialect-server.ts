// Test server that speaks a dialect over HTTP, paced by tests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export const upstreamKey = 'upstream-key-of-this-test-5e1f';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface DialectServer {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Before each event of a stream it awaits `before` with the event's position. */
export async function startDialect(
  dialect: Dialect,
  before: (position: number) => Promise<void> | void = () => {},
): Promise<DialectServer> {
  const requests: SeenRequest[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const body = await text(incoming);
    requests.push({ method, url, headers, rawHeaders, body });
    if (headers.authorization !== `Bearer ${upstreamKey}`) return refuse(outgoing, dialect.unauthorized);
    if (method === 'GET' && url === '/v1/models') return sendJson(outgoing, dialect.models);
    if (method !== 'POST' || url !== '/v1/completions')
      return refuse(outgoing, { status: 404, body: '{"detail":"Not Found"}' });
    const { asked, isStream } = readAsked(body);
    if (asked.prompt === 'refuse') return refuse(outgoing, dialect.refused);
    if (!isStream) return sendJson(outgoing, dialect.answer(asked));
    outgoing.writeHead(200, { 'content-type': dialect.contentType, 'x-request-id': 'req-1' }).flushHeaders();
    for (const [position, event] of dialect.stream(asked).entries()) {
      await before(position);
      if (!outgoing.write(event)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
    }
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(outgoing: ServerResponse, { status, headers, body }: DialectError): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function sendJson(outgoing: ServerResponse, body: string): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function readAsked(body: string): { asked: Asked; isStream: boolean } {
  const value: unknown = JSON.parse(body);
  const isObject = typeof value === 'object' && value !== null;
  const fields = new Map<string, unknown>(Object.entries(isObject ? value : {}));
  const options = fields.get('stream_options');
  const n = fields.get('n');
  return {
    isStream: fields.get('stream') === true,
    asked: {
      model: String(fields.get('model')),
      prompt: String(fields.get('prompt')),
      n: typeof n === 'number' ? n : 1,
      withLogprobs: Number(fields.get('logprobs') ?? 0) > 0,
      withUsage: typeof options === 'object' && options !== null && 'include_usage' in options,
    },
  };
}

/** The body fields that the test servers read. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly n: number;
  readonly withLogprobs: boolean;
  /** `stream_options.include_usage`, which some services require. */
  readonly withUsage: boolean;
}

interface DialectError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything is text as sent on the wire. */
export interface Dialect {
  readonly name: string;
  readonly contentType: string;
  /** Events in order, line ends included. */
  stream(asked: Asked): readonly string[];
  answer(asked: Asked): string;
  readonly models: string;
  /** Answer to a wrong key. */
  readonly unauthorized: DialectError;
  /** Answer to an invalid request. */
  readonly refused: DialectError;
}

/** What every test server generates: plain, punctuated, beyond ASCII, and one that looks like the end. */
export const TOKENS: readonly string[] = [
  ' the',
  ' fox',
  '.\n',
  ' "Ünïcödé"',
  ' 🌙',
  ' [DONE]',
  ' data: x',
  ' end',
];

export function logprobAt(position: number): number {
  return -0.125 * (position + 1);
}

/** The first step is free. */
export interface Steps {
  /** Resolves when the step at this position is allowed. */
  readonly before: (position: number) => Promise<void>;
  next(): void;
}

export function createSteps(): Steps {
  let allowed = 1;
  const waiting: (() => void)[] = [];
  return {
    before: (position) =>
      position < allowed ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
    next() {
      allowed += 1;
      waiting.shift()?.();
    },
  };
}
