import { expect, test } from 'vitest';
import { tokenUnit } from '#pricing/token-unit.ts';
import { describeCost } from './cost.ts';
import { Recording } from './recording.ts';
import type { Run, RunState } from './run.ts';

const unit = tokenUnit('dollars-million');
const model = { id: 'm', context_length: 1000, pricing: { input: 2, output: 10 } };
const request = { model: 'm', prompt: 'abc', stream: true, max_tokens: 100 };
const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

function run(state: RunState, reported: typeof usage | null = usage): Run {
  const recording = new Recording(request);
  recording.usage = reported;
  const rest = { startedAt: new Date(0), startedMs: 0, replay: null };
  return { id: 1, request, connectionId: 'c', baseUrl: '/v1', recording, state, ...rest };
}

function ended(endState: 'complete' | 'truncated'): RunState {
  return { phase: 'ended', endState, error: null, endedMs: 1 };
}

test('before a run the cost is bounded by the bytes of the prompt and max_tokens', () => {
  const { value, label } = describeCost(null, request, [model], unit);
  expect([value, label]).toEqual(['$0.00101', 'cost at most']);
});

test('a whole run costs what its usage says', () => {
  expect(describeCost(run(ended('complete')), null, [model], unit)).toMatchObject({
    value: '$0.007',
    label: 'cost',
  });
});

test('a run that was cut, or that reported no usage, has an unknown cost', () => {
  expect(describeCost(run(ended('truncated')), null, [model], unit).value).toBe('unknown');
  expect(describeCost(run(ended('complete'), null), null, [model], unit).value).toBe('unknown');
});

test('without a limit of any kind there is no bound', () => {
  const { max_tokens: _, ...open } = request;
  expect(describeCost(null, open, [{ ...model, context_length: undefined }], unit).value).toBe('no bound');
});

test('a model without prices has no price, and one that is free costs $0', () => {
  expect(describeCost(null, request, [{ id: 'm' }], unit).value).toBe('no price');
  expect(describeCost(null, request, [{ id: 'm', pricing: { input: 0, output: 0 } }], unit).value).toBe('$0');
});
