import { getEventListeners, once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { streamCompletion } from './stream.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import { request, runStream as run } from './testing/run-stream.ts';
import { documentedChunk, event, streamOf } from './testing/samples.ts';

const { serve, serveStream, closeAll } = createLocalServices();
afterEach(closeAll);

describe('silence', () => {
  test('no content in time is a stall, and keep-alives do not count as content', async () => {
    const service = await serveStream((response) => {
      const beat = setInterval(() => response.write(': beat\n\n'), 5);
      response.on('close', () => clearInterval(beat));
    });
    const { state, error } = await run(service, { timers: { firstTokenMs: 40 } });
    expect(state).toBe('stalled');
    expect(error).toMatchObject({ kind: 'cut', code: 'stalled' });
  });

  test('a silence after content is a stall too, and the text is kept', async () => {
    const service = await serveStream((response) => void response.write(event(documentedChunk('a'))));
    expect(await run(service, { timers: { idleMs: 30 } })).toMatchObject({ text: 'a', state: 'stalled' });
  });

  test('limits that are never reached change nothing', async () => {
    const service = await serveStream((response) => response.end(streamOf(documentedChunk('a'))));
    const timers = { headersMs: 1e12, firstTokenMs: 1e12, idleMs: 1e12 };
    expect(await run(service, { timers })).toMatchObject({ text: 'a', state: 'complete' });
  });

  test('no header in time', async () => {
    const outcome = await run(await serve(() => {}), { timers: { headersMs: 20 } });
    expect(outcome).toMatchObject({
      state: 'unanswered',
      error: { kind: 'network', code: 'connect_timeout' },
    });
  });
});

describe('stopping', () => {
  test('the caller’s abort stops the stream, and the server sees the close', async () => {
    const controller = new AbortController();
    let left: Promise<unknown> = Promise.resolve();
    const service = await serveStream((response) => {
      left = once(response, 'close');
      response.write(event(documentedChunk('a')), () => setImmediate(() => controller.abort()));
    });
    const { state, error } = await run(service, { signal: controller.signal });
    expect(state).toBe('stopped');
    expect(error).toMatchObject({ name: 'AbortError' });
    await left;
  });

  test('leaving the loop closes the connection', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const { connection } = await serveStream((response) => {
      left = once(response, 'close');
      response.write(event(documentedChunk('a')));
    });
    for await (const { events } of streamCompletion(connection, fetch, request)) {
      expect(events).toHaveLength(1);
      break;
    }
    await left;
  });

  test('no listener stays on the caller’s signal', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    await run(await serveStream((response) => response.end(streamOf(documentedChunk('a')))), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
