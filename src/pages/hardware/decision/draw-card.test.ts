import { expect, test } from 'vitest';
import { wrapText } from './draw-card.ts';

const letters = (text: string) => text.length;

test('lines break at spaces and hold as many words as fit', () => {
  expect(wrapText('a model on a machine', 8, letters)).toEqual(['a model', 'on a', 'machine']);
});

test('a word wider than a line is split, and nothing is lost', () => {
  const lines = wrapText('on 8x_nvidia_h200_140gb_sxm now', 10, letters);
  expect(lines.every((line) => line.length <= 10)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe('on8x_nvidia_h200_140gb_sxmnow');
});

test('an empty text is one empty line', () => {
  expect(wrapText('', 10, letters)).toEqual(['']);
});
