import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createClient, type Client } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import { recordRun } from '#run/recording-file.ts';
import { createRunStore, type RunStore } from '#run/run-store.ts';
import type { Run } from '#run/run.ts';
import { canRunAgain, repeatExactly } from './run-again.ts';

const services = createLocalServices();
afterEach(services.closeAll);

async function serve(
  handler: (response: ServerResponse, count: number) => void,
): Promise<{ client: Client; requestCount: () => number }> {
  const { connection, requests } = await services.serve((response) => handler(response, requests.length));
  return { client: createClient(connection), requestCount: () => requests.length };
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function event(text: string, rest: object = {}): string {
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

const request = { model: 'm', prompt: 'p', stream: true };

function createStore(): RunStore {
  return createRunStore({ requestFrame: (callback) => void setImmediate(callback) });
}

/** Resolves with the first matching state of the run. */
function until(store: RunStore, fits: (run: Run) => boolean): Promise<Run> {
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

const ended = (run: Run) => run.state.phase === 'ended';

test('another answer is asked for after one that came, not past the wait of a refusal, nor under a recording', async () => {
  const { client, requestCount } = await serve((response, count) => {
    if (count === 1) {
      begin(response);
      response.end(`${event('a', { finish_reason: 'eos' })}data: [DONE]\n\n`);
    } else response.writeHead(429, { 'retry-after': '60' }).end();
  });
  const store = createStore();
  store.start(client, request);
  const first = await until(store, ended);
  const recorded = recordRun(first, 'This server');
  if (recorded === null) throw new Error('The run has ended.');
  expect(canRunAgain(first)).toBe(true);
  expect(canRunAgain({ ...first, replay: { recorded, pace: Infinity } })).toBe(false);
  repeatExactly(store, client);
  expect(store.current()?.request).toBe(request);
  await until(store, ended);
  repeatExactly(store, client);
  expect(requestCount()).toBe(2);
});
