import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompletionView, Piece, PieceToken } from '#api/read-view.ts';
import { Recording } from './recording.ts';

function token(text: string, logprob: number | null = -1, id: number | null = 7): PieceToken {
  return { id, text, logprob, special: false };
}

function view(pieces: Piece[], rest: Partial<CompletionView> = {}): CompletionView {
  return { id: 'c', pieces, prompt: null, usage: null, seed: null, ...rest };
}

function piece(index: number, tokens: PieceToken[], rest: Partial<Piece> = {}): Piece {
  const text = tokens.map((each) => (each.special ? '' : each.text)).join('');
  return { index, text, tokens, finishReason: null, ...rest };
}

const anyToken = fc.record({
  id: fc.oneof(fc.nat(), fc.constant(null)),
  text: fc.string({ unit: 'binary', maxLength: 6 }),
  logprob: fc.oneof(fc.double(), fc.constant(null)),
  special: fc.boolean(),
});

test('any events in any interleaving are read back exactly', () => {
  const event = fc.tuple(fc.nat({ max: 3 }), fc.array(anyToken, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 50 }), (events) => {
      const recording = new Recording({ prompt: 'p' });
      events.forEach(([index, tokens], at) => recording.append(view([piece(index, tokens)]), at));
      for (const [index, choice] of recording.choices) {
        const own = events.filter(([each]) => each === index).flatMap(([, tokens]) => tokens);
        expect([...choice.ids.view()]).toEqual(own.map((each) => each.id ?? Number.NaN));
        expect([...choice.logprobs.view()]).toEqual(own.map((each) => each.logprob ?? Number.NaN));
        const texts = own.map((each) => (each.special ? '' : each.text));
        expect(choice.text.toString()).toBe(texts.join(''));
        const ends = [0, ...choice.ends.view()];
        texts.forEach((text, position) => {
          expect(choice.text.toString().slice(ends[position], ends[position + 1])).toBe(text);
        });
      }
      expect(recording.tokenCount).toBe(events.flatMap(([, tokens]) => tokens).length);
    }),
  );
});

test('text without tokens counts as one token without details', () => {
  const recording = new Recording({ prompt: 'p' });
  recording.append(view([{ index: 0, text: 'hello', tokens: [], finishReason: null }]), 5);
  const choice = recording.choices.get(0);
  expect([recording.tokenCount, choice?.text.toString(), choice?.ids.at(0)]).toEqual([
    1,
    'hello',
    Number.NaN,
  ]);
});

test('the tokens of a JSON answer in one piece are counted as the service counts them', () => {
  const recording = new Recording({ prompt: 'p' });
  const usage = { prompt_tokens: 4, completion_tokens: 40, total_tokens: 44 };
  const chunk = view([{ index: 0, text: 'hello', tokens: [], finishReason: null }], { usage });
  recording.receive({ data: '{}', chunk }, 5);
  expect(recording.tokenCount).toBe(40);
});

test('tokens that stream several in a piece are counted as the service counts them', () => {
  const recording = new Recording({ prompt: 'p' });
  for (const text of ['The old', ' boat went', ' to sea.'])
    recording.append(view([{ index: 0, text, tokens: [], finishReason: null }]), 5);
  expect(recording.tokenCount).toBe(3);
  const usage = { prompt_tokens: 1, completion_tokens: 7, total_tokens: 8 };
  recording.append(view([], { usage }), 6);
  expect(recording.tokenCount).toBe(7);
});

function echoed(texts: string[], prompt: string[] = []): number | undefined {
  const recording = new Recording({ prompt: 'Once upon', echo: true });
  texts.forEach((text, at) => {
    const came = at === 0 ? prompt.map((part) => ({ text: part, tokens: [] })) : null;
    recording.append(view([piece(0, [token(text)])], { prompt: came }), at);
  });
  return recording.choices.get(0)?.promptLength;
}

test('an echoed prompt that arrives with its answer in one piece is not part of the answer', () => {
  const recording = new Recording({ prompt: 'Once upon', echo: true });
  recording.append(view([{ index: 0, text: 'Once upon a time', tokens: [], finishReason: null }]), 1);
  const choice = recording.choices.get(0);
  expect(choice?.promptTokenCount).toBe(1);
  expect(choice?.answerTokenCount).toBe(1);
});

test('the length of the echoed prompt is found from the text, however it is split', () => {
  expect(echoed(['Once upon a time'])).toBe(9);
  expect(echoed(['Once ', 'upon a', ' time'])).toBe(9);
  expect(echoed(['Once '])).toBe(5);
  expect(echoed(['Once ', 'again it was'])).toBe(0);
  expect(echoed([' a time, Once upon'])).toBe(0);
  expect(echoed([' a time'], ['<s>', 'Once upon'])).toBe(12);
});

