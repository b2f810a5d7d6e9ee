// Scripted service for one test, and the runs that it answers.
import type { ServerResponse } from 'node:http';
import { createClient, type Client } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import { createRunStore, type RunStore } from '#run/run-store.ts';
import type { Run } from '#run/run.ts';

/** Hand `closeAll` to `afterEach`. */
export function createScriptedServices() {
  const services = createLocalServices();
  return {
    /** @param handler gets the request count, from 1 */
    serve: async (
      handler: (response: ServerResponse, count: number) => void,
    ): Promise<{ client: Client; requestCount: () => number }> => {
      const { connection, requests } = await services.serve((response) => handler(response, requests.length));
      return { client: createClient(connection), requestCount: () => requests.length };
    },
    closeAll: services.closeAll,
  };
}

export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function event(text: string, rest: object = {}): string {
  const token = { id: 5, text, logprob: -0.5, special: false };
  const chunk = {
    id: 'x',
    token,
    choices: [{ index: 0, text }],
    usage: null,
    seed: 1,
    finish_reason: null,
    ...rest,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export const request = { model: 'm', prompt: 'p', stream: true };

export function createStore(): RunStore {
  return createRunStore({ requestFrame: (callback) => void setImmediate(callback) });
}

/** Resolves with the first matching state of the run. */
export function until(store: RunStore, fits: (run: Run) => boolean): Promise<Run> {
  return new Promise((resolve) => {
    const check = () => {
      const run = store.current();
      if (run !== null && fits(run)) {
        unsubscribe();
        resolve(run);
      }
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

export const ended = (run: Run) => run.state.phase === 'ended';
