import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.ts';

test('both texts can be put together again from the stretches', () => {
  const first = 'The red fox\nran home.';
  const second = 'The old fox ran far from home.';
  const stretches = wordDifference(first, second) ?? [];
  const text = (side: string) =>
    stretches.flatMap((each) => (each.in === 'both' || each.in === side ? each.text : [])).join('');
  expect(text('first')).toBe(first);
  expect(text('second')).toBe(second);
  expect(stretches.some((each) => each.in === 'both' && each.text.includes('fox'))).toBe(true);
});

/** Words that no other letter shares. */
function words(letter: string): string {
  return Array.from({ length: 1000 }, (_, index) => letter + index).join('\n');
}

test('texts that have nothing in common are given up', () => {
  expect(wordDifference(words('a'), words('b'))).toBeNull();
});
