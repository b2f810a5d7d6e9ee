import { expect, test } from 'vitest';
import { fieldHelp } from './field-help.ts';

test('a help names the range of its field, with a true minus', () => {
  expect(fieldHelp['seed']).toContain('From −9,007,199,254,740,991 to 9,007,199,254,740,991, in steps of 1.');
  expect(fieldHelp['presence_penalty']).toContain('From −2 to 2, in steps of 0.1.');
  expect(Object.values(fieldHelp).filter((help) => /-\d/.test(help))).toEqual([]);
});
