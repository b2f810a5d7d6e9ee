import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trainMerges, Tokenizer } from '#service/engine/model/tokenizer.ts';
import { ChoiceOutput, firstStop, type OutputToken, TokenText, textsOf } from './choice-output.ts';

const tokenizer = new Tokenizer(trainMerges(['abab abc cab 🦊é', 'ababab', 'bca'], 272));

/** Feeds ids until the choice ends; `batches` are the tokens that each id released. */
function play(ids: readonly number[], stops: readonly string[]): { batches: OutputToken[][]; text: string } {
  const output = new ChoiceOutput(tokenizer, stops);
  const batches: OutputToken[][] = [];
  for (const [index, id] of ids.entries()) {
    batches.push(output.push(id, -index, index === ids.length - 1));
    if (batches.flat().at(-1)?.finishReason) break;
  }
  return {
    batches,
    text: batches
      .flat()
      .map(({ text }) => text)
      .join(''),
  };
}

it('never sends text that turns out to belong to a stop sequence', () => {
  const ids = 'xabxabc'.split('').flatMap((letter) => tokenizer.encode(letter));
  const { batches, text } = play([...ids, ...ids], ['abc']);
  const sent = batches.map((batch) => batch.map((token) => token.text).join(''));
  expect(sent).toEqual(['x', '', '', 'abx', '', '', '']);
  expect(text).toBe('xabx');
  expect(batches.at(-1)?.at(-1)?.finishReason).toBe('stop');
});

it('assigns a character split over tokens to the token that completes it', () => {
  const bytes = [...new TextEncoder().encode('🦊')];
  const { batches } = play([...bytes, ...tokenizer.encode('c')], []);
  expect(batches.flat().map(({ text }) => text)).toEqual(['', '', '', '🦊', 'c']);
});

it('flushes an incomplete character into the token before the end', () => {
  const bytes = [...new TextEncoder().encode('🦊')].slice(0, 3);
  const { batches } = play([...bytes, tokenizer.end], []);
  expect(batches.flat().map(({ text }) => text)).toEqual(['', '', '\uFFFD', '']);
  expect(batches.flat().at(-1)).toMatchObject({ special: true, finishReason: 'eos' });
});

it('matches a stop sequence with half a character against replacement characters', () => {
  const { batches, text } = play([...tokenizer.encode('c'), 0xff, ...tokenizer.encode('c')], ['\uD83E']);
  expect([text, batches.length]).toEqual(['c', 2]);
});

it('releases text at once that no stop sequence can include, or all of it if every one is empty', () => {
  const whole = play(tokenizer.encode('cc'), ['']);
  expect(whole.text).toBe('cc');
  expect(whole.batches.at(-1)?.at(-1)?.finishReason).toBe('length');
  const [a = 0, c = 0] = ['a', 'c'].flatMap((letter) => tokenizer.encode(letter));
  const sizes = (ids: readonly number[], stop: string) =>
    play([...ids, tokenizer.end], [stop]).batches.map(({ length }) => length);
  // Of "aaa" only the last two may begin "aac": each further one releases the first.
  expect(sizes([a, a, a, a, a], 'aac')).toEqual([0, 0, 1, 1, 1, 3]);
  // Another letter rules the match out and releases the text.
  expect(sizes([a, a, 0x7a], 'aac')).toEqual([0, 0, 3, 1]);
  expect(sizes([a, c, a, a, c], 'aac')).toEqual([0, 2, 0, 0, 3]);
});

it('holds back only the token that ends inside a character, and only until it is complete', () => {
  // "x" with the first byte of é: a token that completes one character and begins another.
  const split = new Tokenizer({ merges: [[0x78, 0xc3]] });
  const output = new ChoiceOutput(split, ['ab']);
  expect(output.push(0x61, 0, false)).toEqual([]);
  expect(output.push(256, 0, false).map(({ id }) => id)).toEqual([0x61]);
  expect(output.push(0xa9, 0, false).map(({ text }) => text)).toEqual(['x', 'é']);
  // Text before that is released: of "aaa" with half an é only the last two may begin "aac".
  const other = new ChoiceOutput(new Tokenizer({ merges: [[0x61, 0xc3]] }), ['aac']);
  expect([0x61, 0x61, 256].map((id) => other.push(id, 0, false).length)).toEqual([0, 0, 1]);
});

