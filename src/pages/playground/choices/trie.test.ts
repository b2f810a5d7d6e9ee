import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { textOf, Trie, type TrieNode } from './trie.ts';

/**
 * Few tokens, so that choices share a lot; two ids with one text, a token without text, half a surrogate
 * pair.
 */
const vocabulary = ['a', ' b', ' b', '', 'c\n', '\uD83E', '\uDD8A'];

function push(choice: Choice, id: number, withId: boolean, finishReason: string | null = null): void {
  const text = vocabulary[id] ?? '';
  const tokens = withId ? [{ id, text, logprob: -1, special: false }] : [];
  choice.push({ index: choice.index, text, tokens, finishReason }, 0);
}

function nodesOf(node: TrieNode): TrieNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

function walk(trie: Trie, choice: Choice): string {
  let text = '';
  let node: TrieNode | null = trie.find(choice) ?? null;
  for (; node !== null; node = node.parent) text = textOf(node) + text;
  return text;
}

const ids = fc.array(fc.nat({ max: vocabulary.length - 1 }), { maxLength: 12 });
const events = fc.record({
  choices: fc.array(fc.record({ ids, finishes: fc.boolean() }), { minLength: 1, maxLength: 8 }),
  /** Choice to extend; -1 grows the trie. */
  order: fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 120 }),
  withIds: fc.boolean(),
});

test('walking the tree restores every choice exactly, however the choices arrive', () => {
  fc.assert(
    fc.property(events, ({ choices: plans, order, withIds }) => {
      const choices = plans.map((_, index) => new Choice(index));
      const trie = new Trie();
      const next = plans.map(() => 0);
      const feed = (index: number) => {
        const [plan, choice, place] = [plans[index], choices[index], next[index] ?? 0];
        const id = plan?.ids[place];
        if (plan === undefined || choice === undefined || id === undefined) return;
        next[index] = place + 1;
        const isLast = place === plan.ids.length - 1;
        push(choice, id, withIds, plan.finishes && isLast ? 'stop' : null);
      };
      for (const turn of order) {
        if (turn === -1) trie.grow(choices, false);
        else feed(turn);
      }
      for (const choice of choices) plans[choice.index]?.ids.forEach(() => feed(choice.index));
      while (trie.grow(choices, true));

      for (const choice of choices) {
        expect(walk(trie, choice)).toBe(choice.text.toString());
      }
      const nodes = nodesOf(trie.root);
      expect(nodes.flatMap(({ resting }) => [...resting]).toSorted(byIndex)).toEqual(choices);
      for (const node of nodes) {
        expect(node.children.every(({ parent }) => parent === node)).toBe(true);
        const firsts = node.children.map((child) => child.units?.key(child.from));
        expect(new Set(firsts).size).toBe(firsts.length);
        for (const choice of node.resting) expect(walk(trie, choice)).toBe(choice.text.toString());
      }
      // No node could be merged with its only child.
      const needless = nodes.slice(1).filter((each) => each.children.length === 1 && each.resting.size === 0);
      expect(needless).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('tokens with one text and two ids are two branches', () => {
  const [one, other] = [new Choice(0), new Choice(1)];
  for (const id of [0, 1]) push(one, id, true);
  for (const id of [0, 2]) push(other, id, true);
  const trie = new Trie();
  trie.grow([one, other], true);
  const [shared] = trie.root.children;
  expect(shared && textOf(shared)).toBe('a');
  expect(shared?.children.map(textOf)).toEqual([' b', ' b']);
});

test('choices of equal text end in one node, whatever pieces they arrived in', () => {
  const [one, other] = [new Choice(0), new Choice(1)];
  one.push({ index: 0, text: 'Once upon a time', tokens: [], finishReason: 'stop' }, 0);
  for (const text of ['On', 'ce upon ', 'a ti', 'me'])
    other.push({ index: 1, text, tokens: [], finishReason: null }, 0);
  const trie = new Trie();
  trie.grow([one, other], true);
  expect(trie.root.children.map(textOf)).toEqual(['Once upon a time']);
  expect(trie.root.children[0]?.resting.size).toBe(2);
});

test('a long choice is read in portions', () => {
  const choice = new Choice(0);
  for (let token = 0; token < 50_000; token += 1) push(choice, token % 3, true);
  const trie = new Trie();
  let calls = 1;
  while (trie.grow([choice], true)) calls += 1;
  expect(calls).toBe(11);
  expect(walk(trie, choice)).toBe(choice.text.toString());
});

function byIndex(one: Choice, other: Choice): number {
  return one.index - other.index;
}
