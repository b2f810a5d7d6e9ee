// The head of an answer over real HTTP, for tests that need headers or sockets that fetch does not give.
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Resolves with the response once its head is there; rejects when the connection fails before that. */
export function answerTo(client: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    client.once('response', resolve);
    client.once('error', reject);
  });
}
