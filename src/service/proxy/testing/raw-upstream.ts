// A program that answers a request with whatever bytes a test wants, HTTP or not.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A program that runs. */
export interface RawUpstream {
  /** Base address, with /v1. */
  readonly baseUrl: string;
  /** What was asked so far, each request as the bytes of its first packet. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts the program; `answer` is called for each request. */
export async function startRaw(answer: (socket: Socket) => void): Promise<RawUpstream> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      asked.push(bytes.toString('latin1'));
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The header of an answer in chunks. */
export function chunkedHead(type: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
}

/** One chunk. */
export function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** The chunk that ends an answer. */
export const lastChunk = '0\r\n\r\n';
