import fc from 'fast-check';
import { expect, test, afterEach } from 'vitest';
import { createClient } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import type { CompletionView } from '#api/read-view.ts';
import { utf8Length } from '#lib/unicode.ts';
import { endedRun } from '#run/testing/ended-run.ts';
import { scoreText } from '#run/testing/score-text.ts';
import { countedText, scoreBehind, scoreOf, scoringOf, whyLeftOut, type ScoredToken } from './echo-score.ts';

function tokensOf(parts: readonly (readonly [text: string, logprob: number | null])[]): ScoredToken[] {
  let end = 0;
  return parts.map(([text, logprob], id) => {
    const start = end;
    end += text.length;
    return { text, start, end, id, logprob };
  });
}

test('tokens without a probability are counted separately and never in the sum', () => {
  const score = scoreOf(
    tokensOf([
      ['a', 0.7],
      ['b', null],
      ['c', Number.NEGATIVE_INFINITY],
      ['d', -1],
      ['e', -3],
    ]),
  );
  expect(score).toMatchObject({ sum: -4, mean: -2, count: 2, perplexity: Math.exp(2) });
  expect(score.leftOut).toEqual({ missing: 1, impossible: 1, positive: 1 });
});

test('a text without counted tokens has no sum, rather than a sum of zero', () => {
  expect(scoreOf(tokensOf([['a', null]]))).toMatchObject({
    sum: null,
    mean: null,
    perplexity: null,
    count: 0,
  });
});

test('the part after a token boundary is complete, and a token across the boundary is named', () => {
  const score = scoreOf(
    tokensOf([
      ['ab', -1],
      ['cd', -2],
      ['ef', -4],
    ]),
  );
  expect(scoreBehind(score, 2)).toMatchObject({ sum: -6, count: 2, straddling: null });
  expect(scoreBehind(score, 3)).toMatchObject({ sum: -4, count: 1, straddling: { text: 'cd' } });
});

test('the parts before and after any token boundary sum to the whole', () => {
  const parts = fc.array(
    fc.tuple(fc.string({ minLength: 1 }), fc.option(fc.double({ min: -50, max: 1, noNaN: true }))),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(parts, fc.nat(), (list, pick) => {
      const tokens = tokensOf(list);
      const border = pick % tokens.length;
      const behind = scoreBehind(scoreOf(tokens), tokens[border]?.start ?? 0);
      const before = scoreOf(tokens.slice(0, border));
      expect((before.sum ?? 0) + (behind.sum ?? 0)).toBeCloseTo(scoreOf(tokens).sum ?? 0, 6);
      expect(before.count + behind.count).toBe(
        tokens.filter(({ logprob }) => whyLeftOut(logprob) === null).length,
      );
    }),
  );
});

const services = createLocalServices();
afterEach(services.closeAll);

