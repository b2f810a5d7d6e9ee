// Bytes as they are to a port, and the statuses of whatever comes back.
import { connect } from 'node:net';

/** Everything that came back until the connection ended. */
export interface RawAnswer {
  readonly text: string;
  /** The status of each answer in it, in order. */
  readonly statuses: readonly number[];
}

/** Sends bytes and ends its side; never waits longer than that for an answer that does not come. */
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
