import { expect, test } from 'vitest';
import { failureReason } from './Header.tsx';

const events = [
  { type: 'training_start', level: 'info', message: 'Training started.' },
  { type: 'job_user_error', message: 'Line 7 of the file is no object.' },
  { type: 'cleanup', level: 'Error', message: '' },
  { type: 'job_closed', level: 'info', message: 'Job closed.' },
];

test('a failed fine-tune says why in the words of its last error that has some', () => {
  expect(failureReason('user_error', events)).toBe('Line 7 of the file is no object.');
  expect(failureReason('Error', [...events, { level: 'error', message: 'Out of memory.' }])).toBe(
    'Out of memory.',
  );
});

test('an error that a fine-tune has got over is no reason, and without one nothing is said', () => {
  expect(failureReason('completed', events)).toBeNull();
  expect(failureReason('error', events.slice(0, 1))).toBeNull();
});
