import { describe, expect, test } from 'vitest';
import { readOne as read, documentedChunk } from '#api/testing/samples.ts';
import { logprobOf, readLogprobs, tokenIdOf } from './read-view.ts';

describe('irregular payloads are kept or counted, never fatal', () => {
  test('arrays of unequal length are paired up to the shortest', () => {
    const logprobs = { tokens: ['a', 'b'], token_logprobs: [-1], token_ids: [1, 2, 3] };
    const { view, counts } = read({ choices: [{ index: 0, text: 'ab', logprobs }] });
    expect(view?.pieces[0]?.tokens).toEqual([{ id: 1, text: 'a', logprob: -1, special: false }]);
    expect(counts.unequalLogprobs).toBe(1);
  });

  test('a single object of alternatives belongs to the single token', () => {
    const logprobs = { tokens: ['a'], token_logprobs: [-1], top_logprobs: { b: -2 } };
    const { view } = read({ choices: [{ index: 0, text: 'a', logprobs }] });
    expect(view?.pieces[0]?.tokens[0]?.top).toEqual([{ text: 'b', logprob: -2 }]);
  });

  test.each([
    ['null', 'null', null],
    ['NaN', 'NaN', null],
    ['-Infinity', '-Infinity', -Infinity],
    ['too large for a number', '-1e999', -Infinity],
    ['above zero', '0.5', 0.5],
    ['a string', '"-1"', null],
  ])('a logprob that is %s', (_name, written, expected) => {
    const text = JSON.stringify(documentedChunk('NaN')).replace('-0.25', written);
    expect(read(text).view?.pieces).toMatchObject([{ text: 'NaN', tokens: [{ logprob: expected }] }]);
  });

  test.each([
    [{ prompt_tokens: 1 }, 'unreadableUsage'],
    [{ prompt_tokens: -1, completion_tokens: 2, total_tokens: 1 }, 'unreadableUsage'],
    ['free', 'unreadableUsage'],
  ] as const)('usage %j is not reported', (usage, counted) => {
    const { view, counts } = read(documentedChunk('a', { usage }));
    expect(view?.usage).toBeNull();
    expect(counts[counted]).toBe(1);
  });

  test('usage whose total is not the sum is kept as sent, and counted', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9, cached_tokens: 1 };
    expect(read(documentedChunk('a', { usage }))).toMatchObject({
      view: { usage },
      counts: { usageSumDiffers: 1 },
    });
  });

  test('an empty finish_reason is null, an unknown one is kept verbatim', () => {
    expect(read(documentedChunk('a', { finish_reason: '' })).view?.pieces[0]?.finishReason).toBeNull();
    expect(read(documentedChunk('a', { finish_reason: 'tired' })).view?.pieces[0]?.finishReason).toBe(
      'tired',
    );
  });

  test('lone surrogates of two tokens stay as they are until they are joined', () => {
    const texts = ['\\ud83d', '\\ude42'].map((escape) =>
      JSON.stringify(documentedChunk('@')).replaceAll('@', escape),
    );
    const joined = texts.map((text) => read(text).view?.pieces[0]?.text).join('');
    expect(joined).toBe('\u{1f642}');
  });

  test.each([
    [{ choices: [{ index: 0, text: 7 }] }, 1],
    [{ choices: [{ index: 0, text: null }] }, 0],
    [{ token: { id: 1, text: 'a', special: false } }, 0],
    [{ token: { id: '1', text: 'a', special: false } }, 0],
    [{ token: { id: 'x', text: 'a', special: false } }, 1],
    [{ token: { id: 1, text: 'a' } }, 1],
    [{ token: { id: 1, special: false } }, 1],
  ])('wrong types in %j are counted: %i', (sent, misfits) => {
    expect(read(sent)).toMatchObject({ view: { pieces: [{ index: 0 }] }, counts: { misfits } });
  });

  test.each([-1, 2, 0.5, '0', 1e300])('index %j is outside of two completions', (index) => {
    expect(read({ choices: [{ index, text: 'a' }] }, 2).kind).toBe('bad-index');
  });

  test('a payload without completion fields adds nothing', () => {
    expect(read({ ping: 1 })).toMatchObject({ view: { pieces: [] }, counts: { unrecognised: 1 } });
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    for (const some of [{ usage }, { choices: [] }])
      expect(read(some)).toMatchObject({ view: { pieces: [] }, counts: { unrecognised: 0 } });
  });

  test.each(['1', '[]', '"a"', 'null', '{', ''])('%j is malformed', (text) => {
    expect(read(text).kind).toBe('malformed');
  });
});

test.each([
  [7, 7],
  ['7', 7],
  ['-7', -7],
  ['9007199254740993', '9007199254740993'],
  ['1'.repeat(41), null],
  ['7a', null],
  ['a7', null],
  [7.5, null],
  [true, null],
])('the seed %j is read as %j', (seed, expected) => {
  expect(read(documentedChunk('a', { seed })).view?.seed).toBe(expected);
});

function tokensOf(choice: object, token?: object) {
  return read({ choices: [{ index: 0, text: 'a', ...choice }], token }).view?.pieces[0]?.tokens;
}

