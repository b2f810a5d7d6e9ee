import { expect, test } from 'vitest';
import { emptyDraft, errorsOf, readDraft, type Draft } from './draft.ts';

function draft(change: Partial<Draft>): Draft {
  return { ...emptyDraft, model: 'm', prompt: 'p', ...change };
}

test('untouched fields are absent from the request', () => {
  expect(readDraft(draft({ numbers: { temperature: '', top_p: '  ' } }))).toEqual({
    ok: true,
    request: { model: 'm', prompt: 'p', stream: true },
  });
});

test('typed values are sent as typed, including zero and a decimal comma', () => {
  const numbers = { temperature: '0', top_p: '0,5', seed: '-3', max_tokens: '10' };
  expect(readDraft(draft({ numbers, stop: ['\n\n', 'END'] }))).toMatchObject({
    ok: true,
    request: { temperature: 0, top_p: 0.5, seed: -3, max_tokens: 10, stop: ['\n\n', 'END'] },
  });
});

test.each([
  ['temperature', 'warm', /not a number/],
  ['temperature', '2.5', /from 0 to 2/],
  ['max_tokens', '1.5', /whole number/],
  ['max_tokens', '0', /from 1/],
  ['presence_penalty', '3', /−2 to 2/],
  ['seed', '9007199254740993', /whole number/],
] as const)('%s of "%s" is refused at its field', (field, text, sentence) => {
  const errors = errorsOf(readDraft(draft({ numbers: { [field]: text } })), null);
  expect([...errors.keys()]).toEqual([field]);
  expect(errors.get(field)).toMatch(sentence);
});

test('a missing model is reported along with every other error', () => {
  const errors = errorsOf(readDraft(draft({ model: ' ', numbers: { top_p: 'x' } })), null);
  expect([...errors.keys()].toSorted()).toEqual(['model', 'top_p']);
});

test('every wrong field is reported, in the order of the form', () => {
  const numbers = { n: '200', top_k: '1.5', temperature: '5', max_tokens: '0', top_p: 'abc' };
  const errors = errorsOf(readDraft(draft({ numbers, logit_bias: [{ token: 'x', bias: '' }] })), null);
  expect([...errors.keys()]).toEqual(['max_tokens', 'temperature', 'top_p', 'top_k', 'logit_bias', 'n']);
  expect(errors.get('top_k')).toMatch(/whole number/);
  expect(errors.get('n')).toMatch(/from 1 to 128/);
});

test('switches, bias and safety model are absent until touched, then sent under the request’s field names', () => {
  const touched = draft({
    logprobs: true,
    echo: false,
    stream: false,
    safety_model: ' guard ',
    logit_bias: [
      { token: ' 913 ', bias: '-100' },
      { token: '', bias: '' },
    ],
  });
  expect(readDraft(touched)).toMatchObject({
    ok: true,
    request: { logprobs: 1, echo: false, stream: false, safety_model: 'guard', logit_bias: { 913: -100 } },
  });
});

test.each([
  [[{ token: 'fox', bias: '1' }], /not a token id/],
  [[{ token: '1', bias: '' }], /bias of token 1/],
  [
    [
      { token: '7', bias: '1' },
      { token: '7', bias: '2' },
    ],
    /twice/,
  ],
])('a wrong bias %j is named', (logit_bias, sentence) => {
  expect(errorsOf(readDraft(draft({ logit_bias })), null).get('logit_bias')).toMatch(sentence);
});

test('an empty prompt is sent', () => {
  expect(readDraft(draft({ prompt: '' })).ok).toBe(true);
});

test('a refusal by the service shows at its field until the draft has its own error there', () => {
  const refused = { field: 'top_p', message: 'refused' };
  expect(errorsOf(readDraft(draft({})), refused).get('top_p')).toBe('refused');
  const reading = readDraft(draft({ numbers: { top_p: 'x' } }));
  expect(errorsOf(reading, refused).get('top_p')).toMatch(/not a number/);
});
