import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { causeOf } from './contract.ts';

it('says what the system says, but no path', () => {
  let found: unknown = null;
  try {
    readFileSync('/nowhere/secret');
  } catch (error) {
    found = error;
  }
  expect(causeOf(found)).toBe('ENOENT: no such file or directory');
});

it('takes the full stop from a sentence, and knows no more than there is to know', () => {
  expect(causeOf(new Error('The file, sadly, is cut.'))).toBe('The file, sadly, is cut');
  expect(causeOf('text')).toBe('the cause is unknown');
});
