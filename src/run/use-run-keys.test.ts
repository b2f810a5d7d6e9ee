import { expect, test } from 'vitest';
import { takeRunChord } from './use-run-keys.ts';

const key = {
  key: 'Enter',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
};

function take(event: Partial<typeof key> & { readonly repeat: boolean }) {
  let isPrevented = false;
  const runs = takeRunChord({ ...key, ...event, preventDefault: () => (isPrevented = true) });
  return { runs, isPrevented };
}

test('the chord runs once however long it is held, and does nothing else meanwhile', () => {
  expect(take({ ctrlKey: true, repeat: false })).toEqual({ runs: true, isPrevented: true });
  expect(take({ metaKey: true, repeat: true })).toEqual({ runs: false, isPrevented: true });
  expect(take({ repeat: false })).toEqual({ runs: false, isPrevented: false });
});
