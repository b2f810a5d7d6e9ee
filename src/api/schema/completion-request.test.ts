import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCompletionRequest } from './completion-request.ts';

const least = { prompt: '', model: 'm' };

test('the least and the fullest request hold, with unknown fields', () => {
  const fullest = {
    prompt: 'Say',
    model: 'a/b',
    max_tokens: 1,
    stop: ['\n', 'END'],
    temperature: 0,
    top_p: 1,
    top_k: -1,
    repetition_penalty: 1.1,
    stream: true,
    logprobs: 1,
    echo: true,
    n: 128,
    safety_model: 'any',
    min_p: 0,
    presence_penalty: -2,
    frequency_penalty: 2,
    logit_bias: { 50256: -100 },
    seed: Number.MAX_SAFE_INTEGER,
    stream_options: { include_usage: true },
  };
  expect(readCompletionRequest(least)).toEqual({ ok: true, request: least });
  expect(readCompletionRequest(fullest)).toEqual({ ok: true, request: fullest });
});

test('an optional field that is null counts as absent', () => {
  expect(readCompletionRequest({ ...least, seed: null, stop: null })).toEqual({ ok: true, request: least });
});

describe('an invalid field is named in a message without its value', () => {
  test.each<[string, unknown, string]>([
    ['prompt', undefined, 'prompt is required.'],
    ['prompt', null, 'prompt is required.'],
    ['prompt', ['a'], 'prompt must be a string.'],
    ['model', undefined, 'model is required.'],
    ['model', '', 'model must be a string that is not empty.'],
    ['max_tokens', 0, 'max_tokens must be a whole number from 1 to 2147483647.'],
    ['max_tokens', 1.5, 'max_tokens must be a whole number from 1 to 2147483647.'],
    ['max_tokens', '1', 'max_tokens must be a whole number from 1 to 2147483647.'],
    ['stop', 'END', 'stop must be a list of at most 64 strings, none of them empty.'],
    ['stop', [''], 'stop must be a list of at most 64 strings, none of them empty.'],
    [
      'stop',
      Array.from({ length: 65 }, () => 'x'),
      'stop must be a list of at most 64 strings, none of them empty.',
    ],
    ['temperature', -0.1, 'temperature must be a number from 0 to 2.'],
    ['temperature', 2.1, 'temperature must be a number from 0 to 2.'],
    ['top_p', 1.1, 'top_p must be a number from 0 to 1.'],
    ['top_k', -2, 'top_k must be a whole number from -1 to 2147483647.'],
    ['min_p', 2, 'min_p must be a number from 0 to 1.'],
    ['repetition_penalty', 0, 'repetition_penalty must be a number above 0.'],
    ['presence_penalty', 2.5, 'presence_penalty must be a number from -2 to 2.'],
    ['frequency_penalty', -3, 'frequency_penalty must be a number from -2 to 2.'],
    ['logprobs', 2, 'logprobs must be a whole number from 0 to 1.'],
    ['logprobs', true, 'logprobs must be a whole number from 0 to 1.'],
    ['n', 0, 'n must be a whole number from 1 to 128.'],
    ['n', 129, 'n must be a whole number from 1 to 128.'],
    ['seed', 2 ** 53, 'seed must be a whole number from -9007199254740991 to 9007199254740991.'],
    ['stream', 'yes', 'stream must be true or false.'],
    ['echo', 1, 'echo must be true or false.'],
    ['safety_model', 1, 'safety_model must be a string.'],
    ['logit_bias', [], 'logit_bias must be an object from token identifiers to numbers.'],
    ['logit_bias', { 1: 'a' }, 'logit_bias must be an object from token identifiers to numbers.'],
    ['logit_bias', { 1: Infinity }, 'logit_bias must be an object from token identifiers to numbers.'],
  ])('%s: %j', (param, value, message) => {
    expect(readCompletionRequest({ ...least, [param]: value })).toEqual({ ok: false, param, message });
  });

  test.each(['x', 1, null, undefined, [], [least]])('a body that is not an object: %j', (body) => {
    expect(readCompletionRequest(body)).toMatchObject({ ok: false, param: null });
  });
});

describe('keys that could pollute prototypes are refused', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('%s', (key) => {
    const bias: unknown = JSON.parse(`{"${key}":1}`);
    expect(readCompletionRequest({ ...least, logit_bias: bias })).toMatchObject({
      ok: false,
      param: 'logit_bias',
    });
    const body: unknown = JSON.parse(`{"prompt":"","model":"m","${key}":{}}`);
    expect(readCompletionRequest(body)).toMatchObject({ ok: false, param: key });
  });

  test('logit_bias is parsed into an object without a prototype', () => {
    const read = readCompletionRequest({ ...least, logit_bias: { 1: 2 } });
    expect(read.ok && Object.getPrototypeOf(read.request.logit_bias)).toBeNull();
  });
});

test('any JSON is accepted or refused with a message', () => {
  const keys = fc.constantFrom('prompt', 'model', 'n', 'stop', 'logit_bias', 'seed', '__proto__', 'x');
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
  fc.assert(
    fc.property(body, (value) => {
      const read = readCompletionRequest(JSON.parse(JSON.stringify(value)));
      expect(read.ok || /^[^.]+ .+\.$/.test(read.message)).toBe(true);
    }),
  );
});
