import { expect, test } from 'vitest';
import { logprobOf, readLogprobs, tokenIdOf } from './read-logprobs.ts';

const plain = { special: false };

test('a bare number is the logprob of the one token', () => {
  expect(readLogprobs(-0.5, ' sea')).toEqual({
    tokens: [{ id: null, text: ' sea', logprob: -0.5, ...plain }],
    isUnequal: false,
  });
});

test.each([
  [undefined],
  [null],
  ['-0.5'],
  [[-0.5]],
  [{}],
  [{ tokens: 'a' }],
  [{ top_logprobs: [{ a: -1 }] }],
])('%j names no tokens', (logprobs) =>
  expect(readLogprobs(logprobs, 'a')).toEqual({ tokens: [], isUnequal: false }),
);

test.each([
  [
    { tokens: ['a', 7], token_logprobs: [-1, null], token_ids: [5, 'x'] },
    [
      [5, 'a', -1],
      [null, '', null],
    ],
    false,
  ],
  [
    { tokens: ['a', 'b'] },
    [
      [null, 'a', null],
      [null, 'b', null],
    ],
    false,
  ],
  [{ token_logprobs: [-1] }, [[null, '', -1]], false],
  [
    { token_ids: [3, 4] },
    [
      [3, '', null],
      [4, '', null],
    ],
    false,
  ],
  [
    { tokens: ['a', 'b', 'c'], token_logprobs: [-1, -2], token_ids: [1, 2, 3] },
    [
      [1, 'a', -1],
      [2, 'b', -2],
    ],
    true,
  ],
])('arrays of %j are paired up to the shortest', (logprobs, expected, isUnequal) => {
  const read = readLogprobs(logprobs, '');
  expect(read.tokens.map(({ id, text, logprob }) => [id, text, logprob])).toEqual(expected);
  expect(read.isUnequal).toBe(isUnequal);
});

function topsOf(logprobs: unknown) {
  return readLogprobs(logprobs, '').tokens.map(({ top }) => top);
}

test('alternatives are a map or a list for each token, or one of either for a single token', () => {
  const two = { tokens: ['a', 'b'], token_logprobs: [-1, -2] };
  expect(topsOf({ ...two, top_logprobs: [{ a: -1, c: 'x' }, {}] })).toEqual([
    [
      { text: 'a', logprob: -1 },
      { text: 'c', logprob: null },
    ],
    undefined,
  ]);
  expect(topsOf({ ...two, top_logprobs: { a: -1 } })).toEqual([undefined, undefined]);
  const one = { tokens: ['a'], token_logprobs: [-1] };
  expect(topsOf({ ...one, top_logprobs: { a: -1 } })).toEqual([[{ text: 'a', logprob: -1 }]]);
  expect(topsOf({ ...one, top_logprobs: 'none' })).toEqual([undefined]);
  const list = [
    { id: 4, token: 'a', logprob: -1 },
    { token_id: '5', text: 'b', logprob: -2 },
    'x',
    { logprob: -3 },
  ];
  expect(topsOf({ ...one, top_logprobs: [list] })).toEqual([
    [
      { text: 'a', id: 4, logprob: -1 },
      { text: 'b', id: 5, logprob: -2 },
      { text: '', logprob: -3 },
    ],
  ]);
  expect(topsOf({ ...one, top_logprobs: [['x']] })).toEqual([undefined]);
});

test('the elements of content are tokens, whatever they lack', () => {
  const content = [
    { id: 9, token: 'a', logprob: -1, top_logprobs: [{ id: 9, token: 'a', logprob: -1 }] },
    null,
    {},
  ];
  expect(readLogprobs({ content, tokens: ['ignored'] }, '')).toEqual({
    tokens: [
      { id: 9, text: 'a', logprob: -1, ...plain, top: [{ text: 'a', id: 9, logprob: -1 }] },
      { id: null, text: '', logprob: null, ...plain },
      { id: null, text: '', logprob: null, ...plain },
    ],
    isUnequal: false,
  });
});

test('a logprob is a number that is one', () => {
  const values = [-1.5, 0, Number.NEGATIVE_INFINITY, Number.NaN, '-1', null, undefined];
  expect(values.map(logprobOf)).toEqual([-1.5, 0, Number.NEGATIVE_INFINITY, null, null, null, null]);
});

test.each([
  [7, { id: 7 }],
  [7.5, { id: null }],
  ['7', { id: 7 }],
  ['-7', { id: -7 }],
  ['7a', { id: null }],
  ['a7', { id: null }],
  ['', { id: null }],
  [['7'], { id: null }],
  ['9007199254740991', { id: 9_007_199_254_740_991 }],
  ['9007199254740993', { id: 9_007_199_254_740_992, exactId: '9007199254740993' }],
  ['1'.repeat(41), { id: null }],
])('the token id %j is read as %j', (value, expected) => expect(tokenIdOf(value)).toEqual(expected));
