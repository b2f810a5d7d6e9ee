// Response headers over real HTTP, for tests that need what fetch hides.
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Rejects when the connection fails before the headers. */
export function answerTo(client: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    client.once('response', resolve);
    client.once('error', reject);
  });
}
