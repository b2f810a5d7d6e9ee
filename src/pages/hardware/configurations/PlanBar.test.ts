import { expect, test } from 'vitest';
import { timesSentence } from './PlanBar.tsx';

test('replicas and utilisation are named, and one fully used machine is not', () => {
  expect(timesSentence(1, 100)).toBe('');
  expect(timesSentence(1_000, 100)).toBe('1,000 replicas.');
  expect(timesSentence(null, null)).toBe('');
  expect(timesSentence(1, 12.5)).toBe('Used 12.5 % of the time.');
  expect(timesSentence(2, 50)).toBe('2 replicas, used 50 % of the time.');
});
