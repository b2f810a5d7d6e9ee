import { expect, test } from 'vitest';
import { leftWords } from './left-words.ts';

test.each([
  [38_200, 51_900, '38 to 52 s'],
  [16_500, 73_000, '17 s to 1 min 13 s'],
  [240_000, 240_300, 'about 4 min 00 s'],
  [-5_000, 0, 'about 0 s'],
  [59_400, 59_600, '59 s to 1 min 00 s'],
  [7_000_000, 9_000_000, '1 h 57 min to 2 h 30 min'],
])('from %i to %i ms: %s', (soonest, latest, words) => expect(leftWords(soonest, latest)).toBe(words));
