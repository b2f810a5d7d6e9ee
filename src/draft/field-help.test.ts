import { expect, test } from 'vitest';
import { fieldHelp } from './field-help.ts';

test('help text gives the range of its field with a true minus, and no number format limits', () => {
  expect(fieldHelp()['seed']).toContain('Any whole number.');
  expect(fieldHelp()['max_tokens']).toContain('A whole number, at least 1.');
  expect(fieldHelp()['n']).toContain('A whole number from 1 to 128.');
  expect(fieldHelp()['presence_penalty']).toContain('From −2 to 2, in steps of 0.1.');
  expect(Object.values(fieldHelp()).filter((help) => /-\d/.test(help))).toEqual([]);
});
