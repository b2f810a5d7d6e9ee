import { describe, expect, test } from 'vitest';
import { noViewCounts } from './read-view.ts';
import { documentedChunk, readOne as read } from '#api/testing/samples.ts';

const nothingCounted = noViewCounts();

describe('(a) the contract', () => {
  test('a chunk yields one piece with its token', () => {
    const { view, counts } = read(documentedChunk(' sky'));
    expect(view).toEqual({
      id: 'cmpl-1',
      pieces: [
        {
          index: 0,
          text: ' sky',
          tokens: [{ id: 464, text: ' sky', logprob: -0.25, special: false }],
          finishReason: null,
        },
      ],
      prompt: null,
      usage: null,
      seed: 7,
    });
    expect(counts).toEqual(nothingCounted);
  });

  test('the last chunk ends its piece and reports usage', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const { view } = read(documentedChunk('', { usage, finish_reason: 'length' }));
    expect(view).toMatchObject({ usage, pieces: [{ text: '', finishReason: 'length' }] });
  });

  test('the earliest form, without usage and finish_reason and index', () => {
    const { view } = read({
      id: 'x',
      token: { id: 1, text: 'a', logprob: 0, special: false },
      choices: [{ text: 'a' }],
    });
    expect(view?.pieces).toMatchObject([{ index: 0, text: 'a', tokens: [{ id: 1 }], finishReason: null }]);
  });

  test('a token belongs to the only choice in its chunk, whichever that is', () => {
    const { view } = read(documentedChunk('b', { choices: [{ index: 3, text: 'b' }] }), 4);
    expect(view?.pieces).toMatchObject([{ index: 3, text: 'b', tokens: [{ id: 464 }] }]);
  });

  test('a token next to several choices belongs to none of them and is counted', () => {
    const { view, counts } = read(
      documentedChunk('b', {
        choices: [
          { index: 1, text: 'b' },
          { index: 0, text: 'c' },
        ],
      }),
      2,
    );
    expect(view?.pieces.map(({ index, text, tokens }) => [index, text, tokens.length])).toEqual([
      [1, 'b', 0],
      [0, 'c', 0],
    ]);
    expect(counts.misfits).toBe(1);
  });

  test.each([
    ['no choices', { choices: [] }],
    ['no choices field', { choices: undefined }],
    ['a choice without text', { choices: [{ index: 0 }] }],
  ])('the token replaces missing text: %s', (_name, rest) => {
    expect(read(documentedChunk('b', rest)).view?.pieces).toMatchObject([{ index: 0, text: 'b' }]);
  });

  test('the token never replaces text when several completions were requested', () => {
    expect(read(documentedChunk('b', { choices: [] }), 2)).toMatchObject({
      view: { pieces: [] },
      counts: { misfits: 1 },
    });
    expect(read(documentedChunk('b', { choices: [{ index: 1 }] }), 2).view?.pieces).toMatchObject([
      { text: '' },
    ]);
  });

  test('a special token has text and adds none', () => {
    const token = { id: 2, text: '</s>', logprob: -0.1, special: true };
    const { view } = read(documentedChunk('', { token, finish_reason: 'eos' }));
    expect(view?.pieces).toMatchObject([{ text: '', tokens: [token], finishReason: 'eos' }]);
  });
});

