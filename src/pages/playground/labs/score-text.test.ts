import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient, type Client } from '#api/client.ts';
import { createStreamSlots } from '#connection/stream-slots.ts';
import { scoreText } from '#run/testing/score-text.ts';
import { origin, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { createRequestSet } from '#run/request-set.ts';
import { scoreBehind, scoreRequest, scoringOf } from '#run/echo-score.ts';

let started: Started;
let client: Client;

beforeAll(async () => {
  started = await startTestService();
  client = createClient({ id: 'test', baseUrl: `${origin}/v1`, token: TOKEN }, (input, init) =>
    Promise.resolve(started.service.fetch(new Request(input, init))),
  );
});

afterAll(() => started.engine.close());

test('every token of a text has its position and the logprob of the model', async () => {
  const text = 'Once upon a time there was a fox.\nShe lived in a wood.';
  const scoring = await scoreText(client, started.model, text);
  if (!scoring.ok) throw new Error(scoring.message);
  const { score } = scoring;
  const ids = await started.engine.encode(started.model, text);
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
  const scoring = await scoreText(client, started.model, prompt + piece.text);
  if (!scoring.ok) throw new Error(scoring.message);
  const span = scoreBehind(scoring.score, prompt.length);
  expect(span.tokens.map(({ id }) => id)).toEqual(piece.tokens.map(({ id }) => id));
  for (const [position, { logprob }] of span.tokens.entries()) {
    expect(logprob).toBeCloseTo(piece.tokens[position]?.logprob ?? Number.NaN, 4);
  }
});

test('a refusal and a stop are results, too, and the next set drops them', async () => {
  const refused = await scoreText(client, 'none', 'a');
  expect(refused).toMatchObject({ ok: false, reason: 'failed' });
  expect(refused).toHaveProperty('message', expect.stringContaining('none'));

  const slots = createStreamSlots(1);
  const set = createRequestSet(
    { key: 'test', schema: z.string() },
    {
      requestFrame: (callback) => void setImmediate(callback),
      slots,
    },
  );
  set.start(client, 'plan', [scoreRequest(started.model, 'a b c')]);
  set.stop();
  const [stopped] = set.current()?.runs ?? [];
  expect(scoringOf(stopped)).toMatchObject({ ok: false, reason: 'stopped' });
  set.start(client, 'plan', [scoreRequest(started.model, 'a')]);
  expect(set.current()?.runs.map(({ id }) => id)).not.toContain(stopped?.id);
  await expect.poll(() => set.current()?.runningCount).toBe(0);
});