test('tokens of an echoed prompt count in no figure of the answer, streamed or in one piece', () => {
  const tokens = ['On', 'ce', ' it', ' was'].map((text) => token(text, -2));
  const streamed = new Recording({ prompt: 'Once', echo: true });
  const counts = tokens.map((each, index) => {
    streamed.append(view([piece(0, [each])]), 10 * (index + 1));
    return [streamed.tokenCount, streamed.firstTokenMs, streamed.choices.get(0)?.surprise.sum];
  });
  expect(counts).toEqual([
    [0, null, 0],
    [0, null, 0],
    [1, 30, 2],
    [2, 30, 4],
  ]);
  const whole = new Recording({ prompt: 'Once', echo: true });
  whole.append(view([piece(0, tokens)]), 40);
  const apart = new Recording({ prompt: 'Once', echo: true });
  apart.append(
    view([piece(0, tokens.slice(2))], { prompt: [{ text: 'Once', tokens: tokens.slice(0, 2) }] }),
    40,
  );
  for (const recording of [whole, apart]) {
    expect([recording.tokenCount, recording.lastTokenMs]).toEqual([2, 40]);
    expect(recording.choices.get(0)?.surprise).toMatchObject({ sum: 4, count: 2 });
  }
});

test('text that looked like the echoed prompt counts once it differs', () => {
  const recording = new Recording({ prompt: 'Once upon', echo: true });
  recording.append(view([piece(0, [token('Once', -2)])]), 10);
  expect([recording.tokenCount, recording.firstTokenMs]).toEqual([0, null]);
  recording.append(view([piece(0, [token(' again', -3)])]), 20);
  expect([recording.tokenCount, recording.firstTokenMs]).toEqual([2, 10]);
  expect(recording.choices.get(0)?.surprise).toMatchObject({ sum: 5, count: 2 });
});

function usageOf(count: number) {
  return { prompt_tokens: 6, completion_tokens: count, total_tokens: 6 + count };
}

test('usages that each count one choice are added up, as the llama.cpp server reports them; running totals are not', () => {
  const usageAfter = (counts: readonly number[]) => {
    const recording = new Recording({ prompt: 'p' });
    const tokens = [token('a'), token('b'), token('c')];
    counts.forEach((_, index) => recording.append(view([piece(index, tokens)]), 0));
    counts.forEach((count, index) =>
      recording.append(view([piece(index, [])], { usage: usageOf(count) }), 1),
    );
    recording.end({});
    return recording.usage;
  };
  // The third holds a character of two tokens, in one piece.
  expect(usageAfter([3, 3, 4])).toEqual(usageOf(10));
  expect(usageAfter([3, 6, 9])).toEqual(usageOf(9));
  // Without tokens that end an answer.
  expect(usageAfter([2, 4, 6])).toEqual(usageOf(6));
});

test('the last usage that was not null counts, and the finish reason stays', () => {
  const recording = new Recording({ prompt: 'p' });
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  recording.append(view([piece(0, [token('a')], { finishReason: 'length' })], { usage }), 1);
  recording.append(view([piece(0, [])]), 2);
  expect(recording.usage).toEqual(usage);
  expect(recording.choices.get(0)?.finishReason).toBe('length');
});

test('the first and newest token times ignore events without tokens', () => {
  const recording = new Recording({ prompt: 'p' });
  recording.append(view([piece(0, [])]), 10);
  recording.append(view([piece(0, [token('a')])]), 20);
  recording.append(view([piece(0, [token('b')])]), 30);
  recording.append(view([piece(0, [])]), 40);
  expect([recording.firstTokenMs, recording.lastTokenMs, recording.lastEventMs]).toEqual([20, 30, 40]);
});

test('the surprise sums leave out logprobs that are missing, infinite or above zero', () => {
  const recording = new Recording({ prompt: 'p' });
  const logprobs = [-1, null, Number.NEGATIVE_INFINITY, 0.5, -3];
  recording.append(
    view([
      piece(
        0,
        logprobs.map((logprob) => token('x', logprob)),
      ),
    ]),
    1,
  );
  const choice = recording.choices.get(0);
  expect(choice?.surprise).toMatchObject({ sum: 4, count: 2 });
});

test('pieces without tokens of their own are the least count, until the service counts', () => {
  const recording = new Recording({ prompt: 'p' });
  expect(recording.isUncounted).toBe(false);
  recording.append(view([piece(0, [], { text: ' a b c' })]), 0);
  recording.append(view([piece(0, [], { text: ' d' })]), 1);
  expect([recording.tokenCount, recording.isUncounted]).toEqual([2, true]);
  const usage = { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 };
  recording.append(view([], { usage }), 2);
  expect([recording.tokenCount, recording.isUncounted]).toEqual([4, false]);
});

test.each([
  [7, null],
  [null, -1],
])('a token of id %j and logprob %j is counted', (id, logprob) => {
  const recording = new Recording({ prompt: 'p' });
  recording.append(view([piece(0, [token(' a', logprob, id)])]), 0);
  expect(recording.isUncounted).toBe(false);
});
