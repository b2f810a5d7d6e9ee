import { expect, test } from 'vitest';
import { Choice } from '#run/choice.ts';
import { createDeparture, describeDeparture } from './first-difference.ts';

function push(lane: Choice, ...texts: string[]): void {
  for (const text of texts) {
    const token = { id: 1, text, logprob: -1, special: false };
    lane.push({ index: 0, text, tokens: [token], finishReason: null }, 0);
  }
}

function lanes() {
  return { one: new Choice(0), two: new Choice(0) };
}

test('two texts that grow are the same until they depart, and never again after', () => {
  const { one, two } = lanes();
  const read = createDeparture({ lane: one, start: 0 }, { lane: two, start: 0 });
  expect(describeDeparture(read(), true)).toBe('');
  push(one, 'a ', 'red ');
  push(two, 'a ');
  expect(describeDeparture(read(), true)).toBe('same so far: 1 token');
  push(two, 'red ', 'fox');
  expect(read()).toEqual({ tokens: 2, token: null, surplus: 3 });
  push(one, 'hen', ' and so');
  push(two, ' and so');
  expect(read()).toMatchObject({ tokens: 2, token: 2 });
  expect(describeDeparture(read(), false)).toBe('same for 2 tokens');
});

test('a text that ends earlier is said to end, not to differ', () => {
  const { one, two } = lanes();
  push(one, 'a ', 'red ', 'fox');
  push(two, 'a ', 'red ');
  const forth = createDeparture({ lane: one, start: 0 }, { lane: two, start: 0 });
  const back = createDeparture({ lane: two, start: 0 }, { lane: one, start: 0 });
  expect(describeDeparture(forth(), false)).toBe('same for 2 tokens, then it ends');
  expect(describeDeparture(back(), false)).toBe('same for 2 tokens, then it continues');
});

test('an echoed prompt is left out, and long texts are read to their ends', () => {
  const { one, two } = lanes();
  const long = Array.from({ length: 900 }, (_, index) => `w${index} `);
  push(one, 'Once', ...long, 'end');
  push(two, ...long, 'End');
  const read = createDeparture({ lane: one, start: 4 }, { lane: two, start: 0 });
  expect(read()).toMatchObject({ tokens: 900, token: 900 });
});

test('a first token that differs says so', () => {
  const { one, two } = lanes();
  push(one, 'a');
  push(two, 'b');
  const departure = createDeparture({ lane: one, start: 0 }, { lane: two, start: 0 })();
  expect(describeDeparture(departure, false)).toBe('diverges at token 1');
});
