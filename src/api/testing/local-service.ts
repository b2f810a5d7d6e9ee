// Loopback HTTP server that answers exactly what a test says.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Connection } from '#api/connection.ts';

/** A running server and a connection to it. */
export interface LocalService {
  readonly connection: Connection;
  readonly origin: string;
  /** Requests so far, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Ends all connections and the server. */
  close(): Promise<void>;
}

/** One request as the server saw it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a server whose handler is given every request with its whole body. */
export async function startLocalService(
  handle: (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>,
): Promise<LocalService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body };
      requests.push(request);
      void handle(response, request);
    });
  });
  const origin = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { connection: connectionTo(origin), origin, requests, close };
}

/** Writes this repeatedly, as fast as it is read, until the client leaves; resolves with the bytes taken. */
export async function writeEndlessly(response: ServerResponse, part: string): Promise<number> {
  let written = 0;
  const left = once(response, 'close');
  const more = () => {
    do written += part.length;
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
  await left;
  return written;
}

/** Starts a TCP server that writes any bytes, HTTP or not. */
export async function startRawService(
  handle: (socket: Socket) => void,
): Promise<Omit<LocalService, 'requests'>> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => handle(socket));
  });
  const origin = await listen(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { connection: connectionTo(origin), origin, close };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

function connectionTo(origin: string): Connection {
  return { id: 'local', baseUrl: `${origin}/v1`, token: 'canary-7f3a' };
}

/** Functions that start services, and `closeAll` for `afterEach`. */
export function createLocalServices() {
  const started: Pick<LocalService, 'close'>[] = [];

  function kept<T extends Pick<LocalService, 'close'>>(service: T): T {
    started.push(service);
    return service;
  }

  const serve = async (...args: Parameters<typeof startLocalService>) =>
    kept(await startLocalService(...args));
  return {
    serve,
    /** A service that streams: a 200 header of this type, then what the test writes. */
    serveStream: (write: (response: ServerResponse) => void, type = 'text/event-stream') =>
      serve((response) => {
        response.writeHead(200, { 'content-type': type });
        write(response);
      }),
    /** A service that answers with these bytes, HTTP or not, and closes. */
    raw: async (bytes: string | Uint8Array) => kept(await startRawService((socket) => socket.end(bytes))),
    /** A service that hands over each connection once the request has arrived. */
    rawSocket: async (...args: Parameters<typeof startRawService>) => kept(await startRawService(...args)),
    closeAll: async () => {
      for (const service of started.splice(0)) await service.close();
    },
  };
}