test('the id of a delta belongs to the single token without an id', () => {
  const delta = { token_id: 5, content: 'a' };
  const a = { text: 'a', logprob: -1, special: false };
  expect(tokensOf({ delta, logprobs: { tokens: ['a'], token_logprobs: [-1] } })).toEqual([{ ...a, id: 5 }]);
  const withId = { tokens: ['a'], token_logprobs: [-1], token_ids: [3] };
  expect(tokensOf({ delta, logprobs: withId })).toEqual([{ ...a, id: 3 }]);
  const two = { tokens: ['a', 'a'], token_logprobs: [-1, -1] };
  expect(tokensOf({ delta, logprobs: two })).toEqual([
    { ...a, id: null },
    { ...a, id: null },
  ]);
});

test('the token of a chunk and the logprobs of its choice are merged unless there are several', () => {
  const token = { id: 5, text: 'a', logprob: null, special: true };
  const one = { tokens: ['?'], token_logprobs: [-1], top_logprobs: [{ b: -2 }] };
  const top = [{ text: 'b', logprob: -2 }];
  expect(tokensOf({ logprobs: one }, token)).toEqual([{ ...token, logprob: -1, top }]);
  expect(tokensOf({ logprobs: one }, { ...token, logprob: -3 })).toEqual([{ ...token, logprob: -3, top }]);
  expect(tokensOf({ logprobs: {} }, token)).toEqual([token]);
  const two = { tokens: ['a', 'b'], token_logprobs: [-1, -2] };
  expect(tokensOf({ logprobs: two }, token)?.map(({ text }) => text)).toEqual(['a', 'b']);
});

test('a JSON answer has the same shape, with the echoed prompt', () => {
  const logprobs = { token_ids: [1, 2], tokens: ['a', 'b'], token_logprobs: [null, -2] };
  const { view } = read(
    {
      id: 'x',
      choices: [
        { text: 'b', seed: 5, finish_reason: 'length', logprobs },
        { text: 'c', finish_reason: 'eos' },
      ],
      prompt: [{ text: 'ab', logprobs }],
      usage: null,
      created: 1,
      model: 'm',
      object: 'text.completion',
    },
    2,
  );
  const tokens = [
    { id: 1, text: 'a', logprob: null, special: false },
    { id: 2, text: 'b', logprob: -2, special: false },
  ];
  expect(view).toEqual({
    id: 'x',
    seed: 5,
    usage: null,
    prompt: [{ text: 'ab', tokens }],
    pieces: [
      { index: 0, text: 'b', tokens, finishReason: 'length' },
      { index: 1, text: 'c', tokens: [], finishReason: 'eos' },
    ],
  });
});

const lists = (tokens: readonly string[]) => ({
  token_ids: tokens.map((_, index) => index),
  tokens,
  token_logprobs: tokens.map(() => -1),
});

const promptOf = (sent: object) => {
  const { view } = read(sent, 2);
  return view?.prompt?.map(({ text }) => text) ?? null;
};

const answer = (
  texts: readonly (readonly string[])[],
  completionTokens: number | null,
  withTokens = true,
) => ({
  id: 'x',
  choices: texts.map((tokens, index) => ({
    index,
    text: tokens.join(''),
    ...(withTokens && { logprobs: lists(tokens) }),
  })),
  prompt: [{ text: 'ha', ...(withTokens && { logprobs: lists(['h', 'a']) }) }],
  usage:
    completionTokens === null
      ? null
      : { prompt_tokens: 2, completion_tokens: completionTokens, total_tokens: 2 + completionTokens },
});

describe('an echoed prompt that the texts begin with', () => {
  test('is not prepended again', () => {
    expect(
      promptOf(
        answer(
          [
            ['h', 'a', '!'],
            ['h', 'a', '?'],
          ],
          2,
        ),
      ),
    ).toBeNull();
    expect(
      promptOf(
        answer(
          [
            ['h', 'a', '!'],
            ['h', 'a', '?'],
          ],
          2,
          false,
        ),
      ),
    ).toBeNull();
    expect(
      promptOf(
        answer(
          [
            ['h', 'a', '!'],
            ['h', 'a', '?'],
          ],
          null,
        ),
      ),
    ).toBeNull();
  });

  test('is the whole text if nothing was generated', () => {
    expect(promptOf({ choices: [], prompt: [null, { text: 'ha' }] })).toEqual(['ha']);
  });

  test('stays separate if a choice lacks it or generated the same words', () => {
    expect(
      promptOf(
        answer(
          [
            ['h', 'a', '!'],
            ['o', 'h'],
          ],
          5,
        ),
      ),
    ).toEqual(['ha']);
    expect(
      promptOf(
        answer(
          [
            ['h', 'a', '!'],
            ['h', 'a', '?'],
          ],
          6,
        ),
      ),
    ).toEqual(['ha']);
  });
});

const plain = { special: false };

test('a bare number is the logprob of the single token', () => {
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
  const paired = readLogprobs(logprobs, '');
  expect(paired.tokens.map(({ id, text, logprob }) => [id, text, logprob])).toEqual(expected);
  expect(paired.isUnequal).toBe(isUnequal);
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

test('a logprob is read only from a number', () => {
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
