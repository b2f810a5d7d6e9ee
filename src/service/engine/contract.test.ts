import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { causeOf } from './contract.ts';

it('gives the message of the system without the path', () => {
  let found: unknown = null;
  try {
    readFileSync('/nowhere/secret');
  } catch (error) {
    found = error;
  }
  expect(causeOf(found)).toBe('ENOENT: no such file or directory');
});

it('drops the full stop of a message, and says that the cause is unknown without an error', () => {
  expect(causeOf(new Error('The file, sadly, is cut.'))).toBe('The file, sadly, is cut');
  expect(causeOf('text')).toBe('the cause is unknown');
});
