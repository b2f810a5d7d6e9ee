import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { stepBySurprise, type ChoiceToken, type StepDirection } from './pinned-token.ts';

function choiceOf(index: number, logprobs: readonly number[]): Choice {
  const choice = new Choice(index);
  for (const logprob of logprobs) {
    choice.push(
      { index, text: 'x', tokens: [{ id: 1, text: 'x', logprob, special: false }], finishReason: null },
      0,
    );
  }
  return choice;
}

/** All steps, as choice and position. */
function walk(choices: readonly Choice[], direction: StepDirection, from: ChoiceToken | null): string[] {
  const seen: string[] = [];
  for (let at = from; ;) {
    at = stepBySurprise(choices, at, direction);
    if (at === null) return seen;
    seen.push(`${at.choice.index}:${at.token}`);
  }
}

test('steps go through all choices from the least likely token on, ties in text order', () => {
  const choices = [choiceOf(0, [-1, -3, -0.5]), choiceOf(1, [-3, -2])];
  expect(walk(choices, 'next', null)).toEqual(['0:1', '1:0', '1:1', '0:0', '0:2']);
});

test('tokens without a probability are skipped', () => {
  const choice = choiceOf(0, [Number.NEGATIVE_INFINITY, 0.5, Number.NaN, -1]);
  expect(walk([choice], 'next', null)).toEqual(['0:3']);
  expect(stepBySurprise([choice], { choice, token: 0 })?.token).toBe(3);
});

test('stepping back reverses stepping forward', () => {
  const logprobs = fc.array(fc.integer({ min: -4, max: 0 }), { maxLength: 8 });
  fc.assert(
    fc.property(logprobs, logprobs, (one, other) => {
      const choices = [choiceOf(0, one), choiceOf(1, other)];
      const there = walk(choices, 'next', null);
      expect(there).toHaveLength(one.length + other.length);
      const [choice = 0, token = 0] = (there.at(-1) ?? '').split(':').map(Number);
      const end = choices[choice];
      if (there.length === 0 || end === undefined) return;
      expect(walk(choices, 'previous', { choice: end, token })).toEqual(there.slice(0, -1).toReversed());
    }),
  );
});
