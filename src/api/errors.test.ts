import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorFieldsOf, isErrorBody, isRecord, readErrorBody } from './errors.ts';
import { wellFormed } from '#lib/unicode.ts';

const none = { message: null, type: null, param: null, code: null };

test.each([
  [
    'ErrorData',
    '{"error":{"message":"No.","type":"t","param":"n","code":"c"}}',
    { message: 'No.', type: 't', param: 'n', code: 'c' },
  ],
  [
    'ErrorData with more around it',
    '{"id":"x","error":{"message":"No.","type":"t"},"status":1}',
    { message: 'No.', type: 't' },
  ],
  ['an error of text', '{"error":"No."}', { message: 'No.' }],
  ['a message alone', '{"message":"No."}', { message: 'No.' }],
  [
    'flat fields',
    '{"code":400,"message":"No.","param":null,"type":"t"}',
    { message: 'No.', type: 't', code: '400' },
  ],
  [
    'a null message beside an outer one',
    '{"error":{"message":null,"code":"c"},"message":"No."}',
    { message: 'No.', code: 'c' },
  ],
  ['a detail of text', '{"detail":"No."}', { message: 'No.' }],
  ['a detail as a list', '{"detail":[{"loc":["body","n"],"msg":"No."}]}', { message: 'No.', param: 'n' }],
  ['a detail as an object', '{"detail":{"error":"No."}}', { message: 'No.' }],
  ['a list of errors', '{"success":false,"errors":[{"code":7,"message":"No."}]}', { message: 'No.' }],
  [
    'a prompt that exceeds the context, from vLLM',
    '{"error":{"message":"No.","param":"input_tokens","code":400}}',
    { message: 'No.', param: 'prompt', code: '400' },
  ],
  [
    'the same, refused before its tokens are counted',
    '{"error":{"message":"No.","param":"input_text","code":400}}',
    { message: 'No.', param: 'prompt', code: '400' },
  ],
  [
    'a field in the message, from the llama.cpp server',
    `{"error":{"code":400,"message":"Field 'n': Too large."}}`,
    { message: "Field 'n': Too large.", param: 'n', code: '400' },
  ],
  ['a JSON string', '"No."', { message: 'No.' }],
  ['plain text', 'No.\nReally.', { message: 'No. Really.' }],
  [
    'a page of nginx',
    '<title>502 Bad Gateway</title>\n<center><h1>502 Bad Gateway</h1></center>',
    { message: 'Bad Gateway' },
  ],
  ['a page of HAProxy', '<html><body><h1>503 Busy</h1>\nNo server.\n</body></html>', { message: 'Busy' }],
  ['a page without a heading', '<p>Busy</p>', { message: '<p>Busy</p>' }],
  ['nothing', '', {}],
  ['white space', ' \n', {}],
  ['a null message', '{"error":{"message":null,"type":null}}', {}],
  ['objects where texts should be', '{"error":{"message":{"a":1},"type":[],"param":{},"code":true}}', {}],
  ['an empty error', '{"error":{}}', {}],
  ['null', 'null', {}],
  ['a list', '[1]', {}],
])('%s', (_name, body, fields) => {
  expect(readErrorBody(body)).toEqual({ ...none, ...fields });
});

test('text that is not JSON is shown to 200 characters, a message to 1,000, without control or format characters', () => {
  expect(readErrorBody('x'.repeat(5_000)).message).toHaveLength(200);
  expect(readErrorBody(JSON.stringify({ message: 'x'.repeat(5_000) })).message).toHaveLength(1_000);
  expect(readErrorBody('a\u{0}\u{1b}[31m\u{202e}b\u{d800}').message).toBe('a [31mb');
  const torn = readErrorBody(`${'x'.repeat(198)}\u{1f642}\u{1f642}`).message ?? 'no message';
  expect(wellFormed(torn)).toBe(torn);
});

test('any body gives clean fields', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (body) => {
      for (const field of Object.values(readErrorBody(body))) {
        expect(field).not.toBe('');
        expect(field ?? 'null').not.toMatch(/^undefined$|\[object/);
      }
    }),
  );
});

describe('an error in a 200 answer is distinguished from a completion', () => {
  test.each([
    [true, { error: { message: 'm' } }],
    [true, { error: {} }],
    [true, { error: 'm' }],
    [true, { object: 'error', message: 'm', code: 400 }],
    [false, { error: null, choices: [] }],
    [false, { error: '', choices: [] }],
    [false, { message: 'm', choices: [] }],
    [false, {}],
  ])('%s: %j', (isError, body) => {
    expect(isErrorBody(body)).toBe(isError);
    expect(isRecord(errorFieldsOf(body))).toBe(true);
  });
});
