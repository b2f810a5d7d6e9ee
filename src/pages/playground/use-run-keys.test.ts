import { expect, test } from 'vitest';
import { stepOfKey } from './tree/step-keys.ts';
import { takeRunChord } from './use-run-keys.ts';

const key = {
  key: 'Enter',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
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

test('a held Alt+Enter asks for one more answer, and a held undo steps on and on', () => {
  expect(stepOfKey({ ...key, altKey: true, repeat: false })).toBe('again');
  expect(stepOfKey({ ...key, altKey: true, repeat: true })).toBeNull();
  expect(stepOfKey({ ...key, key: 'z', ctrlKey: true, repeat: true })).toBe('undo');
});
