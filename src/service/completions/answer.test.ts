import { expect, test } from 'vitest';
import type { EngineEvent } from '#service/engine/engine.ts';
import { closingError, type HttpError } from '#service/http/http-error.ts';
import { type Run, streamAnswer } from './answer.ts';
import { toEngineRequest } from './request.ts';

const request = toEngineRequest({ model: 'm', prompt: 'p', seed: 5 }, { seed: 0, pace: null });

function token(text: string, finishReason: 'eos' | null = null): EngineEvent {
  return { kind: 'token', index: 0, id: 9, text, logprob: -0.5, special: false, finishReason };
}

const END: EngineEvent = { kind: 'end', promptTokens: 1, completionTokens: 2 };

/** A stream over given batches; `asked` counts how many were asked for, `aborted` how often the run was stopped. */
async function open(batches: Iterator<readonly EngineEvent[]>, reason: HttpError | null = null) {
  const log = { asked: 0, aborted: 0, failures: 0 };
  const events: AsyncIterator<readonly EngineEvent[]> = {
    next: async () => {
      log.asked += 1;
      return Promise.resolve(batches.next());
    },
  };
  const run: Run = {
    id: 'cmpl-1',
    created: 0,
    request,
    withLogprobs: false,
    events,
    abort: () => {
      log.aborted += 1;
    },
  };
  const response = streamAnswer(run, {
    first: await events.next(),
    endedEarly: () => reason,
    onFailure: () => {
      log.failures += 1;
    },
  });
  return { response, log };
}

function chunkOf(text: string, rest: string): string {
  const sent = `{"id":9,"text":"${text}","logprob":-0.5,"special":false}`;
  return `data: {"id":"cmpl-1","token":${sent},"choices":[{"index":0,"text":"${text}"}],${rest}}\n\n`;
}

function* endless(): Generator<readonly EngineEvent[]> {
  for (;;) yield [token('x')];
}

function* broken(): Generator<readonly EngineEvent[]> {
  yield [token('a')];
  throw new Error('a secret');
}

test('events that arrive together leave in one write, and usage comes with the last chunk', async () => {
  const { response } = await open([[token('a'), token('b', 'eos'), END]].values());
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const usage = '{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}';
  expect(first).toBe(
    chunkOf('a', '"usage":null,"seed":5,"finish_reason":null') +
      chunkOf('b', `"usage":${usage},"seed":5,"finish_reason":"eos"`),
  );
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: [DONE]\n\n');
});

test('backpressure holds: nothing is pulled that a slow reader has not taken', async () => {
  const { response, log } = await open(endless());
  await new Promise((resolve) => setImmediate(resolve));
  const before = log.asked;
  expect(before).toBeLessThanOrEqual(2);
  const reader = response.body?.getReader();
  for (let reads = 0; reads < 5; reads += 1) await reader?.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.asked).toBe(before + 5);
  await reader?.cancel();
  expect(log.aborted).toBe(1);
});

test('a mid-stream failure sends an error event without details and no [DONE]', async () => {
  const { response, log } = await open(broken());
  const text = await response.text();
  expect(text).toMatch(/"text":"a".*\n\ndata: \{"error":\{.*"code":"internal_error"\}\}\n\n$/su);
  expect(text).not.toContain('secret');
  expect(text).not.toContain('[DONE]');
  expect(log).toMatchObject({ failures: 1, aborted: 1 });
});

test('a run without an end event was cut off, and the error event says why', async () => {
  const { response } = await open([[token('a')]].values(), closingError());
  const text = await response.text();
  expect(text).toMatch(/data: \{"error":\{.*"code":"shutting_down"\}\}\n\n$/u);
  expect(text).not.toContain('[DONE]');
});

test('a large batch is split into several writes', async () => {
  const tokens = Array.from({ length: 5_000 }, () => token('x'));
  const { response } = await open([[...tokens, token('y', 'eos'), END]].values());
  let writes = 0;
  let largest = 0;
  for await (const bytes of response.body ?? []) {
    writes += 1;
    largest = Math.max(largest, bytes.byteLength);
  }
  expect(writes).toBeGreaterThan(5);
  expect(largest).toBeLessThan(70_000);
});
