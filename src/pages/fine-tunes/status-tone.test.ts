import { expect, test } from 'vitest';
import { failureReason } from './status-tone.ts';

const events = [
  { type: 'training_start', level: 'info', message: 'Training started.' },
  { type: 'job_user_error', message: 'Line 7 of the file is no object.' },
  { type: 'cleanup', level: 'Error', message: '' },
  { type: 'job_closed', level: 'info', message: 'Job closed.' },
];

test('a failed fine-tune shows the message of its last error that has one', () => {
  expect(failureReason('user_error', events)).toBe('Line 7 of the file is no object.');
  expect(failureReason('Error', [...events, { level: 'error', message: 'Out of memory.' }])).toBe(
    'Out of memory.',
  );
  const legacy = { level: 'legacy_ierror', message: 'Out of disk.' };
  expect(failureReason('error', [...events, legacy])).toBe('Out of disk.');
});

test('an error that a fine-tune recovered from is not its reason, and without one none is shown', () => {
  expect(failureReason('completed', events)).toBeNull();
  expect(failureReason('error', events.slice(0, 1))).toBeNull();
});
