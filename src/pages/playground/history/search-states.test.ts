import { expect, test } from 'vitest';
import type { Batch } from './node.ts';
import { matchIn, searchStates, type SearchResult, splitAtWords } from './search-states.ts';
import { isCut } from './summary.ts';
import { draftOf, idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { Tree } from './tree.ts';

function treeOf(batch: Batch): Tree {
  const tree = new Tree();
  tree.merge(batch);
  return tree;
}

/** @param whole outputs by state number; others are not stored */
async function search(tree: Tree, text: string, whole: Readonly<Record<number, string>> = {}) {
  const said: SearchResult[] = [];
  const read: number[] = [];
  await searchStates(tree, text, {
    outputsOf: async (id) => {
      const number = Number(id.slice(-12));
      read.push(number);
      return number in whole ? [whole[number] ?? ''] : null;
    },
    say: (result) => void said.push(result),
    signal: new AbortController().signal,
  });
  return { said, read, found: said.at(-1)?.states.map(({ id }) => Number(id.slice(-12))) };
}

test('a search finds names, prompts, models and outputs, in any session', async () => {
  const tree = treeOf({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, null, { draft: draftOf('The OWL woke') })],
    runs: [runOf(2, 'a raft of old doors', { model: 'acme/big' })],
    names: [
      { id: idOf(1), text: 'Beginning', at: 1 },
      { id: idOf(2), text: '', at: 1, note: 'too short', rating: 'down' },
    ],
  });
  expect((await search(tree, 'owl')).found).toEqual([3]);
  expect((await search(tree, 'RAFT acme')).found).toEqual([2]);
  expect((await search(tree, 'beginning')).found).toEqual([1]);
  expect((await search(tree, 'short bad')).found).toEqual([2]);
  expect((await search(tree, 'raft owl')).found).toEqual([]);
  expect((await search(tree, ' ')).found).toEqual([3, 2, 1]);
});

test('a long output is read to its end if its beginning lacks some of the words', async () => {
  const start = 'a'.repeat(16_000);
  expect(isCut(runOf(2, start))).toBe(true);
  expect(isCut(runOf(2, 'a'.repeat(15_999)))).toBe(false);
  expect(isCut(runOf(2, '', { outputs: Array.from({ length: 128 }, () => 'a'.repeat(125)) }))).toBe(true);
  const tree = treeOf({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, 1), stateOf(4, 1, { draft: draftOf('the end') })],
    runs: [runOf(2, start), runOf(3, start), runOf(4, start)],
  });
  const { said, read, found } = await search(tree, 'the end', { 2: `${start} the end` });
  expect(said[0]?.states.map(({ id }) => id)).toEqual([idOf(4)]);
  expect(found).toEqual([4, 2]);
  expect(read).toEqual([3, 2]);
  expect(said.at(-1)).toMatchObject({ readCount: 1, count: 2, unreadCount: 1 });
});

test('a long search yields to the page, and gives no result once it is superseded', async () => {
  const output = 'A word in capitals is written small to be compared. '.repeat(300);
  const count = 3_000;
  const tree = treeOf({
    nodes: Array.from({ length: count }, (_, index) => stateOf(index, null)),
    runs: Array.from({ length: count }, (_, index) => runOf(index, `${output}${index}`)),
  });
  const wanted = new AbortController();
  const said: SearchResult[] = [];
  // Typing the next letter aborts between two turns of the search.
  setImmediate(() => wanted.abort());
  await searchStates(tree, 'nothing of this', {
    outputsOf: async () => null,
    say: (result) => void said.push(result),
    signal: wanted.signal,
  });
  expect(wanted.signal.aborted).toBe(true);
  expect(said).toEqual([]);
});

test('the search words are marked in the text, whatever they are', () => {
  expect(splitAtWords('A fox (1.5 kg) and a Fox', 'FOX 1.5')).toEqual([
    'A ',
    'fox',
    ' (',
    '1.5',
    ' kg) and a ',
    'Fox',
    '',
  ]);
  expect(splitAtWords('1x5 [a', '1.5')).toEqual(['1x5 [a']);
  expect(splitAtWords('a\\d', '\\d')).toEqual(['a', '\\d', '']);
  expect(splitAtWords('as it is', ' ')).toEqual(['as it is']);
});

/** @param output null: not run */
function shownIn(title: string, output: string | null, text: string) {
  const tree = treeOf({
    nodes: [stateOf(1, null, { draft: draftOf('By the lighthouse') })],
    runs: output === null ? [] : [runOf(1, output)],
  });
  const node = tree.get(idOf(1));
  return node && matchIn(node, title, output === null ? [] : [output], text);
}

test('a row shows the choice that holds every word of a search', () => {
  const tree = treeOf({ nodes: [stateOf(1, null)] });
  const node = tree.get(idOf(1));
  const choices = ['Where is Anna?', 'I can teach you', 'Where is Greta?'];
  expect(node && matchIn(node, 'It was', choices, 'where is greta').line).toBe('Where is Greta?');
});

test('a row shows the part that matched, wherever it is', () => {
  const long = 'A story of the sea and of all who sailed by the lighthouse';
  expect(shownIn(long, 'It was', 'lighthouse')).toEqual({ title: '…sailed by the lighthouse', line: '' });
  expect(shownIn('max_tokens 30', 'It was', 'lighthouse')).toEqual({
    title: 'max_tokens 30',
    line: 'By the lighthouse',
  });
  expect(shownIn('max_tokens 30', null, 'lighthouse')?.title).toBe('By the lighthouse');
  expect(shownIn('max_tokens 30', 'It was', 'tale-1m')?.line).toBe('');
  expect(shownIn('By the sea', 'It was', '')).toEqual({ title: 'By the sea', line: '' });
});

test('a row found by its output, note or rating is titled with its name or prompt, not with what changed', () => {
  expect(shownIn('Same text', 'It was', 'was')).toEqual({ title: 'By the lighthouse', line: 'It was' });
  const tree = treeOf({
    nodes: [stateOf(1, null, { draft: draftOf('By the lighthouse') })],
    names: [{ id: idOf(1), text: 'Best', at: 1, note: 'too short', rating: 'up' }],
  });
  const named = tree.get(idOf(1));
  expect(named && matchIn(named, 'Best', [], 'good').title).toBe('Best');
});
