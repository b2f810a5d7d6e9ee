// Ctrl+Enter (or Cmd) runs, Escape stops, wherever the focus is on the page.
import { useEffect, useEffectEvent } from 'react';

/** Escape belongs first to what is open on top: a popover, a dialog. Nothing is sent from behind a modal dialog. */
export function useRunKeys(onRun: () => void, onStop: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isRunChord(event) && !document.querySelector('dialog:modal')) {
      event.preventDefault();
      onRun();
    }
    if (event.key === 'Escape' && !document.querySelector(':popover-open, dialog[open]')) onStop();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Ctrl+Enter, or Cmd+Enter. */
export function isRunChord({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
