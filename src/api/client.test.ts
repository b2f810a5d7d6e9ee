import { once } from 'node:events';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { type ReceivedRequest, createLocalServices } from '#api/testing/local-service.ts';
import { createClient } from './client.ts';
import {
  checkpointsQuery,
  fineTuneEventsQuery,
  fineTunesQuery,
  hardwareQuery,
  jobQuery,
  modelsQuery,
} from './queries.ts';
import { fineTuneMetricsQuery } from './metrics.ts';
import { sentNaN } from './schema/metric-columns.ts';
import { documentedChunk, event } from './testing/samples.ts';

const { serve, serveStream, closeAll } = createLocalServices();
afterEach(closeAll);

/** A service that answers each path with a status and a body. */
async function serveJson(answer: (request: ReceivedRequest) => unknown, status = 200) {
  const service = await serve((response, request) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(request)));
  });
  return { client: createClient(service.connection), requests: service.requests };
}

test('each operation requests its documented path once', async () => {
  const { client, requests } = await serveJson(({ url }) =>
    url.includes('/jobs/') ? { job_id: 'job-1' } : { data: [] },
  );
  await client.listModels();
  await client.listHardware();
  await client.listHardware({ model: 'a/b c' });
  await client.listFineTunes();
  await client.listCheckpoints('ft-1');
  await client.getJob('job-1');
  await client.listFineTuneEvents('ft-1');
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/models',
    'GET /v1/hardware',
    'GET /v1/hardware?model=a%2Fb+c',
    'GET /v1/fine-tunes',
    'GET /v1/fine-tunes/ft-1/checkpoints',
    'GET /v1/jobs/job-1',
    'GET /v1/fine-tunes/ft-1/events',
  ]);
});

test('an identifier stays a single segment of the path', async () => {
  const { client, requests } = await serveJson(() => ({ data: [] }));
  await client.listCheckpoints('a?b#c d%e:f');
  expect(requests[0]?.url).toBe('/v1/fine-tunes/a%3Fb%23c%20d%25e%3Af/checkpoints');
  for (const id of ['', '.', '..', 'a/b', 'a\\b', 'a\nb', '\u{d800}', 'x'.repeat(300)]) {
    await expect(client.listCheckpoints(id)).rejects.toMatchObject({ kind: 'network', code: 'not_sent' });
    await expect(client.getJob(id)).rejects.toMatchObject({ code: 'not_sent' });
    await expect(client.listFineTuneEvents(id)).rejects.toMatchObject({ code: 'not_sent' });
  }
  expect(requests).toHaveLength(1);
});

