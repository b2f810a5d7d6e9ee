import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Batch } from './node.ts';
import { idOf, runOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { Tree } from './tree.ts';

function treeOf(batch: Batch): Tree {
  const tree = new Tree();
  tree.merge(batch);
  return tree;
}

const numbers = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => Number(id.slice(-12)));

test('a state has its children, its ancestors and its nearest run', () => {
  const nodes = [stateOf(1, null), stateOf(2, 1), stateOf(3, 2, { kind: 'edit' }), stateOf(4, 2)];
  const tree = treeOf({ nodes, runs: [runOf(2, 'two')] });
  expect(numbers(tree.childrenOf(idOf(2)))).toEqual([3, 4]);
  expect(numbers([...tree.ancestors(idOf(4))])).toEqual([4, 2, 1]);
  expect(tree.withRun(idOf(3))?.run?.outputs).toEqual(['two']);
  expect(tree.withRun(idOf(1))).toBeUndefined();
  expect(tree.rootOf(idOf(3))?.id).toBe(idOf(1));
});

test('children of a removed state move to its parent, or start a session', () => {
  const nodes = [stateOf(1, null), stateOf(2, 1), stateOf(3, 2), stateOf(4, 3), stateOf(5, 2)];
  const tree = treeOf({
    nodes,
    runs: [runOf(2, 'two')],
    names: [{ id: idOf(2), text: 'named', at: 1 }],
  });
  const moved = tree.remove(new Set([idOf(2), idOf(3)]));
  expect(numbers(moved)).toEqual([4, 5]);
  expect(numbers(tree.childrenOf(idOf(1)))).toEqual([4, 5]);
  expect([tree.get(idOf(2)), tree.nameRecord(idOf(2)), tree.withRun(idOf(5))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  tree.remove(new Set([idOf(1)]));
  expect(numbers(tree.roots())).toEqual([5, 4]);
  expect(tree.size).toBe(2);
});

test('merging in any order, and twice, gives the same tree', () => {
  const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parents, fc.array(fc.nat(), { minLength: 12 }), (list, ranks) => {
      const nodes = list.map((parent, index) => stateOf(index, index === 0 ? null : parent % index));
      const shuffled = nodes
        .map((node, index) => ({ node, rank: ranks[index] ?? 0 }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ node }) => node);
      const straight = treeOf({ nodes });
      const mixed = new Tree();
      for (const node of shuffled) mixed.merge({ nodes: [node, node] });
      expect(mixed.size).toBe(nodes.length);
      for (const { id } of nodes) {
        expect(numbers(mixed.childrenOf(id))).toEqual(numbers(straight.childrenOf(id)));
        expect(mixed.rootOf(id)?.id).toBe(idOf(0));
      }
    }),
  );
});

test('only an edit typed further and a later name replace existing records', () => {
  const tree = treeOf({
    nodes: [stateOf(1, null), stateOf(2, 1, { kind: 'edit' })],
    runs: [runOf(1, 'kept')],
  });
  const longer = stateOf(2, 1, { kind: 'edit', at: 9 });
  expect(tree.merge({ nodes: [stateOf(1, 2, { at: 99 }), longer], runs: [runOf(1, 'other')] })).toBe(0);
  expect(tree.get(idOf(1))).toMatchObject({ parentId: null, at: 1, run: { outputs: ['kept'] } });
  expect(tree.get(idOf(2))?.at).toBe(9);
  tree.merge({ names: [{ id: idOf(2), text: 'later', at: 5 }] });
  tree.merge({ names: [{ id: idOf(2), text: 'earlier', at: 4 }] });
  expect(tree.get(idOf(2))?.name).toBe('later');
});

test('a state without its parent starts a session until the parent arrives', () => {
  const tree = treeOf({ nodes: [stateOf(5, 4)] });
  expect(numbers(tree.roots())).toEqual([5]);
  tree.merge({ nodes: [stateOf(4, null)] });
  expect(numbers(tree.roots())).toEqual([4]);
});

test('states with cyclic parents cause no endless walk', () => {
  const tree = treeOf({ nodes: [stateOf(1, 2), stateOf(2, 1)] });
  expect(numbers([...tree.ancestors(idOf(1))])).toEqual([1, 2]);
  expect(tree.withRun(idOf(1))).toBeUndefined();
});

test('a state shows the run before it, but not an ancestor’s run in place of a missing outcome', () => {
  const tree = treeOf({
    nodes: [stateOf(1, null), stateOf(2, 1), stateOf(3, 2), stateOf(4, 3, { kind: 'edit' })],
    runs: [runOf(2, 'kept')],
  });
  expect(tree.withRun(idOf(4))).toBeUndefined();
  expect(tree.withoutOutcome(idOf(4))?.id).toBe(idOf(3));
  tree.merge({ runs: [runOf(3, 'came')] });
  expect(tree.withRun(idOf(4))?.id).toBe(idOf(3));
  expect(tree.withoutOutcome(idOf(4))).toBeUndefined();
});
