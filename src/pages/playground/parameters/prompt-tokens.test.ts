import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { createHeldServices, request } from '#run/testing/held-service.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { countPromptTokens, usePromptTokens } from './prompt-tokens.ts';

const { hold, closeAll } = createHeldServices();
afterEach(async () => {
  usePromptTokens.setState({ rates: [], texts: [] });
  await closeAll();
});

function answer(response: ServerResponse | undefined, text: string, usage: object): void {
  response?.writeHead(200, { 'content-type': 'text/event-stream' });
  const choices = [{ index: 0, text, finish_reason: 'length' }];
  response?.end(`data: ${JSON.stringify({ choices, usage })}\n\ndata: [DONE]\n\n`);
}

/** @returns a function that counts another prompt */
async function run(prompt: string, text: string, usage: object, more: { n?: number } = {}) {
  const { client, open } = await hold();
  const pool = createRequestPool({
    requestFrame: (callback) => void setImmediate(callback),
    slots: createStreamSlots(4),
  });
  const id = pool.start(client, { ...request, ...more, prompt });
  await expect.poll(() => open.length).toBe(1);
  answer(open[0], text, usage);
  await pool.ended(id);
  const serviceKey = client.serviceKey();
  return (other: string, model = request.model) =>
    countPromptTokens(usePromptTokens.getState(), { serviceKey, model, prompt: other });
}

test('without any data a prompt is estimated at four bytes per token', () => {
  const counts = ['', '12345678', 'äöü123'].map((prompt) =>
    countPromptTokens(usePromptTokens.getState(), { serviceKey: 's', model: 'm', prompt }),
  );
  expect(counts).toMatchObject([
    { tokens: 0, isExact: false },
    { tokens: 2, isExact: false },
    { tokens: 3, isExact: false },
  ]);
});

test('a prompt counted by the service is exact, and others use its bytes per token', async () => {
  const ask = await run('0123456789', 'abcde', { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
  expect(ask('0123456789')).toMatchObject({ tokens: 5, isExact: true });
  expect(ask('9876543210')).toMatchObject({ tokens: 5, isExact: false });
  expect(ask('98765432109876543210')).toMatchObject({ tokens: 10, isExact: false });
  expect(ask('0123456789', 'another model')).toMatchObject({ tokens: 3, isExact: false });
});

test('a prompt in another script does not change the estimate', async () => {
  const ask = await run('שלום לכולם', ' once', { prompt_tokens: 19, completion_tokens: 1, total_tokens: 20 });
  expect(ask('once upon a time')).toMatchObject({ tokens: 4, isExact: false });
  expect(ask('לכולם שלום')).toMatchObject({ tokens: 19, isExact: false });
});

test('a prompt with its answer counts both, and text typed after it is estimated', async () => {
  const ask = await run('0123456789', 'abcde', { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
  expect(ask('0123456789abcde')).toMatchObject({ tokens: 8, isExact: false });
  expect(ask('0123456789abcde1234')).toMatchObject({ tokens: 10, isExact: false });
  expect(ask('0123456789x')).toMatchObject({ tokens: 6, isExact: false });
});

test('an answer to an empty prompt is counted', async () => {
  const ask = await run('', 'abcdefgh', { prompt_tokens: 0, completion_tokens: 7, total_tokens: 7 });
  expect(ask('abcdefgh')).toMatchObject({ tokens: 7, isExact: false });
});

test('tokens are at most what was counted and a token for each other byte', async () => {
  const { maxTokens } = countPromptTokens(usePromptTokens.getState(), {
    serviceKey: 's',
    model: 'm',
    prompt: 'äöü123',
  });
  expect(maxTokens).toBe(10);
  const ask = await run('0123456789', 'abcde', { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
  expect(['0123456789', '0123456789ab', '0123456789abcdeé'].map((prompt) => ask(prompt).maxTokens)).toEqual([
    5, 7, 10,
  ]);
});

test.each([
  ['that is no multiple of their number', 'abcdefgh', 7],
  ['of fewer tokens for each than the prompt has words', 'One two three four', 6],
])('of several choices a count %s is that of the prompt', async (_, prompt, tokens) => {
  const usage = { prompt_tokens: tokens, completion_tokens: 3, total_tokens: tokens + 3 };
  const ask = await run(prompt, 'abcde', usage, { n: 2 });
  expect(ask(prompt)).toMatchObject({ tokens, isExact: true });
  expect(ask(`${prompt}abcde`)).toMatchObject({ isExact: false });
});

test('several choices that may each have counted the prompt do not change the estimate', async () => {
  const usage = { prompt_tokens: 50, completion_tokens: 3, total_tokens: 53 };
  const ask = await run('0123456789', 'abcde', usage, { n: 2 });
  expect(ask('0123456789')).toMatchObject({ tokens: 3, isExact: false });
});

test('of several choices a count is that of the prompt if as many tokens were echoed', () => {
  const ended = endedRun({
    request: { prompt: 'ab', n: 2, echo: true },
    pieces: [
      [0, 'a'],
      [0, 'b'],
      [0, 'c', 'stop'],
      [1, 'a'],
      [1, 'b'],
      [1, 'd', 'stop'],
    ],
    endState: 'complete',
  });
  const usage = { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 };
  ended.recording.append({ id: null, pieces: [], prompt: null, usage, seed: null }, 6);
  const [choice] = ended.recording.sortedChoices;
  const prompted = { serviceKey: 'service', model: 'm', prompt: 'ab', run: ended, ...(choice && { choice }) };
  expect(countPromptTokens({ rates: [], texts: [] }, prompted)).toMatchObject({ tokens: 2, isExact: true });
});

test('a prompt with one of several answers counts the tokens of that answer', async () => {
  const { client, open } = await hold();
  const pool = createRequestPool({
    requestFrame: (callback) => void setImmediate(callback),
    slots: createStreamSlots(4),
  });
  const id = pool.start(client, { ...request, n: 2, prompt: 'One two three four' });
  await expect.poll(() => open.length).toBe(1);
  const pieces = [' a', ' b', ' a long', ' c'].map((text, at) => ({
    choices: [{ index: at % 2, text, finish_reason: at > 1 ? 'length' : null }],
  }));
  const usage = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 };
  open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
  open[0]?.end(
    [...pieces, { choices: [], usage }].map((data) => `data: ${JSON.stringify(data)}\n\n`).join('') +
      'data: [DONE]\n\n',
  );
  const ended = await pool.ended(id);
  const serviceKey = client.serviceKey();
  // As a run from history; nothing else is known about its service.
  for (const shown of [ended, { ...ended, serviceKey: null }]) {
    const counts = [...ended.recording.choices.values()].map((choice) =>
      countPromptTokens(
        { rates: [], texts: [] },
        { serviceKey, model: 'm', prompt: `One two three four${choice.answer}`, run: shown, choice },
      ),
    );
    expect(counts).toMatchObject([
      { tokens: 7, isExact: false, maxTokens: 7 },
      { tokens: 7, isExact: false, maxTokens: 7 },
    ]);
  }
});
