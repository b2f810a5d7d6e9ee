import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-services.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { refusalsBefore } from '#run/resumed-runs.ts';
import { createRunSet } from './run-set.ts';

const services = createLocalServices();
afterEach(services.closeAll);

const completion = { id: 'c', choices: [{ text: 'x', finish_reason: 'stop' }], usage: null };

/** A service that answers with these statuses in turn, and a set that sends one request at a time. */
async function open(statuses: readonly number[]) {
  let count = 0;
  const { connection, requests } = await services.serve((response) => {
    const status = statuses[count] ?? 200;
    count += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? completion : { error: { message: 'Not now.' } }));
  });
  const slots = createStreamSlots(1);
  const set = createRunSet<string>({ requestFrame: (callback) => void setImmediate(callback), slots });
  return { client: createClient(connection), set, requests };
}

function request(prompt: string) {
  return { model: 'm', prompt, stream: false };
}

test('only what failed and may succeed is asked again, in its own place', async () => {
  const { client, set, requests } = await open([200, 503, 400, 200]);
  set.start(client, 'plan', ['a', 'b', 'c'].map(request));
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  const [whole, busy, refused] = set.current()?.runs ?? [];

  set.again(client);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  const after = set.current()?.runs ?? [];
  expect(requests).toHaveLength(4);
  expect(after.map(({ request: { prompt } }) => prompt)).toEqual(['a', 'b', 'c']);
  expect(after[0]?.id).toBe(whole?.id);
  expect(after[1]?.id).not.toBe(busy?.id);
  expect(after[1]?.state).toMatchObject({ endState: 'complete' });
  expect(after[2]?.id).toBe(refused?.id);
});

test('a refusal in a row is counted, so that the next guess of a time to wait is longer', async () => {
  const { client, set } = await open([429, 429]);
  set.start(client, 'plan', [request('a')]);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  set.again(client);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
  expect(refusalsBefore(set.current()?.runs[0]?.id ?? 0)).toBe(1);
});
