import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './word-diff.ts';

test('adjacent differing words form one phrase', () => {
  expect(diffWords('lived an honest baker named Kim', 'lived a careful elk named Kim')).toEqual([
    { kind: 'same', text: 'lived ' },
    { kind: 'removed', text: 'an honest baker' },
    { kind: 'added', text: 'a careful elk' },
    { kind: 'same', text: ' named Kim' },
  ]);
});

test('a difference restores both texts exactly', () => {
  const text = fc
    .array(fc.constantFrom('fox', 'bear', ' ', '\n', ',', 'é'), { maxLength: 20 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after) ?? [];
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
      expect(without('added').join('')).toBe(before);
      expect(without('removed').join('')).toBe(after);
    }),
  );
});

function thousandWords(letter: string): string {
  return Array.from({ length: 1000 }, (_, index) => letter + index).join('\n');
}

test('texts without anything in common are not compared to the end', () => {
  expect(diffWords(thousandWords('a'), thousandWords('b'))).toBeNull();
});
