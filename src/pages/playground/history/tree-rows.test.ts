import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originWords, titleOf } from './summary.ts';
import { parameterChanges, sentParameters } from '#draft/parameter-changes.ts';
import { draftOf, idOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';
import { Tree } from './tree.ts';
import { diffTexts } from './word-diff.ts';

function shape(tree: Tree, root: number): string[] {
  return treeRows(tree, idOf(root)).map(
    ({ node, depth, isBranch }) => `${'.'.repeat(depth)}${isBranch ? '/' : ''}${Number(node.id.slice(-12))}`,
  );
}

test('a path stays in its column; older branches stand indented before the newest', () => {
  const tree = new Tree();
  tree.merge({
    nodes: [
      stateOf(1, null),
      stateOf(2, 1),
      stateOf(3, 2),
      stateOf(4, 2),
      stateOf(5, 4),
      stateOf(6, 3),
      stateOf(7, 3),
      stateOf(8, 4),
    ],
  });
  expect(shape(tree, 1)).toEqual(['1', '2', './3', '../6', '.7', '4', './5', '8']);
});

test('every state of a session is in its list once, under its parent', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (parents) => {
      const tree = new Tree();
      tree.merge({
        nodes: parents.map((parent, index) => stateOf(index, index === 0 ? null : parent % index)),
      });
      const rows = treeRows(tree, idOf(0));
      const places = new Map(rows.map(({ node }, place) => [node.id, place]));
      expect(places.size).toBe(parents.length);
      for (const [place, { node }] of rows.entries())
        expect(places.get(node.parentId ?? '') ?? -1).toBeLessThan(place);
    }),
  );
});

test('ten thousand states in one path are listed', () => {
  const tree = new Tree();
  tree.merge({
    nodes: Array.from({ length: 10_000 }, (_, index) => stateOf(index, index === 0 ? null : index - 1)),
  });
  expect(treeRows(tree, idOf(0))).toHaveLength(10_000);
  expect(sessionsOf(tree)).toMatchObject([{ stateCount: 10_000, latest: 9_999 }]);
});

test('sessions are listed by name or first words, the one used last first', () => {
  const tree = new Tree();
  tree.merge({
    nodes: [
      stateOf(1, null, { draft: draftOf('') }),
      stateOf(2, null),
      stateOf(3, 1, { draft: draftOf('Once\n upon') }),
      stateOf(0, null, { draft: draftOf('') }),
    ],
    names: [{ id: idOf(2), text: 'Named', at: 1 }],
  });
  expect(sessionsOf(tree).map(({ label }) => label)).toEqual(['Once upon', 'Named', 'Empty session']);
});

test('a state is titled by its name, its new words, its parameters, or where it came from', () => {
  const node = { ...stateOf(1, null, { draft: draftOf('Once upon a time') }), run: null, name: '' };
  const next = (rest: Partial<typeof node>) => titleOf({ ...node, kind: 'edit', ...rest }, node);
  expect(titleOf(node, undefined)).toBe('Once upon a time');
  expect(next({ draft: draftOf('Once upon a tiger') })).toBe('…tiger');
  expect(next({ draft: draftOf('Twice') })).toBe('Twice');
  expect(next({ draft: draftOf('Once upon') })).toBe('…Once upon (shorter)');
  expect(next({ draft: draftOf('') })).toBe('Empty prompt');
  expect(next({ draft: { ...node.draft, numbers: { top_p: '0.5' } } })).toBe('top_p default → 0.5');
  expect(next({ origin: { how: 'again' } })).toBe('Same request');
  expect(next({ name: 'mine' })).toBe('mine');
  expect(originWords({ how: 'branched', lane: 0, token: 4 })).toBe('branch at token 5');
  expect(originWords({ how: 'typed' })).toBeNull();
});

test('parameters are compared as they are sent', () => {
  const before = draftOf('', { stop: ['\n'], logprobs: true, logit_bias: [{ token: '', bias: '' }] });
  const after = draftOf('', { numbers: { n: '2' }, logprobs: false, stop: ['\n'] });
  expect(parameterChanges(before, after)).toEqual([
    { name: 'n', before: null, after: '2' },
    { name: 'logprobs', before: '1', after: '0' },
  ]);
  expect(sentParameters(before)).toEqual(['stop “\\n”', 'logprobs 1']);
});

test('words that differ side by side are one phrase', () => {
  expect(diffTexts('lived an honest baker named Kim', 'lived a careful elk named Kim')).toEqual([
    { kind: 'same', text: 'lived ' },
    { kind: 'removed', text: 'an honest baker' },
    { kind: 'added', text: 'a careful elk' },
    { kind: 'same', text: ' named Kim' },
  ]);
});

test('a difference gives both texts back to the letter', () => {
  const text = fc
    .array(fc.constantFrom('fox', 'bear', ' ', '\n', ',', 'é'), { maxLength: 20 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffTexts(before, after);
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
      expect(without('added').join('')).toBe(before);
      expect(without('removed').join('')).toBe(after);
    }),
  );
});