describe('(b) hosted, later', () => {
  const chunk = {
    id: 'o1',
    object: 'completion.chunk',
    choices: [
      {
        index: 0,
        text: ' sky',
        logprobs: null,
        finish_reason: null,
        delta: { token_id: 13180, content: ' sky' },
      },
    ],
    usage: null,
  };

  test('text that the delta repeats is appended once, and the delta gives the id', () => {
    expect(read(chunk).view?.pieces).toEqual([
      {
        index: 0,
        text: ' sky',
        tokens: [{ id: 13180, text: ' sky', logprob: null, special: false }],
        finishReason: null,
      },
    ]);
  });

  test('the delta is the text when no other text is sent', () => {
    const choices = [{ index: 0, text: '', delta: { token_id: 1, content: 'x' } }];
    expect(read({ ...chunk, choices }).view?.pieces).toMatchObject([
      { text: 'x', tokens: [{ id: 1, text: 'x' }] },
    ]);
  });

  test('a bare number is the logprob of the single token', () => {
    const choices = [{ ...chunk.choices[0], logprobs: -1.5 }];
    expect(read({ ...chunk, choices }).view?.pieces[0]?.tokens).toEqual([
      { id: 13180, text: ' sky', logprob: -1.5, special: false },
    ]);
  });

  test('finish_reason and seed are read from the choice', () => {
    const choices = [{ index: 0, text: '', finish_reason: 'stop', seed: 12 }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    expect(read({ ...chunk, choices, usage }).view).toMatchObject({
      seed: 12,
      usage,
      pieces: [{ finishReason: 'stop' }],
    });
  });

  test('a seed beyond 2^53 keeps every digit', () => {
    const text = '{"id":"x","choices":[{"index":0,"text":"a","seed":15233397453471893000}],"usage":null}';
    expect(read(text).view?.seed).toBe('15233397453471893000');
    expect(read(text.replace('15233397453471893000', '9007199254740991')).view?.seed).toBe(9007199254740991);
  });

  test('an id beyond 2^53 is approximate and says so', () => {
    const text = JSON.stringify(documentedChunk('a')).replace('464', '9007199254740993');
    expect(read(text).view?.pieces[0]?.tokens[0]).toMatchObject({
      id: 9007199254740992,
      exactId: '9007199254740993',
    });
  });
});

describe('(c) vLLM', () => {
  test('a chunk with several tokens and alternatives', () => {
    const logprobs = {
      text_offset: [0, 2],
      token_logprobs: [null, -9999],
      tokens: ['He', 'y'],
      top_logprobs: [null, { y: -9999, llo: -0.1 }],
    };
    const { view } = read({ id: 'c', choices: [{ index: 0, text: 'Hey', logprobs, finish_reason: null }] });
    expect(view?.pieces[0]?.tokens).toEqual([
      { id: null, text: 'He', logprob: null, special: false },
      {
        id: null,
        text: 'y',
        logprob: -9999,
        special: false,
        top: [
          { text: 'y', logprob: -9999 },
          { text: 'llo', logprob: -0.1 },
        ],
      },
    ]);
  });

  test('the usage chunk has no choices and adds nothing else', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    expect(read({ id: 'c', choices: [], usage })).toMatchObject({
      view: { pieces: [], usage },
      counts: nothingCounted,
    });
  });

  test('indices interleave', () => {
    const choices = [
      { index: 2, text: 'a' },
      { index: 0, text: 'b' },
    ];
    expect(read({ id: 'c', choices }, 3).view?.pieces.map(({ index }) => index)).toEqual([2, 0]);
  });

  test('text without logprobs has no tokens', () => {
    expect(read({ id: 'c', choices: [{ index: 0, text: 'two words' }] }).view?.pieces[0]?.tokens).toEqual([]);
  });
});

describe('(d) the llama.cpp server', () => {
  test('logprobs as content', () => {
    const content = [
      {
        id: 42,
        token: 'a',
        bytes: [97],
        logprob: -0.5,
        top_logprobs: [
          { id: 42, token: 'a', bytes: [97], logprob: -0.5 },
          { id: 9, token: 'b', logprob: -3.4e38 },
        ],
      },
    ];
    const { view } = read({
      id: 'd',
      choices: [{ index: 0, text: 'a', logprobs: { content }, finish_reason: null }],
    });
    expect(view?.pieces[0]?.tokens).toEqual([
      {
        id: 42,
        text: 'a',
        logprob: -0.5,
        special: false,
        top: [
          { text: 'a', id: 42, logprob: -0.5 },
          { text: 'b', id: 9, logprob: -3.4e38 },
        ],
      },
    ]);
  });
});
