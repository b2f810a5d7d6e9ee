// Upstream answer without a connection, fed by a test.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** `push` gives its bytes, `push(null)` its end, `destroy` breaks it off. */
export function createIncoming(...parts: readonly (string | null)[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  for (const part of parts) incoming.push(part === null ? null : Buffer.from(part));
  return incoming;
}
