// Upstreams that answer with arbitrary bytes, over TCP or without a connection.
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { IncomingMessage } from 'node:http';

export interface RawUpstream {
  readonly baseUrl: string;
  /** Requests so far, each as the bytes of its first packet. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

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

/** Headers of a chunked response. */
export function chunkedHead(type: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
}

export function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

export const lastChunk = '0\r\n\r\n';

/** `push` gives its bytes, `push(null)` its end, `destroy` breaks it off. */
export function createIncoming(...parts: readonly (string | null)[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  for (const part of parts) incoming.push(part === null ? null : Buffer.from(part));
  return incoming;
}
