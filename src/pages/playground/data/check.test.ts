import { expect, test } from 'vitest';
import { checkOutput, type CheckKind } from './check.ts';

test.each<[CheckKind, boolean, string, string, string]>([
  ['exact', false, ' Paris\n', 'paris', 'pass'],
  ['exact', true, 'Paris', 'paris', 'fail'],
  ['exact', false, 'Paris.', 'Paris', 'fail'],
  ['contains', false, 'It is Paris.', 'PARIS', 'pass'],
  ['contains', false, 'It is Rome.', 'Paris', 'fail'],
  ['regex', false, 'It is 42 degrees', String.raw`^it is \d+`, 'pass'],
  ['regex', true, 'It is 42 degrees', String.raw`^it is \d+`, 'fail'],
  ['regex', false, 'anything', '(', 'invalid'],
  ['exact', false, 'anything', ' ', 'invalid'],
])('%s, case %s: %j against %j is %s', (kind, isCaseSensitive, output, expected, outcome) => {
  expect(checkOutput({ kind, column: 'x', isCaseSensitive }, output, expected)).toBe(outcome);
});
