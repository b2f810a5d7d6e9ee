import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import { readDraft } from '#draft/draft.ts';
import { type RecordedRun, noteRestored } from '#run/run.ts';
import { nextStep } from '#run/next-step.ts';
import { boundOfOffer, resumeOffers } from './resume-offer.ts';
import { endedRun } from '#run/testing/ended-run.ts';

test('a cut answer continues from prompt and text with the rest of its budget', () => {
  const request = { max_tokens: 10, seed: 7, stop: ['.'], n: 1 };
  const run = endedRun({
    request,
    pieces: [
      [0, ' upon'],
      [0, ' a'],
    ],
  });
  expect(resumeOffers(run)).toEqual([
    {
      choice: 0,
      tokenCount: 2,
      request: { model: 'm', prompt: 'Once upon a', stream: true, max_tokens: 8, seed: 7, stop: ['.'] },
    },
  ]);
});

test('a budget that was not sent stays absent', () => {
  const [offer] = resumeOffers(endedRun({ pieces: [[0, ' upon']] }));
  expect(offer?.request).toEqual({ model: 'm', prompt: 'Once upon', stream: true });
});

test('nothing is offered once the budget is used up', () => {
  const run = endedRun({ request: { max_tokens: 1 }, pieces: [[0, ' upon']] });
  expect(resumeOffers(run)).toEqual([{ choice: 0, tokenCount: 1, request: null }]);
});

test('each unfinished choice has its own offer, a finished or empty one has none', () => {
  const run = endedRun({
    request: { n: 4, max_tokens: 5 },
    pieces: [
      [2, ' b'],
      [0, ' a'],
      [1, ' c', 'stop'],
      [2, ' d'],
    ],
  });
  expect(
    resumeOffers(run).map(({ choice, request }) => [choice, request?.prompt, request?.max_tokens]),
  ).toEqual([
    [0, 'Once a', 4],
    [2, 'Once b d', 3],
  ]);
  expect(resumeOffers(run).every(({ request }) => request?.n === undefined)).toBe(true);
});

test('the echoed prompt is neither repeated nor counted', () => {
  const run = endedRun({
    request: { echo: true, max_tokens: 5 },
    pieces: [
      [0, 'On'],
      [0, 'ce'],
      [0, ' upon'],
    ],
  });
  expect(resumeOffers(run)).toMatchObject([
    { tokenCount: 1, request: { prompt: 'Once upon', max_tokens: 4 } },
  ]);
  expect(resumeOffers(run)[0]?.request).not.toHaveProperty('echo');
  expect(resumeOffers(endedRun({ request: { echo: true }, pieces: [[0, 'On']] }))).toEqual([]);
});

test('an answer whose service ignored echo is continued completely', () => {
  const pieces = [[0, ' was'] as const, [0, ' it'] as const];
  expect(resumeOffers(endedRun({ request: { echo: true, max_tokens: 5 }, pieces }))).toMatchObject([
    { tokenCount: 2, request: { prompt: 'Once was it', max_tokens: 3 } },
  ]);
});

test('half a character at the cut is left out of the new prompt', () => {
  const [offer] = resumeOffers(endedRun({ pieces: [[0, ' a\uD83E']] }));
  expect(offer?.request?.prompt).toBe('Once a');
});

test('a complete choice is not offered', () => {
  expect(resumeOffers(endedRun({ pieces: [[0, ' a']], endState: 'complete' }))).toEqual([]);
});

test('a run from history can be continued; a recording from a file or a paced replay cannot', () => {
  const cut = endedRun({ pieces: [[0, ' upon']] });
  const recorded: RecordedRun = {
    connection: 'This server',
    startedAt: cut.startedAt,
    request: cut.request,
    texts: [],
    times: [],
    endState: 'truncated',
    error: null,
    endedMs: 1,
    counts: {},
  };
  const shown = { ...cut, replay: { recorded, pace: Number.POSITIVE_INFINITY } };
  expect(resumeOffers(shown)).toEqual([]);
  expect(nextStep(shown).canRepeat).toBe(false);
  noteRestored(recorded);
  expect(resumeOffers(shown)).toEqual(resumeOffers(cut));
  expect(nextStep(shown)).toEqual(nextStep(cut));
  expect(resumeOffers({ ...cut, replay: { recorded, pace: 20 } })).toEqual([]);
});

function bound(parts: Parameters<typeof endedRun>[0], contextLength?: number, counted?: number) {
  const run = endedRun(parts);
  const offer = resumeOffers(run)[0];
  return offer && boundOfOffer(offer, run, contextLength, counted);
}

test('continuing is bounded by the prompt and the text received, and by the rest of the context', () => {
  const pieces = [
    [0, ' upon'],
    [0, ' a'],
    [0, ' time'],
  ] as const;
  expect(bound({ pieces })).toEqual({ input: 8, output: null });
  expect(bound({ pieces, request: { max_tokens: 10 } })).toEqual({ input: 8, output: 7 });
  expect(bound({ pieces, request: { max_tokens: 512 } }, 512)).toEqual({ input: 8, output: 509 });
  expect(bound({ pieces, request: { prompt: 'x'.repeat(600) } }, 512)).toEqual({ input: 512, output: 509 });
  expect(bound({ pieces, request: { max_tokens: 512 } }, 512, 1)).toEqual({ input: 4, output: 508 });
  const echoed = [[0, 'Once'], ...pieces] as const;
  expect(bound({ pieces: echoed, request: { echo: true } }, 512)).toEqual({ input: 4, output: 508 });
});

/** One piece without a token. */
function ofPiece(text: string, maxTokens: number) {
  const run = endedRun({ request: { max_tokens: maxTokens } });
  const piece = { index: 0, text, tokens: [], finishReason: null };
  run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
  const [offer] = resumeOffers(run);
  return {
    at: offer?.tokenCount,
    left: offer?.request?.max_tokens,
    bound: offer && boundOfOffer(offer, run, 512),
  };
}

test('pieces that may hold several tokens are estimated for max_tokens, and bounded by their bytes', () => {
  expect(ofPiece('x'.repeat(400), 300)).toEqual({ at: 100, left: 200, bound: { input: 405, output: 200 } });
  // Their sum says that a resumed run was sent what was left.
  expect(ofPiece('x'.repeat(400), 50)).toMatchObject({ at: 49, left: 1 });
  expect(ofPiece('x', 300).left).toBe(299);
});

test('any request, made a draft, reads as the same request', () => {
  const request = fc.record(
    {
      model: fc.string({ minLength: 1 }).map((text) => `m${text.trim()}`),
      prompt: fc.string(),
      stream: fc.boolean(),
      max_tokens: fc.integer({ min: 1, max: 1e6 }),
      temperature: fc.double({ min: 0, max: 2, noNaN: true }),
      stop: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
      logprobs: fc.constantFrom(0, 1),
      echo: fc.boolean(),
      seed: fc.maxSafeInteger(),
      logit_bias: fc.dictionary(fc.nat().map(String), fc.double({ min: -100, max: 100, noNaN: true }), {
        minKeys: 1,
      }),
    },
    { requiredKeys: ['model', 'prompt', 'stream'] },
  );
  fc.assert(
    fc.property(request, (sent) => {
      const reading = readDraft(draftOfRequest(sent));
      expect(JSON.parse(JSON.stringify(reading.ok ? reading.request : reading.errors))).toEqual(
        JSON.parse(JSON.stringify(sent)),
      );
    }),
  );
});
