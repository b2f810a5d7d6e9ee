// A service on loopback that leaves every request open until the test answers it.
import type { ServerResponse } from 'node:http';
import { createClient, type Client } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-services.ts';

/** A running one. */
export interface HeldService {
  readonly client: Client;
  /** The answers that are still to be given, in the order of their requests. */
  readonly open: readonly ServerResponse[];
}

/** A function that starts such services, and one that closes all of them: hand it to `afterEach`. */
export function createHeldServices() {
  const { serve, closeAll } = createLocalServices();
  return {
    hold: async (): Promise<HeldService> => {
      const open: ServerResponse[] = [];
      const { connection } = await serve((response) => void open.push(response));
      return { client: createClient(connection), open };
    },
    closeAll,
  };
}

/** Any request that streams. */
export const request = { model: 'm', prompt: 'p', stream: true };

/** Answers with one token, and ends. */
export function answer(response: ServerResponse | undefined, text: string): void {
  const chunk = { token: { id: 1, text, logprob: -1, special: false }, choices: [{ index: 0, text }] };
  response?.writeHead(200, { 'content-type': 'text/event-stream' });
  response?.end(`data: ${JSON.stringify({ ...chunk, finish_reason: 'eos' })}\n\ndata: [DONE]\n\n`);
}
