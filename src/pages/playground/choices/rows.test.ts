import { expect, test } from 'vitest';
import { leadOf, textOf, Trie } from './trie.ts';
import { Choice } from '#run/choice.ts';
import {
  countFinishes,
  readChoiceFigures,
  rowsOf,
  type Arrangement,
  type BraidLine,
  choiceLines,
  rowAfter,
  excerptOf,
} from './rows.ts';

const plain: Arrangement = { order: 'order', finish: null, wanted: '', isReceiving: false };

/** Of words; a word's logprob is minus its length. */
function choiceOf(index: number, text: string, finishReason: string | null, echo = ''): Choice {
  const choice = new Choice(index, echo);
  const words = text.split(/(?<= )/u).filter(Boolean);
  words.forEach((word, place) => {
    const tokens = [{ id: word.length, text: word, logprob: -word.length, special: false }];
    choice.push(
      { index, text: word, tokens, finishReason: place === words.length - 1 ? finishReason : null },
      0,
    );
  });
  return choice;
}

const threeChoices = [
  choiceOf(0, 'a fox ran far', 'length'),
  choiceOf(1, 'a fox sat', 'stop'),
  choiceOf(2, 'a fox ran far', 'length'),
  choiceOf(3, '', null),
  choiceOf(4, 'no', 'stop'),
];

function rows(change: Partial<Arrangement> = {}): BraidLine[] {
  const trie = new Trie();
  trie.grow(threeChoices, true);
  return rowsOf(trie.root, { ...plain, ...change });
}

function indices(all: readonly BraidLine[]): number[] {
  return all.flatMap(({ resting }) => resting.map(({ index }) => index));
}

function describe({ node, depth, count, resting }: BraidLine): [number, string, number, number[]] {
  return [depth, textOf(node), count, resting.map(({ index }) => index)];
}

test('text shared by choices is one row, and equal choices end in the same row', () => {
  expect(rows().map(describe)).toEqual([
    [0, 'a fox ', 3, []],
    [1, 'ran far', 2, [0, 2]],
    [1, 'sat', 1, [1]],
    [0, '', 1, [3]],
    [0, 'no', 1, [4]],
  ]);
  expect(rows().map(({ place, siblings, parent }) => [place, siblings, parent])).toEqual([
    [1, 3, null],
    [1, 2, 0],
    [2, 2, 0],
    [2, 3, null],
    [3, 3, null],
  ]);
});

test('a single word shared by branches has no own row, and starts each of theirs', () => {
  const trie = new Trie();
  const texts = ['so the cat sat', 'so the cat ran', 'so a dog sat', 'so a dog ran', 'so the end'];
  trie.grow(
    texts.map((text, index) => choiceOf(index, text, 'stop')),
    true,
  );
  const all = rowsOf(trie.root, plain);
  expect(all.map(describe)).toEqual([
    [0, 'sat', 1, [0]],
    [0, 'ran', 1, [1]],
    [0, 'end', 1, [4]],
    [0, 'a dog ', 2, []],
    [1, 'sat', 1, [2]],
    [1, 'ran', 1, [3]],
  ]);
  expect(all.map(({ node }) => leadOf(node))).toEqual([
    'so the cat ',
    'so the cat ',
    'so the ',
    'so ',
    'so a dog ',
    'so a dog ',
  ]);
});

test('the lead of a row is the end of its line, not cut within a character', () => {
  const trie = new Trie();
  const told = `${'🙂'.repeat(30)} said `;
  const texts = [`${told}yes`, `${told}no`, 'one line\nand then he', 'one line\nand then she'];
  trie.grow(
    texts.map((text, index) => choiceOf(index, text, 'stop')),
    true,
  );
  const leads = rowsOf(trie.root, plain).map(({ node }) => leadOf(node));
  expect(leads[0]).toBe('');
  expect(leads[1]).toMatch(/^…(?:🙂){17} said $/u);
  expect(leads.slice(3)).toEqual(['', 'and then ', 'and then ']);
});

test('choices that differ only behind their text show that text', () => {
  const trie = new Trie();
  const choices = ['a fox sat', 'a fox sat', 'a fox ran'].map((text, index) => choiceOf(index, text, null));
  for (const [index, id] of [0, 99].entries()) {
    const tokens = [{ id, text: '', logprob: -1, special: false }];
    choices[index]?.push({ index, text: '', tokens, finishReason: 'stop' }, 0);
  }
  trie.grow(choices, true);
  const all = rowsOf(trie.root, plain);
  expect(all.map(({ node }) => [leadOf(node), textOf(node)])).toEqual([
    ['', 'a fox '],
    ['a fox sat', ''],
    ['a fox sat', ''],
    ['a fox ', 'ran'],
  ]);
});

test('a finish reason filter keeps and counts only the choices that ended so', () => {
  expect(rows({ finish: 'stop' }).map(describe)).toEqual([
    [0, 'a fox ', 1, []],
    [1, 'sat', 1, [1]],
    [0, 'no', 1, [4]],
  ]);
  expect(rows({ finish: 'not finished' }).map(describe)).toEqual([[0, '', 1, [3]]]);
  expect(rows({ finish: 'eos' })).toEqual([]);
});

test('a search finds choices by their whole text, across node boundaries', () => {
  expect(rows({ wanted: 'FOX SA' }).map(describe)).toEqual([
    [0, 'a fox ', 1, []],
    [1, 'sat', 1, [1]],
  ]);
});

test('branches are ordered by the best of their choices', () => {
  expect(indices(rows({ order: 'length' }))).toEqual([0, 2, 1, 4, 3]);
  expect(indices(rows({ order: 'logprob' }))).toEqual([4, 1, 0, 2, 3]);
});

