import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '#api/client.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { createRequestPool } from '#run/request-pool.ts';
import { origin, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { scoreBehind } from './score.ts';
import { scoreText } from './score-text.ts';

let started: Started;
let client: Client;

beforeAll(async () => {
  started = await startTestService();
  client = createClient({ id: 'test', baseUrl: `${origin}/v1`, token: TOKEN }, (input, init) =>
    Promise.resolve(started.service.fetch(new Request(input, init))),
  );
});

afterAll(() => started.engine.close());

function fleetOf(limit = 4) {
  const slots = createStreamSlots(limit);
  return createRequestPool({ requestFrame: (callback) => void setImmediate(callback), slots });
}

test('every token of a text comes back with its place and the logprob the model gives it', async () => {
  const text = 'Once upon a time there was a fox.\nShe lived in a wood.';
  const scoring = await scoreText(fleetOf(), client, { model: started.model, text });
  if (!scoring.ok) throw new Error(scoring.message);
  const { score } = scoring;
  const { ids } = await started.engine.encode(started.model, text);
  expect(score.tokens.map(({ id }) => id)).toEqual(ids);
  expect(score.tokens.map((token) => token.text).join('')).toBe(text);
  for (const { start, end, text: own } of score.tokens) expect(text.slice(start, end)).toBe(own);
  expect(score.perplexity).toBeCloseTo(Math.exp(-(score.sum ?? Number.NaN) / score.count), 10);
  expect(score.count + score.leftOut.missing).toBe(score.tokens.length);
});

test('the logprobs of an echo are those of the same tokens when they were generated', async () => {
  const prompt = 'Once upon a time';
  const request = { model: started.model, prompt, max_tokens: 12, temperature: 0, logprobs: 1 };
  const { view } = await client.complete(request);
  const [piece] = view.pieces;
  if (piece === undefined) throw new Error('no choice came');
  const scoring = await scoreText(fleetOf(), client, { model: started.model, text: prompt + piece.text });
  if (!scoring.ok) throw new Error(scoring.message);
  const span = scoreBehind(scoring.score, prompt.length);
  expect(span.tokens.map(({ id }) => id)).toEqual(piece.tokens.map(({ id }) => id));
  for (const [position, { logprob }] of span.tokens.entries()) {
    expect(logprob).toBeCloseTo(piece.tokens[position]?.logprob ?? Number.NaN, 4);
  }
});

test('a refusal and a stop are answers too, and nothing is left in the fleet', async () => {
  const fleet = fleetOf(1);
  const refused = await scoreText(fleet, client, { model: 'none', text: 'a' });
  expect(refused).toMatchObject({ ok: false, reason: 'failed' });
  expect(refused).toHaveProperty('message', expect.stringContaining('none'));
  const stopped = await scoreText(fleet, client, { model: started.model, text: 'a b c' }, fleet.stop);
  expect(stopped).toMatchObject({ ok: false, reason: 'stopped' });
  expect(fleet.last()).toBeUndefined();
});
