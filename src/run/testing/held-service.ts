// Loopback service with open requests.
import type { ServerResponse } from 'node:http';
import { createClient, type Client } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';

export interface HeldService {
  readonly client: Client;
  /** Unanswered, in order. */
  readonly open: readonly ServerResponse[];
}

/** Hand `closeAll` to `afterEach`. */
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

export const request = { model: 'm', prompt: 'p', stream: true };

/** One token. */
export function answer(response: ServerResponse | undefined, text: string): void {
  const chunk = { token: { id: 1, text, logprob: -1, special: false }, choices: [{ index: 0, text }] };
  response?.writeHead(200, { 'content-type': 'text/event-stream' });
  response?.end(`data: ${JSON.stringify({ ...chunk, finish_reason: 'eos' })}\n\ndata: [DONE]\n\n`);
}
