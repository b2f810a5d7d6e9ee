import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EngineEvent } from '#service/engine/engine.ts';
import { guardEvents, searchWords } from './safety-model.ts';

const words = searchWords(['gun', 'kill', 'killed']);

function token(index: number, text: string, finishReason: 'eos' | null = null): EngineEvent {
  return { kind: 'token', index, id: 1, text, logprob: -1, special: false, finishReason };
}

const countPrompt = () => Promise.resolve(7);

async function* inBatches(
  batches: readonly (readonly EngineEvent[])[],
): AsyncGenerator<readonly EngineEvent[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

/** Output of the guard: the text of each choice, its finish reason, and the last count. */
async function guard(n: number, batches: readonly (readonly EngineEvent[])[], prompt = '') {
  const texts = Array.from({ length: n }, () => '');
  const reasons: (string | null)[] = Array.from({ length: n }, () => null);
  let end: EngineEvent | null = null;
  for await (const batch of guardEvents({ events: inBatches(batches), words, n, prompt, countPrompt })) {
    for (const event of batch) {
      if (event.kind === 'end') end = event;
      if (event.kind !== 'token') continue;
      texts[event.index] += event.text;
      reasons[event.index] = event.finishReason;
    }
  }
  return { texts, reasons, end };
}

function runOf(...texts: readonly string[]): readonly (readonly EngineEvent[])[] {
  const tokens = texts.map((text, position) => [
    token(0, text, position === texts.length - 1 ? 'eos' : null),
  ]);
  return [...tokens, [{ kind: 'end', promptTokens: 7, completionTokens: texts.length }]];
}

describe('a growing text', () => {
  test.each([
    [['a ', 'g', 'u', 'n', ' and'], 'a '],
    [['a gun', '.'], 'a '],
    [['Kill', 'ed'], ''],
    [['to KILL', ' or'], 'to '],
    [['he had a g', 'un'], 'he had a '],
    [['x', ' kil', 'l', '\n'], 'x '],
  ])('%j ends before the word', async (texts, expected) => {
    const { texts: left, reasons } = await guard(1, runOf(...texts));
    expect(left).toEqual([expected]);
    expect(reasons).toEqual(['stop']);
  });

  test.each([
    [['be', 'gun', ' well']],
    [['the fla', 'g', 'un', 'der']],
    [['kill', 'er']],
    [['g', 'u', 'n', 's']],
    [['gun', '_', 'x']],
    [['a gu', '']],
    [['murdersomeverylongwordk', 'ill', ' ']],
    [['', '', 'go', '']],
  ])('%j passes unchanged', async (texts) => {
    const { texts: left, reasons, end } = await guard(1, runOf(...texts));
    expect(left).toEqual([texts.join('')]);
    expect(reasons).toEqual(['eos']);
    expect(end).toMatchObject({ promptTokens: 7, completionTokens: texts.length });
  });
});

describe('a word that begins in the prompt', () => {
  test.each([
    ['He took his g', ['un', '.', ' Then'], ''],
    ['He took his gu', ['n'], ''],
    ['They ki', ['l', 'l', ' or'], ''],
  ])('%j and %j: the choice ends before the rest of it', async (prompt, texts, expected) => {
    const { texts: left, reasons } = await guard(1, runOf(...texts), prompt);
    expect(left).toEqual([expected]);
    expect(reasons).toEqual(['stop']);
  });

  test.each([
    ['The race had be', ['gun', '.']],
    ['He had a s', ['kill', ' for', ' it']],
    ['A very long wordendinginaprompt', ['gun', ' ']],
  ])('%j and %j: another word passes', async (prompt, texts) => {
    const { texts: left, reasons } = await guard(1, runOf(...texts), prompt);
    expect(left).toEqual([texts.join('')]);
    expect(reasons).toEqual(['eos']);
  });
});

test('usage of a run that was cut counts the prompt and the tokens sent', async () => {
  const { end } = await guard(1, runOf('one', ' two', ' gun', ' four'));
  expect(end).toEqual({ kind: 'end', promptTokens: 7, completionTokens: 3 });
});

test('no more tokens are requested from the engine once every choice has ended', async () => {
  let asked = 0;
  async function* endless(): AsyncGenerator<readonly EngineEvent[]> {
    for (;;) {
      asked += 1;
      yield await Promise.resolve([token(0, ' gun'), token(1, asked === 3 ? ' gun' : ' x')]);
    }
  }
  const out = guardEvents({
    events: endless(),
    words,
    n: 2,
    prompt: '',
    countPrompt: () => Promise.resolve(1),
  });
  for await (const batch of out) expect(batch.length).toBeGreaterThan(0);
  expect(asked).toBe(4);
});

test('one choice is cut, the other continues to its own end', async () => {
  const { texts, reasons, end } = await guard(2, [
    [token(0, 'a'), token(1, 'b')],
    [token(0, ' gun'), token(1, ' c')],
    [token(0, ' d'), token(1, ' e')],
    [token(0, ' f', 'eos'), token(1, ' g', 'eos')],
    [{ kind: 'end', promptTokens: 7, completionTokens: 8 }],
  ]);
  expect(texts).toEqual(['a ', 'b c e g']);
  expect(reasons).toEqual(['stop', 'eos']);
  expect(end).toMatchObject({ completionTokens: 6 });
});

test('output is the same as from the whole text, however it is split into tokens', async () => {
  const piece = fc.constantFrom(
    'g',
    'u',
    'n',
    'gu',
    'un',
    ' ',
    'k',
    'ill',
    'ed',
    '.',
    'é',
    '',
    ' gun',
    'KILL',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 30 }), async (pieces) => {
      const text = pieces.join('');
      const found = words.find(text);
      const { texts, reasons } = await guard(1, runOf(...pieces));
      expect(texts).toEqual([found < 0 ? text : text.slice(0, found)]);
      expect(reasons).toEqual([found < 0 ? 'eos' : 'stop']);
    }),
  );
});