test('a JSON completion has the same view as a stream, its raw JSON, and no stream field in the request', async () => {
  const answer = {
    id: 'x',
    choices: [
      {
        text: ' b',
        finish_reason: 'length',
        logprobs: { token_ids: [1], tokens: [' b'], token_logprobs: [-1] },
      },
    ],
    prompt: [{ text: 'a', logprobs: null }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    created: 1,
    model: 'm',
    object: 'text_completion',
  };
  const { client, requests } = await serveJson(() => answer);
  const { view, raw } = await client.complete({ prompt: 'a', model: 'm', echo: true, stream: true });
  expect(view).toEqual({
    id: 'x',
    pieces: [
      {
        index: 0,
        text: ' b',
        tokens: [{ id: 1, text: ' b', logprob: -1, special: false }],
        finishReason: 'length',
      },
    ],
    prompt: [{ text: 'a', tokens: [] }],
    usage: answer.usage,
    seed: null,
  });
  expect(raw).toEqual(answer);
  expect(requests[0]?.body).toBe('{"prompt":"a","model":"m","echo":true}');
});

test.each([
  ['an error with status 200', { error: { message: 'm', code: 'c' } }, { kind: 'http', code: 'c' }],
  ['another answer', { status: 'ok' }, { kind: 'decode', code: 'not_an_api_answer' }],
  ['a list', [], { kind: 'decode', code: 'not_an_api_answer' }],
  ['too many choices', { choices: [{ text: 'a' }, { text: 'b' }] }, { kind: 'decode', code: 'bad_index' }],
])('a completion that is %s', async (_name, answer, failure) => {
  const { client } = await serveJson(() => answer);
  await expect(client.complete({ prompt: 'a', model: 'm' })).rejects.toMatchObject(failure);
});

test('a list or a job of the wrong shape is an error', async () => {
  const { client } = await serveJson(() => 'hello');
  await expect(client.listModels()).rejects.toMatchObject({ kind: 'decode', code: 'malformed_answer' });
  await expect(client.getJob('job-1')).rejects.toMatchObject({ kind: 'decode', code: 'malformed_answer' });
});

test('an error in place of a list or a job is told in its own words, though its status is 200', async () => {
  const { client } = await serveJson(() => ({ error: 'Unexpected endpoint or method.' }));
  const failure = { kind: 'http', status: 200, serviceMessage: 'Unexpected endpoint or method.' };
  await expect(client.listHardware()).rejects.toMatchObject(failure);
  await expect(client.listFineTunes()).rejects.toMatchObject(failure);
  await expect(client.getJob('job-1')).rejects.toMatchObject(failure);
  const { client: other } = await serveJson(() => ({
    job_id: 'job-1',
    status: 'Failed',
    error: 'No such file.',
  }));
  expect((await other.getJob('job-1')).record).toMatchObject({ status: 'Failed' });
});

test('sizes under the service’s own names are mapped to the documented ones', async () => {
  const { client } = await serveJson(() => ({
    data: [{ id: 'ft-1', TrainingFileNumLines: 8, TrainingFileSize: 9 }],
  }));
  expect((await client.listFineTunes()).items).toMatchObject([
    { trainingfile_numlines: 8, trainingfile_size: 9 },
  ]);
});

test('metrics keep all rows, including diverged ones', async () => {
  const service = await serve(
    (response) =>
      void response.end('{"metrics":[{"train/global_step":1,"train/loss":Infinity,"train/grad_norm":NaN}]}'),
  );
  const range = { global_step_from: 1, resolution: 100 };
  const found = await createClient(service.connection).getFineTuneMetrics('ft-1', range);
  const { steps, trainLosses, gradientNorms } = found?.columns ?? {};
  expect([steps, trainLosses, gradientNorms].map((column) => column?.join())).toEqual([
    '1',
    'Infinity',
    String(sentNaN),
  ]);
  expect(service.requests[0]?.url).toBe('/v1/fine-tunes/ft-1/metrics?global_step_from=1&resolution=100');
});

test('events sent newest first are read oldest first, each with its JSON', async () => {
  const sent = [3, 2, 1].map((step) => ({ step, created_at: `2026-01-01T00:00:0${step}` }));
  const { client } = await serveJson(({ url }) =>
    url.endsWith('/events') ? { data: sent } : { data: [{ id: 'ft-1', events: sent }] },
  );
  const events = await client.listFineTuneEvents('ft-1');
  expect(events?.items.map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(events?.raw).toEqual(sent.toReversed());
  const list = await client.listFineTunes();
  expect(list.items[0]?.events?.map(({ step }) => step)).toEqual([1, 2, 3]);
});

describe('undocumented operations', () => {
  test.each([404, 405, 501])(
    'one %d means absent, and the operation is not requested again',
    async (status) => {
      const { client, requests } = await serveJson(() => ({ error: { message: 'No.' } }), status);
      await expect(client.listFineTuneEvents('ft-1')).resolves.toBeNull();
      await expect(client.listFineTuneEvents('ft-2')).resolves.toBeNull();
      expect(requests).toHaveLength(1);
      await expect(client.getFineTuneMetrics('ft-1')).resolves.toBeNull();
      expect(requests).toHaveLength(2);
    },
  );

  test('a 404 that names the job means that the job is missing', async () => {
    const { client } = await serveJson(() => ({ error: { message: 'No such job.', param: 'id' } }), 404);
    await expect(client.listFineTuneEvents('ft-1')).rejects.toMatchObject({ status: 404, param: 'id' });
  });

  test('an operation that has worked before is not treated as absent', async () => {
    const service = await serve((response, { url }) => {
      response.writeHead(url.includes('gone') ? 404 : 200);
      response.end('{"data":[]}');
    });
    const client = createClient(service.connection);
    await expect(client.listFineTuneEvents('ft-1')).resolves.toMatchObject({ items: [] });
    await expect(client.listFineTuneEvents('gone')).rejects.toMatchObject({ status: 404 });
    await expect(client.listFineTuneEvents('ft-1')).resolves.toMatchObject({ items: [] });
  });

  test('any other failure leaves its support unknown', async () => {
    const { client } = await serveJson(() => ({}), 500);
    await expect(client.listFineTuneEvents('ft-1')).rejects.toMatchObject({ status: 500 });
  });
});

test('query keys begin with the connection and never hold the token, and queries do not retry', async () => {
  const { client } = await serveJson(() => []);
  const queries = [
    modelsQuery(client),
    hardwareQuery(client),
    hardwareQuery(client, 'm'),
    fineTunesQuery(client),
    checkpointsQuery(client, 'ft-1'),
    fineTuneEventsQuery(client, 'ft-1'),
    fineTuneMetricsQuery(client, 'ft-1'),
    jobQuery(client, 'job-1'),
  ];
  for (const { queryKey, retry } of queries) {
    expect(queryKey[0]).toBe('local');
    expect(JSON.stringify(queryKey)).not.toContain('canary');
    expect(retry).toBe(false);
  }
  expect(new Set(queries.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(queries.length);
});

test('a query uses the client, and aborts with the cache', async () => {
  const { client, requests } = await serveJson(() => [{ id: 'm' }]);
  const queryClient = new QueryClient();
  await expect(queryClient.fetchQuery(modelsQuery(client))).resolves.toMatchObject({ items: [{ id: 'm' }] });
  const pending = queryClient.fetchQuery(fineTunesQuery(client));
  await queryClient.cancelQueries({ queryKey: ['local'] });
  await expect(pending).rejects.toThrow();
  expect(requests[0]?.url).toBe('/v1/models');
});

test('leaving the loop over a stream closes the connection', async () => {
  let left: Promise<unknown> = Promise.resolve();
  const { connection } = await serveStream((response) => {
    left = once(response, 'close');
    response.write(event(documentedChunk('a')));
  });
  for await (const { events } of createClient(connection).streamCompletion({ model: 'm', prompt: 'p' })) {
    expect(events).toHaveLength(1);
    break;
  }
  await left;
});
