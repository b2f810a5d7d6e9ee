import { expect, test } from 'vitest';
import { wrapText } from './draw-card.ts';

const letters = (text: string) => text.length;

test('lines break at spaces and hold what fits', () => {
  expect(wrapText('a model on a machine', 8, letters)).toEqual(['a model', 'on a', 'machine']);
});

test('a word that is wider than a line is broken, and nothing is lost', () => {
  const lines = wrapText('on 8x_nvidia_h200_140gb_sxm now', 10, letters);
  expect(lines.every((line) => line.length <= 10)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe('on8x_nvidia_h200_140gb_sxmnow');
});

test('a text without signs is one empty line', () => {
  expect(wrapText('', 10, letters)).toEqual(['']);
});
