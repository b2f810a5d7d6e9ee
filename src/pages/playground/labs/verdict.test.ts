import { expect, test } from 'vitest';
import { checkRequests, describeVerdict, verdictOf, compareChoices } from './verdict.ts';
import { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { endedRun } from '#run/testing/ended-run.ts';

/** One token per text; its id is the first code unit. */
function runOf(
  texts: readonly string[],
  logprobs: readonly number[] = [],
  endState: 'complete' | 'truncated' = 'complete',
): Run {
  const run = endedRun({ endState });
  texts.forEach((text, position) => {
    const token = { id: text.charCodeAt(0), text, logprob: logprobs[position] ?? -1, special: false };
    const piece = { index: 0, text, tokens: [token], finishReason: null };
    run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, position);
  });
  return run;
}

const choiceOf = (run: Run) => {
  const choice = run.recording.choices.get(0);
  if (choice === undefined) throw new Error('the run has no choice');
  return choice;
};

test('the first difference shows the text before it and both tokens', () => {
  const { difference } = compareChoices(choiceOf(runOf(['a', 'b', 'c'])), choiceOf(runOf(['a', 'b', 'x'])));
  expect(difference).toMatchObject({ position: 2, before: 'ab', one: { text: 'c' }, other: { text: 'x' } });
});

test('the first difference is counted from the answer, not from an echoed prompt', () => {
  const [one, other] = ['c', 'x'].map((last) => {
    const choice = new Choice(0, 'ab');
    for (const text of ['a', 'b', 'k', last]) {
      const token = { id: null, text, logprob: -1, special: false };
      choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
    }
    return choice;
  });
  if (one === undefined || other === undefined) throw new Error('no choices');
  expect(compareChoices(one, other).difference).toMatchObject({
    position: 1,
    before: 'abk',
    one: { text: 'c' },
    other: { text: 'x' },
  });
});

test('answers in one piece differ at a character, since their tokens are unknown', () => {
  const runs = ['a red 🦊', 'a red 🦉', 'a red 🦊'].map((text) => {
    const run = endedRun({ endState: 'complete' });
    const piece = { index: 0, text, tokens: [], finishReason: 'stop' };
    run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
    return run;
  });
  const verdict = verdictOf(runs);
  expect(verdict.first).toMatchObject({ before: 'a red ', one: { text: '🦊' }, other: { text: '🦉' } });
  expect(describeVerdict(verdict)).toBe(
    '2 different answers across 3 runs (2×, 1×); first difference at character 7.',
  );
});

test('an answer that ends earlier differs where it ends', () => {
  const { difference } = compareChoices(choiceOf(runOf(['a', 'b'])), choiceOf(runOf(['a'])));
  expect(difference).toMatchObject({ position: 1, one: { text: 'b' }, other: null });
});

test('logprobs drift only where the tokens are equal', () => {
  const one = choiceOf(runOf(['a', 'b', 'c'], [-1, -2, -3]));
  const other = choiceOf(runOf(['a', 'b', 'x'], [-1, -2.5, -9]));
  expect(compareChoices(one, other).drift).toEqual({ size: 0.5, token: 1 });
});

test('equal answers are called identical with their counts', () => {
  const verdict = verdictOf([runOf(['a', 'b']), runOf(['a', 'b']), runOf(['a', 'b'])]);
  expect(describeVerdict(verdict)).toBe('Identical across 3 runs: all 2 tokens are the same.');
  const joined = Array.from({ length: 2 }, () => {
    const run = endedRun({ endState: 'complete' });
    for (const text of ['a b', 'c']) {
      const piece = { index: 0, text, tokens: [], finishReason: null };
      run.recording.append({ id: null, pieces: [piece], prompt: null, usage: null, seed: null }, 0);
    }
    return run;
  });
  expect(describeVerdict(verdictOf(joined))).toBe('Identical across 2 runs: the text is the same.');
  expect(describeVerdict(verdictOf([runOf(['a']), runOf(['a'])]))).toBe(
    'Identical across 2 runs: the text is the same.',
  );
  expect(verdict.drift).toBe(0);
});

test('different answers are grouped, the earliest difference is named, and a cut run is ignored', () => {
  const runs = [
    runOf(['a', 'b']),
    runOf(['a', 'c']),
    runOf(['a', 'b']),
    runOf(['x']),
    runOf(['a'], [], 'truncated'),
  ];
  const verdict = verdictOf(runs);
  expect(verdict).toMatchObject({ groups: [2, 1, 1], first: { position: 0 }, wholeCount: 4 });
  expect(describeVerdict(verdict)).toBe(
    '3 different answers across 4 of 5 runs (2×, 1×, 1×); first difference at token 1.',
  );
});

test('nothing is called identical without two complete runs', () => {
  expect(describeVerdict(verdictOf([runOf(['a']), runOf(['a'], [], 'truncated')]))).toContain(
    'nothing to compare',
  );
  expect(describeVerdict(verdictOf([runOf(['a'], [], 'truncated')]))).toContain('No run has completed');
});

test('a check sends one choice per run with the same seed, and requires a seed for sampling', () => {
  const draft = { model: 'm', prompt: 'p', stream: true, n: 3 };
  const form = { count: '2', seed: null, withLogprobs: true };
  const { n: _, ...rest } = draft;
  const each = { ...rest, seed: 7, logprobs: 1 };
  expect(checkRequests(draft, form, '7')).toEqual([each, each]);
  expect(checkRequests(draft, form, '')).toMatch(/^Without a seed.* in Write\.$/);
  expect(checkRequests({ ...draft, temperature: 0 }, form, '')).toHaveLength(2);
  expect(checkRequests(draft, { ...form, count: '1' }, '7')).toMatch(/from 2 to 32/);
  expect(checkRequests(draft, form, 'x')).toMatch(/“x” is not a number/);
});
