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
