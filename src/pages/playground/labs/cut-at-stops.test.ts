import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { cutBlocks, cutsOf, countStops } from './cut-at-stops.ts';

function choiceOf(...texts: readonly string[]): Choice {
  return fill(new Choice(0), texts);
}

function fill(choice: Choice, texts: readonly string[]): Choice {
  texts.forEach((text, id) => {
    const token = { id, text, logprob: -1, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, id);
  });
  return choice;
}

test('the text before the stop is kept, and the tokens after the one that completes it are saved', () => {
  const choice = choiceOf('One', '.', ' Two', '.', ' Three');
  expect(cutsOf(choice, ['. T'])).toEqual([{ stop: '. T', start: 3, end: 6, tokensUsed: 3, tokensSaved: 2 }]);
});

test('the stop that completes first wins, even if another begins earlier', () => {
  const choice = choiceOf('ab', 'cd', 'ef');
  expect(cutsOf(choice, ['abcde', 'c']).map(({ stop }) => stop)).toEqual(['c', 'abcde']);
});

test('the longest of several stops that end at one position cuts', () => {
  expect(cutsOf(choiceOf('abcd'), ['cd', 'bcd', 'd'])[0]?.stop).toBe('bcd');
});

test('an echoed prompt is not searched, and an absent stop does not cut', () => {
  expect(cutsOf(fill(new Choice(0, 'a.'), ['a.', 'b']), ['.', 'x', ''])).toEqual([]);
});

test('tokens of an echoed prompt are neither used nor saved', () => {
  const choice = fill(new Choice(0, 'a.b'), ['a.', 'b', 'c', '.', 'd']);
  expect(cutsOf(choice, ['.'])).toEqual([{ stop: '.', start: 4, end: 5, tokensUsed: 2, tokensSaved: 1 }]);
});

test('each stop counts its matches, and its savings where it comes first', () => {
  const cuts = [choiceOf('a', 'b', 'c'), choiceOf('b', 'x', 'y')].map((choice) => cutsOf(choice, ['a', 'b']));
  expect(countStops(['a', 'b'], cuts)).toEqual([
    { stop: 'a', found: 1, cuts: 1, tokensSaved: 2 },
    { stop: 'b', found: 2, cuts: 1, tokensSaved: 2 },
  ]);
});

test('the kept text never contains a stop, whatever the text and the stops', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1 }), fc.uniqueArray(letters), (texts, stops) => {
      const choice = choiceOf(...texts);
      const [first] = cutsOf(choice, stops);
      const kept = texts.join('').slice(0, first?.start);
      for (const stop of stops) expect(kept).not.toContain(stop);
    }),
  );
});

test('the blocks of a cut answer join to the cut text, wherever it is cut, and no block is long', () => {
  const piece = fc.string({
    unit: fc.constantFrom('a', 'b', '\n', '\uD83E\uDD8A', 'x'.repeat(700)),
    minLength: 1,
    maxLength: 8,
  });
  const texts = fc.array(piece, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      texts,
      fc.boolean(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pieces, isEchoed, share) => {
        const echoed = isEchoed ? (pieces[0] ?? '') : undefined;
        const choice = fill(new Choice(0, echoed), pieces);
        const whole = pieces.join('');
        const at = Math.floor(share * whole.length);
        const [cut = null] = cutsOf(choice, [whole.slice(at, at + 3)]);
        const blocks = cutBlocks(choice, cut);
        const joined = (part: 'kept' | 'dropped') => blocks.map((block) => block[part]).join('');
        expect(joined('kept')).toBe(whole.slice(choice.promptLength, cut?.start));
        expect(joined('dropped')).toBe(cut === null ? '' : whole.slice(cut.end));
        expect(blocks.filter(({ hasStop }) => hasStop)).toHaveLength(cut === null ? 0 : 1);
        expect(new Set(blocks.map(({ start }) => start)).size).toBe(blocks.length);
        for (const { kept, dropped } of blocks) expect(kept.length + dropped.length).toBeLessThan(25_000);
        const stopAt = blocks.findIndex(({ hasStop }) => hasStop);
        expect(stopAt === -1 || blocks.slice(0, stopAt).every(({ dropped }) => dropped === '')).toBe(true);
        expect(stopAt === -1 || blocks.slice(stopAt + 1).every(({ kept }) => kept === '')).toBe(true);
      },
    ),
  );
});
