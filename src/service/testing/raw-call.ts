// Raw HTTP answers and bytes, for what fetch hides.
import { connect } from 'node:net';
import type { ClientRequest, IncomingMessage } from 'node:http';

export interface RawAnswer {
  readonly text: string;
  /** In order. */
  readonly statuses: readonly number[];
}

/** Sends bytes and closes its side; waits at most `withinMs`. */
export function callRaw(port: number, bytes: string | Buffer, withinMs = 60_000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.setTimeout(withinMs, () => socket.destroy());
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve({ text, statuses: statusesIn(text) }));
    socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

function statusesIn(text: string): readonly number[] {
  return [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));
}

/** Rejects when the connection fails before the headers. */
export function answerTo(client: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    client.once('response', resolve);
    client.once('error', reject);
  });
}