it('keeps a byte order mark, and knows when a character is incomplete', () => {
  const text = new TokenText(tokenizer);
  const pushed = [0xef, 0xbb, 0xbf, 0x61, 0xc3].map((byte) => [text.push(byte), text.isInsideCharacter]);
  expect(pushed).toEqual([
    ['', true],
    ['', true],
    ['\uFEFF', false],
    ['a', false],
    ['', true],
  ]);
  expect([text.flush(), text.isInsideCharacter]).toEqual(['\uFFFD', false]);
  // 0xE0 begins three bytes, 0x80 cannot follow it: both are wrong at once, nothing is awaited.
  expect([text.push(0xe0), text.push(0x80), text.isInsideCharacter]).toEqual(['', '\uFFFD\uFFFD', false]);
});

it('takes the stop that completes first, and the longest of several that complete together', () => {
  expect(firstStop('xxabc', ['bc', 'abc'])).toBe(2);
  expect(firstStop('abcd', ['abcd', 'b'])).toBe(1);
  expect(firstStop('abcd', ['b', 'abcd'])).toBe(1);
  expect(firstStop('xxabc', ['abc', 'bc'])).toBe(2);
  expect(firstStop('abcd', ['abc', 'cd'])).toBe(0);
  expect(firstStop('abcd', ['e'])).toBeNull();
});

it('decodes no tokens, and tokens that end inside a character', () => {
  expect(textsOf(tokenizer, [])).toEqual([]);
  expect(textsOf(tokenizer, [0x61, 0xc3])).toEqual(['a', '\uFFFD']);
});

const anyIds = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...tokenizer.encode('abcab'),
      ...'abc '.split('').flatMap((letter) => tokenizer.encode(letter)),
    ),
    fc.integer({ min: 0, max: tokenizer.end }),
    fc.constantFrom(...new TextEncoder().encode('🦊é')),
  ),
  { minLength: 1, maxLength: 30 },
);
const anyStops = fc.array(
  fc.oneof(
    fc.constantFrom('ab', 'abc', 'ca', 'bab', '🦊', 'é', '\uFFFD', 'c a'),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 4 },
);

it('gives the unstopped text cut at the first stop, wherever the tokens end', () => {
  fc.assert(
    fc.property(anyIds, anyStops, (ids, stops) => {
      const end = ids.indexOf(tokenizer.end);
      const whole = tokenizer.decode(end < 0 ? ids : ids.slice(0, end));
      const cut = firstStop(
        whole,
        stops.filter((stop) => stop !== ''),
      );
      expect(play(ids, stops).text).toBe(cut === null ? whole : whole.slice(0, cut));
    }),
    { numRuns: 1000 },
  );
});

it('gives one token for every id, in order, the last one with the reason', () => {
  fc.assert(
    fc.property(anyIds, anyStops, (ids, stops) => {
      const { batches } = play(ids, stops);
      const tokens = batches.flat();
      expect(tokens.map(({ id }) => id)).toEqual(ids.slice(0, batches.length));
      expect(tokens.map(({ logprob }) => logprob)).toEqual(tokens.map((_, index) => -index));
      expect(tokens.map(({ finishReason }) => finishReason !== null)).toEqual(
        tokens.map((_, index) => index === tokens.length - 1),
      );
      const last = tokens.at(-1);
      expect(last?.special === true && (last.id !== tokenizer.end || last.text !== '')).toBe(false);
      expect(last?.finishReason === 'length' && tokens.length < ids.length).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('splits any ids into texts that join to the whole text', () => {
  fc.assert(
    fc.property(anyIds, (ids) => {
      const texts = textsOf(tokenizer, ids);
      expect(texts).toHaveLength(ids.length);
      expect(texts.join('')).toBe(tokenizer.decode(ids));
    }),
  );
});
