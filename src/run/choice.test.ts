import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice, TextLog } from './choice.ts';
import { wellFormed } from '#lib/unicode.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\n', '', ' word', '\uD83D', '\uDE00'),
  fc.integer({ min: 0, max: 4000 }).map((length) => 'x'.repeat(length)),
);

test('any sequence of pieces reads back as their concatenation', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const log = new TextLog();
      for (const text of pieces) log.append(text);
      expect(log.toString()).toBe(pieces.join(''));
      expect(log.blocks.map(({ text }) => text).join('')).toBe(pieces.join(''));
      for (const { start, text } of log.blocks) expect(log.toString().startsWith(text, start)).toBe(true);
      expect(log.length).toBe(pieces.join('').length);
    }),
  );
});

test('a closed block ends with a line, so that its rendering never changes', () => {
  const log = new TextLog();
  for (let line = 0; line < 300; line += 1) log.append(`line ${line} of a longer text\n`);
  expect(log.closed.length).toBeGreaterThan(2);
  for (const { text } of log.closed) expect(text.endsWith('\n')).toBe(true);
});

test('an endless line is cut, but never inside a surrogate pair', () => {
  const log = new TextLog();
  for (let count = 0; count < 20_000; count += 1) {
    log.append('\uD83D');
    log.append('\uDE00');
  }
  expect(log.closed.length).toBeGreaterThan(1);
  for (const { text } of log.closed) expect(wellFormed(text)).toBe(text);
});

test('a slice equals that of the whole text, wherever it begins and ends', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(), fc.nat(), (pieces, one, other) => {
      const log = new TextLog();
      for (const text of pieces) log.append(text);
      const whole = pieces.join('');
      const [from, to] = [one % (whole.length + 3), other % (whole.length + 3)];
      expect(log.slice(from, to)).toBe(whole.slice(from, to));
    }),
  );
});

test.each([
  [['Once', ' upon'], [' a', ''], 2],
  [['Once', ' upon'], [''], 1],
  [['', 'Once', ' upon'], [], 0],
  // A piece may hold the end of the prompt and more.
  [['Once'], [' upon a'], 1],
])('after the echo %j the tokens %j are the answer', (echoed, answer, count) => {
  const choice = new Choice(0, 'Once upon');
  for (const text of [...echoed, ...answer]) {
    const token = { id: 1, text, logprob: -1, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
  expect(choice.answerTokenCount).toBe(count);
});

/** As vLLM streams with a stop sequence of `held` + 1 characters: tokens at once, text so much later. */
function lateChoice(tokens: readonly string[], held: number, length = Infinity): Choice {
  const choice = new Choice(0);
  let sent = 0;
  let whole = '';
  for (const [at, text] of tokens.entries()) {
    whole += text;
    const isLast = at === tokens.length - 1;
    const to = Math.max(sent, isLast ? Math.min(whole.length, length) : whole.length - held);
    const token = { id: null, text, logprob: -at, special: false };
    const finishReason = isLast ? 'stop' : null;
    choice.push({ index: 0, text: whole.slice(sent, to), tokens: [token], finishReason }, at);
    sent = to;
  }
  return choice;
}

function textsOf({ text, ends, tokenCount }: Choice): string[] {
  return Array.from({ length: tokenCount }, (_, at) =>
    text.slice(at === 0 ? 0 : ends.at(at - 1), ends.at(at)),
  );
}

test('tokens get their own text, however late an engine sends it', () => {
  const tokens = fc.array(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(tokens, fc.nat(20), (texts, held) => {
      const choice = lateChoice(texts, held);
      expect(textsOf(choice)).toEqual(texts);
      expect([...choice.logprobs.view()]).toEqual(texts.map((_, at) => -at));
      expect([...choice.arrivals.view()]).toEqual(texts.map((_, at) => at));
    }),
  );
});

test('the tokens of a stop sequence have no text', () => {
  const tokens = [' positive', '\n', '\n', 'Review', ':'];
  expect(textsOf(lateChoice(tokens, 7, 10))).toEqual([' positive', '\n', '', '', '']);
});

test('a stream that is cut keeps every character and token', () => {
  const choice = new Choice(0);
  for (const [text, own] of [
    [' pos', ' positive'],
    ['itive o', ' or'],
  ] as const) {
    const token = { id: null, text: own, logprob: -1, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
  choice.end();
  expect(textsOf(choice)).toEqual([' positive', ' o']);
});

test('a text that its tokens do not spell comes at once, as it was cut', () => {
  const choice = new Choice(0);
  for (const [text, own] of [
    ['', '\uFFFD'],
    ['é', '\uFFFD'],
    [' lait', ' lait'],
  ] as const) {
    const token = { id: null, text: own, logprob: -1, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
  expect(textsOf(choice)).toEqual(['', 'é', ' lait']);
});

test('a start token that an echoed text lacks takes none of its characters', () => {
  const choice = new Choice(0, 'A fox');
  const tokens = [
    ['<s>', null],
    ['A', -2],
    [' fox', -3],
    [' ran', -1],
  ] as const;
  const listed = tokens.map(([text, logprob], id) => ({ id, logprob, text, special: false }));
  choice.push({ index: 0, text: 'A fox ran', tokens: listed, finishReason: null }, 0);
  expect([...choice.ends.view()]).toEqual([0, 1, 5, 9]);
  expect([choice.answer, choice.answerTokenCount, choice.surprise.sum]).toEqual([' ran', 1, 1]);
  expect([...choice.specials]).toEqual([[0, '<s>']]);
});

test.each([
  ['\uFFFD', '\uFFFD', '\uFFFD', '\uFFFD'],
  [' \uFFFD', '\uFFFD'],
  ['bytes:\\xf0\\x9f\\xa6', 'bytes:\\x8a'],
])('the tokens around a character in the parts %j keep their own text', (...parts) => {
  const choice = new Choice(0, 'A 🦊');
  const texts = [
    'A',
    ...(parts[0] === ' \uFFFD' ? [] : [' ']),
    ...parts,
    ' ran',
    ' 🦊',
    '.',
    ...parts,
    ' on',
  ];
  const tokens = texts.map((text, id) => ({ id, logprob: -id, text, special: false }));
  choice.push({ index: 0, text: 'A 🦊 ran 🦊. 🦊 on', tokens, finishReason: null }, 0);
  const own = textsOf(choice);
  expect(own.join('')).toBe('A 🦊 ran 🦊. 🦊 on');
  expect(own.filter((text) => /\w/.test(text))).toEqual(['A', ' ran', ' on']);
  expect([choice.answer, choice.answerTokenCount]).toEqual([' ran 🦊. 🦊 on', 4 + parts.length]);
});
