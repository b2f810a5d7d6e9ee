import { expect, test } from 'vitest';
import { countSamples, isRenormalised, isSameToken, type TokenSample } from './count-samples.ts';

function sample(id: string | null, text: string, probability: number | null): TokenSample {
  return { id, text, isSpecial: false, logprob: probability === null ? null : Math.log(probability) };
}

test('equal draws are one token with a count, and the mass includes each once', () => {
  const samples = [sample('2', ' b', 0.3), sample('1', ' a', 0.6), sample('1', ' a', 0.6)];
  const round = countSamples({ asked: 4, samples });
  expect(round.alternatives.map(({ id, count }) => [id, count])).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
  expect(round.answered).toBe(3);
  expect(round.mass).toBeCloseTo(0.9, 12);
});

test('two tokens may share a text, and without ids the text identifies the token', () => {
  const byId = countSamples({ asked: 2, samples: [sample('1', 'a', 0.5), sample('2', 'a', 0.1)] });
  expect(byId.alternatives).toHaveLength(2);
  const samples = ['b', 'a', 'a'].map((text) => sample(null, text, null));
  const byText = countSamples({ asked: 3, samples });
  expect(byText.alternatives).toMatchObject([
    { text: 'a', count: 2 },
    { text: 'b', count: 1 },
  ]);
  expect(byText.mass).toBeNull();
});

test('a logprob above zero is not a probability', () => {
  const round = countSamples({ asked: 1, samples: [{ ...sample('1', 'a', null), logprob: 0.3 }] });
  expect(round.mass).toBeNull();
});

test('a total probability above one means that the service renormalised after the bias', () => {
  const first = countSamples({ asked: 1, samples: [sample('1', 'a', 0.9)] });
  const before = countSamples({ asked: 1, samples: [sample('2', 'b', 0.06)] });
  const after = countSamples({ asked: 1, samples: [sample('2', 'b', 0.6)] });
  expect(isRenormalised([first])).toBe(false);
  expect(isRenormalised([first, before])).toBe(false);
  expect(isRenormalised([first, after])).toBe(true);
});

test('a token is identified by its id, or by its text if the id is missing', () => {
  expect(isSameToken(sample('1', 'a', 1), sample('1', ' a', 1))).toBe(true);
  expect(isSameToken(sample('1', 'a', 1), sample('2', 'a', 1))).toBe(false);
  expect(isSameToken(sample(null, 'a', 1), sample('2', 'a', 1))).toBe(true);
  expect(isSameToken(sample(null, 'a', 1), sample('2', 'b', 1))).toBe(false);
});
