import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameDraft } from './node.ts';
import { originWords, titleOf } from './summary.ts';
import { parameterChanges, sentParameters } from '#draft/parameter-changes.ts';
import { draftOf, idOf, stateOf } from '#pages/playground/history/testing/states.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';
import { Tree } from './tree.ts';

function shape(tree: Tree, root: number): string[] {
  return treeRows(tree, idOf(root)).map(
    ({ node, depth, isBranch }) => `${'.'.repeat(depth)}${isBranch ? '/' : ''}${Number(node.id.slice(-12))}`,
  );
}

test('newest first: the newest path stays in its column, older branches are indented above the state they came from', () => {
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
  expect(shape(tree, 1)).toEqual(['8', './5', '4', '.7', '../6', './3', '2', '1']);
});

test('every state of a session is listed once, above its parent', () => {
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
        expect(places.get(node.parentId ?? '') ?? parents.length).toBeGreaterThan(place);
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
  const record = stateOf(1, null, { draft: draftOf('Once upon a time') });
  const node = { ...record, run: null, name: '', note: '', rating: null };
  const next = (rest: Partial<typeof node>) => titleOf({ ...node, kind: 'edit', ...rest }, node);
  expect(titleOf(node, undefined)).toBe('Once upon a time');
  expect(next({ draft: draftOf('Once upon a tiger') })).toBe('…tiger');
  expect(next({ draft: draftOf('Twice') })).toBe('Twice');
  expect(next({ draft: draftOf('Once upon') })).toBe('…Once upon (shorter)');
  expect(next({ draft: draftOf('') })).toBe('Empty prompt');
  expect(next({ draft: { ...node.draft, numbers: { top_p: '0.5' } } })).toBe('top_p default → 0.5');
  const biased = { ...draftOf('Once upon a tiger'), logit_bias: [{ token: '7', bias: '-100' }] };
  expect(next({ draft: biased })).toBe('…tiger, logit_bias default → 7: −100');
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
  expect(sentParameters(draftOf('', { numbers: { frequency_penalty: '-0.5' } }))).toContain(
    'frequency_penalty −0.5',
  );
  const [short, long, wrong] = ['0.3', '0.30', '0.3x'].map((temperature) =>
    draftOf('', { numbers: { temperature } }),
  );
  expect(short && long && isSameDraft(short, long)).toBe(true);
  expect(short && wrong && isSameDraft(short, wrong)).toBe(false);
});