/** Scores `text` with a service that always gives this answer. */
async function scoreAt(answer: unknown, text = 'ab cd', status = 200) {
  const { connection } = await services.serve((response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  return scoreText(createClient(connection), 'm', text);
}

const rest = { id: 'c', object: 'text_completion', created: 1, model: 'm', usage: null };

test('an answer with prompt and new text in one token list is read up to the end of the prompt', async () => {
  const logprobs = { tokens: ['ab', ' cd', ' ef'], token_logprobs: [null, -2, -1] };
  const scoring = await scoreAt({ ...rest, choices: [{ index: 0, text: 'ab cd ef', logprobs }] });
  expect(scoring).toMatchObject({
    ok: true,
    score: { sum: -2, count: 1, leftOut: { missing: 1 } },
    doubt: null,
  });
});

test('a first entry above zero is left out and counted', async () => {
  const logprobs = { token_ids: [5, 6], tokens: ['ab', ' cd'], token_logprobs: [0.4, -2] };
  const scoring = await scoreAt({
    ...rest,
    prompt: [{ text: 'ab cd', logprobs }],
    choices: [{ text: ' ef' }],
  });
  expect(scoring).toMatchObject({ ok: true, score: { sum: -2, leftOut: { positive: 1 } } });
});

test('a start token and a space added by the service are not part of the text', async () => {
  const logprobs = { tokens: ['<s>', ' ab', ' cd', '.'], token_logprobs: [null, -1, -2, -1] };
  const scoring = await scoreAt({ ...rest, choices: [{ index: 0, text: '<s> ab cd.', logprobs }] });
  if (!scoring.ok) throw new Error(scoring.message);
  expect(scoring.score.tokens.map(({ text, start }) => [text, start])).toEqual([
    ['ab', 0],
    [' cd', 2],
  ]);
});

test('a start token that the text lacks, and the parts of a character, do not shift what follows', async () => {
  const text = 'a 🦊 ran, ran';
  const logprobs = {
    tokens: ['<|begin_of_text|>', 'a', ' \uFFFD', '\uFFFD', '\uFFFD', ' ran', ',', ' ran', ' on'],
    token_logprobs: [null, -1, -2, -3, -4, -5, -6, -7, -8],
  };
  const scoring = await scoreAt({ ...rest, choices: [{ index: 0, text: `${text} on`, logprobs }] }, text);
  if (!scoring.ok) throw new Error(scoring.message);
  expect(scoring.score.tokens.map((token) => [token.text, token.logprob])).toEqual([
    ['a', -1],
    ['', -2],
    ['', -3],
    [' 🦊', -4],
    [' ran', -5],
    [',', -6],
    [' ran', -7],
  ]);
});

test('lists of different lengths are paired up to the shortest, and this is reported', async () => {
  const logprobs = { tokens: ['ab', ' c', 'd'], token_logprobs: [-1, -2] };
  const scoring = await scoreAt({ ...rest, prompt: [{ text: 'ab cd', logprobs }], choices: [{ text: 'x' }] });
  expect(scoring).toMatchObject({ ok: true, score: { sum: -3, count: 2 } });
  expect(scoring).toHaveProperty('doubt', expect.stringContaining('different numbers'));
});

test('an answer without the prompt, and one without its logprobs, say so', async () => {
  const silent = await scoreAt({ ...rest, choices: [{ index: 0, text: ' ef' }] });
  expect(silent).toMatchObject({ ok: false, reason: 'no-echo' });
  const bare = await scoreAt({ ...rest, prompt: [{ text: 'ab cd' }], choices: [{ text: ' ef' }] });
  expect(bare).toMatchObject({ ok: false, reason: 'no-logprobs' });
});

test('a service that refuses echo is quoted, with a note on what it lacks', async () => {
  const error = { message: 'Only no echo is supported', type: 'invalid_request_error' };
  const scoring = await scoreAt({ error }, 'ab', 400);
  expect(scoring).toMatchObject({ ok: false, reason: 'failed' });
  expect(scoring).toHaveProperty('message', expect.stringContaining('Only no echo is supported'));
  expect(scoring).toHaveProperty('message', expect.stringContaining('needs both echo and logprobs'));
});

/** The scored part of a text from an offset on. */
function countedOf(text: string, from: number, view: Pick<CompletionView, 'pieces' | 'prompt'>) {
  const run = endedRun({ request: { prompt: text, echo: true, stream: false }, endState: 'complete' });
  run.recording.append({ id: null, usage: null, seed: null, ...view }, 0);
  const scoring = scoringOf(run);
  if (!scoring?.ok) return null;
  const score = scoreBehind(scoring.score, from);
  return { nats: -(score.sum ?? 0), tokens: score.count, bytes: utf8Length(countedText(score)) };
}

const token = (text: string, logprob: number | null) => ({ id: null, text, logprob, special: false });

test('an echo before the new text is read, and an answer without one has none', () => {
  const tokens = [token('ab', null), token('c', -2), token(' new', -9)];
  const piece = { index: 0, text: 'abc new', tokens, finishReason: null };
  expect(countedOf('abc', 0, { prompt: null, pieces: [piece] })).toEqual({ nats: 2, tokens: 1, bytes: 1 });
  expect(countedOf('abc', 0, { prompt: null, pieces: [{ ...piece, text: ' new' }] })).toBeNull();
  const bare = [{ text: 'abc', tokens: [] }];
  expect(countedOf('abc', 0, { prompt: bare, pieces: [] })).toBeNull();
  expect(countedOf('abc', 0, { prompt: bare, pieces: [{ ...piece, text: ' new', tokens: [] }] })).toBeNull();
});

test('only the completion after a prompt counts, in tokens and bytes', () => {
  const tokens = [
    { ...token('<s>', -50), special: true },
    token('ab', null),
    token('c', -2),
    token('dé', -3),
    token('f', -1),
  ];
  const pieces = [{ index: 0, text: ' new', tokens: [token(' new', -9)], finishReason: null }];
  const view = { prompt: [{ text: 'abcdéf', tokens }], pieces };
  expect(countedOf('abcdéf', 3, view)).toEqual({ nats: 4, tokens: 2, bytes: 4 });
  // A token across the boundary is the prompt's.
  expect(countedOf('abcdéf', 4, view)).toEqual({ nats: 1, tokens: 1, bytes: 1 });
  expect(countedOf('abcdéf', 0, view)).toEqual({ nats: 6, tokens: 3, bytes: 5 });
});
