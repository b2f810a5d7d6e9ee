import { expect, test } from 'vitest';
import { openEventId } from './chart-run.ts';
import { openEventOutside } from './read-panel.ts';

test('an open event whose step is outside the zoom is said to be, in the unit of the axis', () => {
  const marks = [
    { id: 'checkpoint-5', x: 5 },
    { id: openEventId, x: 5 },
  ];
  expect(openEventOutside(marks, { from: 130, to: 150 }, 'step')).toBe(
    'The open event, at step 5, is outside the zoom.',
  );
  expect(openEventOutside(marks, { from: 5, to: 150 }, 'step')).toBeNull();
  expect(openEventOutside(marks, null, 'step')).toBeNull();
  expect(openEventOutside(marks.slice(0, 1), { from: 130, to: 150 }, 'step')).toBeNull();
});
