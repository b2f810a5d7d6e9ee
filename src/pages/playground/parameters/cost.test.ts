import { expect, test } from 'vitest';
import { noValue } from '#lib/format.ts';
import { ApiError } from '#api/errors.ts';
import { addBounds, boundRequest, pricedModel, type PricedRequest } from '#pricing/completion-cost.ts';
import { tokenUnit } from '#pricing/units.ts';
import { type Run, type RunState, noteRestored } from '#run/run.ts';
import { explainNext, explainRun } from '#pages/playground/write/CostDetail.tsx';
import { boundOf, type CostGround, costOfNext, costOfRun, formatCost } from './cost.ts';
import { describeBound } from './RequestsCost.tsx';
import { Recording } from '#run/recording.ts';

const unit = tokenUnit('dollars-million');
const model = { id: 'm', context_length: 1000, pricing: { input: 2, output: 10 } };
const request = { model: 'm', prompt: 'abc', stream: true, max_tokens: 100 };
const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

function run(state: RunState, reported: typeof usage | null = usage): Run {
  const recording = new Recording(request);
  recording.usage = reported;
  const rest = { startedAt: new Date(0), startedMs: 0, replay: null };
  return {
    id: 1,
    request,
    connectionId: 'c',
    serviceKey: () => 'c',
    baseUrl: '/v1',
    recording,
    state,
    ...rest,
  };
}

function ended(endState: 'complete' | 'truncated'): RunState {
  return { phase: 'ended', endState, error: null, endedMs: 1 };
}

test('the next request is bounded by the bytes of the prompt and max_tokens', () => {
  expect(formatCost(costOfNext(request, { models: [model], unit }))).toBe('$0.00101');
  expect(explainNext(request, { models: [model], unit })).toMatch(
    /^4 input tokens × 2 \+ 100 output tokens × 10/,
  );
  expect(formatCost(costOfNext(null, { models: [model], unit }))).toBe(noValue);
});

function counted(isExact: boolean): CostGround {
  return { models: [model], unit, count: () => ({ tokens: 2, isExact, maxTokens: 2 }) };
}

test('the next request is bounded by the count of its prompt where it was counted', () => {
  expect(boundOf(request, counted(true)).dollars).toBeCloseTo(0.001004, 9);
  const words = '2 input tokens × 2 + 100 output tokens × 10, prices in $/1M tokens';
  expect(explainNext(request, counted(true))).toBe(words);
  expect(explainNext(request, counted(false))).toMatch(/ A token that was not counted yet is at least/);
});

test('a run on another connection has no cost at the prices of the one in use', () => {
  const ground = { models: [model], unit, elsewhere: () => 'Staging' };
  for (const state of [ended('complete'), { phase: 'streaming' } as const]) {
    expect(formatCost(costOfRun(run(state), ground))).toBe('unknown');
    expect(explainRun(run(state), ground)).toContain(
      'another connection, Staging, whose prices are not loaded.',
    );
  }
  const refused = run(failed(new ApiError('http', 'No.', { status: 400 })));
  expect(formatCost(costOfRun(refused, ground))).toBe('$0');
});

test('a receiving run costs at most its own bound, whatever would be sent next', () => {
  expect(costOfRun(run({ phase: 'streaming' }), { models: [model], unit })).toEqual({
    kind: 'at most',
    dollars: 0.001008,
  });
});

test('a complete run costs its usage', () => {
  const whole = run(ended('complete'));
  expect(formatCost(costOfRun(whole, { models: [model], unit }))).toBe('$0.007');
  expect(explainRun(whole, { models: [model], unit })).toBe(
    '1000 input tokens × 2 + 500 output tokens × 10, prices in $/1M tokens',
  );
});

test('a cut run, or one without usage, has an unknown cost', () => {
  expect(formatCost(costOfRun(run(ended('truncated')), { models: [model], unit }))).toBe('unknown');
  expect(formatCost(costOfRun(run(ended('complete'), null), { models: [model], unit }))).toBe('unknown');
});

function failed(error: ApiError): RunState {
  return { phase: 'ended', endState: 'failed', error, endedMs: 1 };
}

/** Cost of a run without usage. */
function costOf(state: RunState, pricing = model.pricing): string {
  return formatCost(costOfRun(run(state, null), { models: [{ ...model, pricing }], unit }));
}

test('a refused or unsent request and a free model cost nothing', () => {
  expect(costOf(failed(new ApiError('http', 'No.', { status: 400 })))).toBe('$0');
  const unknownModel = run(failed(new ApiError('http', 'No.', { status: 404 })), null);
  expect(formatCost(costOfRun(unknownModel, { models: [], unit }))).toBe('$0');
  expect(costOf(failed(new ApiError('network', 'No.', { code: 'offline' })))).toBe('$0');
  expect(costOf(failed(new ApiError('network', 'No.', { code: 'unreachable' })))).toBe('unknown');
  expect(costOf(failed(new ApiError('http', 'No.', { status: 504 })))).toBe('unknown');
  expect(costOf(ended('truncated'), { input: 0, output: 0 })).toBe('$0');
});

test('a run from history keeps its cost, and an opened recording costs nothing', () => {
  const over = { endState: 'complete' as const, error: null, endedMs: 1, counts: {} };
  const recorded = { connection: 'c', startedAt: new Date(0), request, texts: [], times: [], ...over };
  const shown = { ...run(ended('complete')), replay: { recorded, pace: 1 } };
  expect(formatCost(costOfRun(shown, { models: [model], unit }))).toBe(noValue);
  noteRestored(recorded);
  expect(formatCost(costOfRun(shown, { models: [model], unit }))).toBe('$0.007');
});

test('without a limit of any kind there is no limit', () => {
  const { max_tokens: _, ...open } = request;
  expect(formatCost(costOfNext(open, { models: [{ ...model, context_length: undefined }], unit }))).toBe(
    'no limit',
  );
});

test('a model without prices has no price, and one that is free costs $0', () => {
  expect(formatCost(costOfNext(request, { models: [{ id: 'm' }], unit }))).toBe('no price');
  expect(formatCost(costOfRun(run(ended('complete')), { models: [{ id: 'm' }], unit }))).toBe('no price');
  expect(
    formatCost(costOfNext(request, { models: [{ id: 'm', pricing: { input: 0, output: 0 } }], unit })),
  ).toBe('$0');
});

function line(...requests: readonly PricedRequest[]): string {
  const bounds = requests.map((each) => boundRequest(each, pricedModel([model], each.model, unit)));
  return describeBound(requests.length, addBounds(bounds));
}

test('the line beside a button names requests, tokens and dollars, and which are unknown', () => {
  const paid = { model: 'm', prompt: 'xé', max_tokens: 1 };
  expect(line(paid, paid)).toBe('2 requests · at most 8 tokens in + 2 out · at most $0.000036');
  expect(line(paid, { model: 'other', prompt: 'x' })).toBe(
    '2 requests · at most 6 tokens in + unlimited out · price unknown',
  );
  expect(line()).toBe('0 requests · at most 0 tokens in + 0 out · max $0');
});
