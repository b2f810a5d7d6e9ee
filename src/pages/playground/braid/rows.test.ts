import { expect, test } from 'vitest';
import { Lane } from '#pages/playground/lane.ts';
import { countFinishes, readLane } from './lane-figures.ts';
import { rowsOf, type Arrangement, type BraidRow } from './rows.ts';
import { textOf, Trie } from './trie.ts';

const plain: Arrangement = { order: 'order', finish: null, wanted: '', isReceiving: false };

/** A lane of words; a word's logprob is minus its length. */
function laneOf(index: number, text: string, finishReason: string | null, echo = ''): Lane {
  const lane = new Lane(index, echo);
  const words = text.split(/(?<= )/u).filter(Boolean);
  words.forEach((word, place) => {
    const tokens = [{ id: word.length, text: word, logprob: -word.length, special: false }];
    lane.push(
      { index, text: word, tokens, finishReason: place === words.length - 1 ? finishReason : null },
      0,
    );
  });
  return lane;
}

const lanes = [
  laneOf(0, 'a fox ran far', 'length'),
  laneOf(1, 'a fox sat', 'stop'),
  laneOf(2, 'a fox ran far', 'length'),
  laneOf(3, '', null),
  laneOf(4, 'no', 'stop'),
];

function rows(change: Partial<Arrangement> = {}): BraidRow[] {
  const trie = new Trie();
  trie.grow(lanes, true);
  return rowsOf(trie.root, { ...plain, ...change });
}

function indices(all: readonly BraidRow[]): number[] {
  return all.flatMap(({ resting }) => resting.map(({ index }) => index));
}

function describe({ strand, depth, count, resting }: BraidRow): [number, string, number, number[]] {
  return [depth, textOf(strand), count, resting.map(({ index }) => index)];
}

test('what lanes share is one row, and equal lanes end in one', () => {
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

test('a finish reason leaves the lanes that ended so, and counts them alone', () => {
  expect(rows({ finish: 'stop' }).map(describe)).toEqual([
    [0, 'a fox ', 1, []],
    [1, 'sat', 1, [1]],
    [0, 'no', 1, [4]],
  ]);
  expect(rows({ finish: 'not finished' }).map(describe)).toEqual([[0, '', 1, [3]]]);
  expect(rows({ finish: 'eos' })).toEqual([]);
});

test('a search finds lanes by their whole text, across the borders of strands', () => {
  expect(rows({ wanted: 'FOX SA' }).map(describe)).toEqual([
    [0, 'a fox ', 1, []],
    [1, 'sat', 1, [1]],
  ]);
});

test('branches stand by the best of their lanes', () => {
  expect(indices(rows({ order: 'length' }))).toEqual([0, 2, 1, 4, 3]);
  expect(indices(rows({ order: 'logprob' }))).toEqual([4, 1, 0, 2, 3]);
});

function read(echo: string) {
  return readLane(laneOf(0, 'a fox sat', 'stop', echo), false);
}

test('the figures of a lane leave the echoed prompt out', () => {
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

test('finish reasons are counted, and lanes without one too', () => {
  expect(countFinishes(lanes, true)).toEqual([
    ['length', 2],
    ['stop', 2],
    ['receiving', 1],
  ]);
});
