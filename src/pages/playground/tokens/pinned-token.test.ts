import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { stepBySurprise, type ChoiceToken, type StepDirection } from './pinned-token.ts';

function laneOf(index: number, logprobs: readonly number[]): Choice {
  const lane = new Choice(index);
  for (const logprob of logprobs) {
    lane.push(
      { index, text: 'x', tokens: [{ id: 1, text: 'x', logprob, special: false }], finishReason: null },
      0,
    );
  }
  return lane;
}

/** Every token that the steps lead to, as lane and position. */
function walk(lanes: readonly Choice[], direction: StepDirection, from: ChoiceToken | null): string[] {
  const seen: string[] = [];
  for (let at = from; ;) {
    at = stepBySurprise(lanes, at, direction);
    if (at === null) return seen;
    seen.push(`${at.lane.index}:${at.token}`);
  }
}

test('the steps lead through all lanes from the least likely on, equals in the order of the text', () => {
  const lanes = [laneOf(0, [-1, -3, -0.5]), laneOf(1, [-3, -2])];
  expect(walk(lanes, 'next', null)).toEqual(['0:1', '1:0', '1:1', '0:0', '0:2']);
});

test('what is no probability is not on the way', () => {
  const lane = laneOf(0, [Number.NEGATIVE_INFINITY, 0.5, Number.NaN, -1]);
  expect(walk([lane], 'next', null)).toEqual(['0:3']);
  expect(stepBySurprise([lane], { lane, token: 0 })?.token).toBe(3);
});

test('the way back is the way there, turned round', () => {
  const logprobs = fc.array(fc.integer({ min: -4, max: 0 }), { maxLength: 8 });
  fc.assert(
    fc.property(logprobs, logprobs, (one, other) => {
      const lanes = [laneOf(0, one), laneOf(1, other)];
      const there = walk(lanes, 'next', null);
      expect(there).toHaveLength(one.length + other.length);
      const [lane = 0, token = 0] = (there.at(-1) ?? '').split(':').map(Number);
      const end = lanes[lane];
      if (there.length === 0 || end === undefined) return;
      expect(walk(lanes, 'previous', { lane: end, token })).toEqual(there.slice(0, -1).toReversed());
    }),
  );
});
