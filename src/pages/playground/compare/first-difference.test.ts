import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { createFirstDifference, describeDifference } from './first-difference.ts';

function push(choice: Choice, ...texts: string[]): void {
  for (const text of texts) {
    const token = { id: 1, text, logprob: -1, special: false };
    choice.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
}

function choices() {
  return { one: new Choice(0), two: new Choice(0) };
}

test('two growing texts are equal up to their first difference, which then stays', () => {
  const { one, two } = choices();
  const read = createFirstDifference(one, two);
  expect(describeDifference(read(), true)).toBe('');
  push(one, 'a ', 'red ');
  push(two, 'a ');
  expect(describeDifference(read(), true)).toBe('same so far: 1 token');
  push(two, 'red ', 'fox');
  expect(read()).toEqual({ same: 2, unit: 'token', token: null, surplus: 3 });
  push(one, 'hen', ' and so');
  push(two, ' and so');
  expect(read()).toMatchObject({ same: 2, token: 2 });
  expect(describeDifference(read(), false)).toBe('same for 2 tokens');
});

test('a text that ends earlier is reported as ended, not as different', () => {
  const { one, two } = choices();
  push(one, 'a ', 'red ', 'fox');
  push(two, 'a ', 'red ');
  const forth = createFirstDifference(one, two);
  const back = createFirstDifference(two, one);
  expect(describeDifference(forth(), false)).toBe('same for 2 tokens, then it ends');
  expect(describeDifference(back(), false)).toBe('same for 2 tokens, then it continues');
});

test('an answer without text differs from any other at once', () => {
  const { one, two } = choices();
  push(one, 'a ', 'red ');
  expect(describeDifference(createFirstDifference(one, two)(), false)).toBe('diverges at token 1');
  expect(describeDifference(createFirstDifference(two, one)(), false)).toBe('diverges at token 1');
});

test('an echoed prompt is left out, and long texts are read to their ends', () => {
  const [one, two] = [new Choice(0, 'Once'), new Choice(0)];
  const long = Array.from({ length: 900 }, (_, index) => `w${index} `);
  push(one, 'Once', ...long, 'end');
  push(two, ...long, 'End');
  const read = createFirstDifference(one, two);
  expect(read()).toMatchObject({ same: 900, token: 900 });
});

test('a difference in the first token is reported', () => {
  const { one, two } = choices();
  push(one, 'a');
  push(two, 'b');
  const difference = createFirstDifference(one, two)();
  expect(describeDifference(difference, false)).toBe('diverges at token 1');
});

test('an answer in one piece is the same for characters, since its tokens are unknown', () => {
  const { one, two } = choices();
  one.push({ index: 0, text: 'a red fox', tokens: [], finishReason: 'stop' }, 0);
  two.push({ index: 0, text: 'a red hen', tokens: [], finishReason: 'stop' }, 0);
  expect(describeDifference(createFirstDifference(one, two)(), false)).toBe('same for 6 characters');
});

test('text that two models cut into other tokens is counted in characters', () => {
  const { one, two } = choices();
  push(one, ' a', ' fox');
  push(two, ' ', '0');
  const read = createFirstDifference(one, two);
  expect(read()).toEqual({ same: 1, unit: 'character', token: 1, surplus: -4 });
  expect(describeDifference(read(), false)).toBe('same for 1 character');
});
