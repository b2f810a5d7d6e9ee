import { expect, test } from 'vitest';
import { sameSecret } from './secret.ts';

test.each([
  ['a', 'a', true],
  ['', '', true],
  ['gr\u00fc\u00df', 'gr\u00fc\u00df', true],
  ['a', 'b', false],
  ['a', 'A', false],
  ['a', 'aa', false],
  ['a', '', false],
  ['a', 'a ', false],
  ['\u00fc', 'u\u0308', false],
])('whether %j and %j are the same secret: %s', (left, right, isSame) => {
  expect(sameSecret(left, right)).toBe(isSame);
  expect(sameSecret(right, left)).toBe(isSame);
});
