import { expect, test } from 'vitest';
import { checkpointName, checkpointStep } from './fine-tune-status.ts';

test.each([
  ['Intermediate', 40, 'ft-1:40'],
  ['intermediate', 40, 'ft-1:40'],
  ['Intermediate (step 40)', 40, 'ft-1:40'],
  ['Intermediate (step 40)', undefined, 'ft-1:40'],
  ['Intermediate (step 40)', 0, 'ft-1:40'],
  ['Intermediate', undefined, null],
  ['Final', 60, 'ft-1'],
  ['Final Merged', 60, 'ft-1'],
  ['Final Adapter', 60, 'ft-1'],
  ['Final', undefined, 'ft-1'],
  ['Final', 0, 'ft-1'],
  ['of another kind', 60, 'ft-1'],
  [undefined, 60, 'ft-1:60'],
  ['', 60, 'ft-1:60'],
  ['', 0, null],
  [undefined, undefined, null],
])('a checkpoint of the type %s at step %s is called %s', (type, step, name) => {
  expect(checkpointName('ft-1', { checkpoint_type: type, step })).toBe(name);
});

test('a final checkpoint listed under its step is called by it', () => {
  const final = { checkpoint_type: 'Final', step: 60 };
  expect(checkpointName('ft-1', final, new Set(['ft-1:60', 'ft-1']))).toBe('ft-1:60');
  expect(checkpointName('ft-1', final, new Set(['ft-1:40']))).toBe('ft-1');
});

test('the step is read from the type if the field is not set', () => {
  expect(checkpointStep({ checkpoint_type: 'Intermediate (step 1200)' })).toBe(1200);
  expect(checkpointStep({ checkpoint_type: 'Intermediate (step 7)', step: 8 })).toBe(8);
  expect(checkpointStep({ checkpoint_type: 'Final' })).toBeNull();
});
