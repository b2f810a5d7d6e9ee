// HTTP server: connection limits, timeouts and graceful stop.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerHeaders } from './gate.ts';
import { HttpError } from './http-error.ts';
import { reportFailedAccept } from './access-log.ts';
import { sendError } from './listener.ts';

export interface ConnectionLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
  /** While no answer is being prepared: the client does not read. */
  readonly stallMs: number;
  /** After the final answer. */
  readonly lingerMs: number;
  /** As many again get 503; those beyond are closed unanswered. */
  readonly maxConnections: number;
}

const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 1_000,
  stallMs: 60_000,
  lingerMs: 2_000,
  maxConnections: 1_024,
};
const maxHeaderBytes = 16_384;

export interface Listening {
  readonly port: number;
  /** Until then, every request gets 503; a page that is opened loads again every second. */
  serve(listener: RequestListener): void;
  /** Resolves when every connection has ended. */
  stop(): Promise<void>;
  destroy(): void;
}

/** Rejects with the system's error. */
export async function listen(
  host: string,
  port: number,
  overrides: Partial<ConnectionLimits> = {},
): Promise<Listening> {
  const limits = { ...connectionLimits, ...overrides };
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: maxHeaderBytes,
  });
  server.maxConnections = 2 * limits.maxConnections;
  const surplusSockets = new WeakSet<Duplex>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
    if (connections > limits.maxConnections) surplusSockets.add(socket);
  });
  /** Several with pipelining. */
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const isAnswering = [...(answers.get(socket) ?? [])].some(
      ({ headersSent, writableEnded }) => headersSent && !writableEnded,
    );
    refuseConnection(error.code, socket, isAnswering, limits.lingerMs);
  });
  server.setTimeout(limits.stallMs, (socket) => {
    const isPreparing = (answers.get(socket)?.size ?? 0) > 0 && socket.writableLength === 0;
    if (isPreparing) socket.setTimeout(limits.stallMs);
    else socket.destroy();
  });
  let isStopping = false;
  let serve: RequestListener = refuseWhileStarting;
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const running = answers.get(socket) ?? new Set();
    answers.set(socket, running.add(outgoing));
    outgoing.once('close', () => {
      running.delete(outgoing);
      // A connection that has just become idle would stay open until its keep-alive ends.
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
    if (surplusSockets.has(socket)) sendError(outgoing, tooManyConnections());
    else serve(incoming, outgoing);
  });
  const address = await bind(server, host, port);
  // Without a listener, one failed accept would end the process.
  server.on('error', reportFailedAccept);
  return {
    port: address.port,
    serve: (listener) => {
      serve = listener;
    },
    stop: () => {
      isStopping = true;
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
    destroy: () => server.closeAllConnections(),
  };
}

function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // With Node's default of 511, more simultaneous connections retry after a second.
    server.listen({ host, port, backlog: 4_096 }, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
      else reject(new Error('The server has no port.'));
    });
  });
}

/** A browser that opens the page waits for it. */
function refuseWhileStarting({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  if (headers.accept?.startsWith('text/html') === true) {
    outgoing
      .writeHead(503, { ...answerHeaders, 'Content-Type': 'text/plain; charset=utf-8', Refresh: '1' })
      .end('Inferdeck is starting …');
    return;
  }
  sendError(
    outgoing,
    new HttpError(503, 'The service is starting.', { code: 'starting', headers: { 'Retry-After': '1' } }),
  );
}

function tooManyConnections(): HttpError {
  return new HttpError(503, 'Too many connections are open.', {
    code: 'too_many_connections',
    headers: { 'Retry-After': '1', Connection: 'close' },
  });
}

/** Not in the middle of another answer. Closes with a delay: destroying at once would discard bytes in flight. */
function refuseConnection(
  code: string | undefined,
  socket: Duplex,
  isAnswering: boolean,
  lingerMs: number,
): void {
  if (code === 'ECONNRESET') socket.destroy();
  if (!socket.writable) return;
  socket.end(isAnswering ? '' : textOf(httpErrorFor(code)));
  const lingering = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(lingering));
}

function textOf(refusal: HttpError): string {
  const body = JSON.stringify(refusal.body());
  const headers = {
    ...answerHeaders,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${refusal.status} Refused`, ...lines, '', body].join('\r\n');
}

function httpErrorFor(code: string | undefined): HttpError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(408, 'The request took too long to arrive.', { code: 'request_timeout' });
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError(431, 'The headers are larger than 16 KiB.', { code: 'headers_too_large' });
  }
  return new HttpError(400, 'The request is not valid HTTP.', { code: 'bad_request' });
}
