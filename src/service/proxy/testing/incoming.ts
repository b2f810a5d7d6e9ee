// An answer of a hosted service whose bytes a test hands over itself.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** An answer without a connection: `push` gives its bytes, `push(null)` its end, `destroy` breaks it off. */
export function createIncoming(...parts: readonly (string | null)[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  for (const part of parts) incoming.push(part === null ? null : Buffer.from(part));
  return incoming;
}