test('branches are ordered by how many choices took them, also where a word without a row led there', () => {
  const trie = new Trie();
  const texts = [
    'no',
    'so a dog sat',
    'so the cat',
    'so the cat',
    'so the cat',
    'no',
    'ok',
    'ok',
    'ok',
    'ok',
  ];
  trie.grow(
    texts.map((text, index) => choiceOf(index, text, 'stop')),
    true,
  );
  const all = rowsOf(trie.root, { ...plain, order: 'count' });
  expect(all.map(({ count }) => count)).toEqual([4, 3, 2, 1]);
  expect(indices(all)).toEqual([6, 7, 8, 9, 2, 3, 4, 0, 5, 1]);
});

function read(echo: string) {
  return readChoiceFigures(choiceOf(0, 'a fox sat', 'stop', echo), false);
}

test('branches are ordered by the figure of each, also where a word without a row led to several', () => {
  const trie = new Trie();
  const texts = ['a i', 'a bb cc dd ee', 'no b c'];
  trie.grow(
    texts.map((text, index) => choiceOf(index, text, 'stop')),
    true,
  );
  expect(indices(rowsOf(trie.root, plain))).toEqual([0, 1, 2]);
  expect(indices(rowsOf(trie.root, { ...plain, order: 'length' }))).toEqual([1, 2, 0]);
  expect(indices(rowsOf(trie.root, { ...plain, order: 'logprob' }))).toEqual([0, 2, 1]);
});

test('the figures of a choice exclude the echoed prompt', () => {
  expect(read('')).toEqual({
    finish: 'stop',
    tokenCount: 3,
    meanLogprob: -3,
    perplexity: Math.exp(3),
  });
  expect(read('a ')).toMatchObject({ tokenCount: 2, meanLogprob: -3.5 });
  expect(read('a fox sat')).toMatchObject({ tokenCount: 0, meanLogprob: null, perplexity: null });
  expect(read('a cat ')).toEqual(read(''));
});

test('finish reasons are counted, including choices without one', () => {
  expect(countFinishes(threeChoices, true)).toEqual([
    ['length', 2],
    ['stop', 2],
    ['receiving', 1],
  ]);
});

test('each choice is one line of JSON, by index, whatever its text holds', () => {
  const choices = [1, 0].map((index) => new Choice(index));
  const token = { id: 7, text: 'a\n"', logprob: -2, special: false };
  choices[0]?.push({ index: 1, text: 'a\n"', tokens: [token], finishReason: 'stop' }, 0);
  const lines = choiceLines(choices).split('\n');
  expect(lines.pop()).toBe('');
  expect(JSON.parse(`[${lines.join(',')}]`)).toEqual([
    {
      index: 0,
      text: '',
      finish_reason: null,
      tokens: 0,
      mean_logprob: null,
      perplexity: null,
      token_ids: [],
    },
    {
      index: 1,
      text: 'a\n"',
      finish_reason: 'stop',
      tokens: 1,
      mean_logprob: -2,
      perplexity: Math.exp(2),
      token_ids: [7],
    },
  ]);
});

test('a line of JSON counts no tokens of an answer in pieces, which may hold several', () => {
  const choice = new Choice(0);
  choice.push({ index: 0, text: 'The quick brown fox', tokens: [], finishReason: 'stop' }, 0);
  expect(JSON.parse(choiceLines([choice]))).toMatchObject({ tokens: null, token_ids: [null] });
});

/** Two branches, the first with two children. */
const keyRows: BraidLine[] = [null, 0, 0, null].map((parent) => ({
  node: new Trie().root,
  depth: parent === null ? 0 : 1,
  count: 1,
  resting: [],
  place: 1,
  siblings: 2,
  parent,
}));

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 3, 3],
  ['ArrowUp', null, 3],
  ['ArrowUp', 0, 0],
  ['PageDown', 1, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, null],
  ['ArrowLeft', 2, 0],
  ['ArrowLeft', 3, null],
  ['a', 0, null],
])('%s from row %s leads to %s', (key, position, next) => {
  expect(rowAfter(key, position, keyRows)).toBe(next);
});

test('no key selects anything without rows', () => {
  expect(rowAfter('End', null, [])).toBeNull();
});

test('a long text shows its beginning', () => {
  const { before, hit } = excerptOf(` ${'a'.repeat(500)}`, '');
  expect(before).toBe(`${'a'.repeat(400)} …`);
  expect(hit).toBe('');
});

test('a cut text ends in its ellipsis, on a line of text', () => {
  expect(excerptOf(`${'a'.repeat(398)}\n\n${'b'.repeat(9)}`, '').before).toBe(`${'a'.repeat(398)}\nb …`);
  expect(excerptOf(`${'a'.repeat(399)}\nb`, '').before).toBe(`${'a'.repeat(399)} …`);
});

test('a search shows the text around the match, in its original case', () => {
  const text = `${'a'.repeat(100)} Fox ${'b'.repeat(10)}`;
  expect(excerptOf(text, 'fox')).toEqual({
    before: `… ${'a'.repeat(59)} `,
    hit: 'Fox',
    after: ` ${'b'.repeat(10)}`,
    isEmpty: false,
  });
});

test('whitespace alone is shown as symbols, and empty text as empty', () => {
  expect(excerptOf('\n ', '')).toMatchObject({ before: '⏎·', isEmpty: false });
  expect(excerptOf('', '')).toMatchObject({ before: '', isEmpty: true });
});
