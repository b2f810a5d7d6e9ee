// Ctrl+Enter (or Cmd) runs, Escape stops, wherever the focus is on the page.
import { useEffect, useEffectEvent } from 'react';

/** Escape belongs first to what is open on top: a popover, a dialog. Nothing is sent from behind a modal dialog. */
export function useRunKeys(onRun: () => void, onStop: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (!document.querySelector('dialog:modal') && takeRunChord(event)) onRun();
    if (event.key === 'Escape' && !document.querySelector(':popover-open, dialog[open]')) onStop();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key is Ctrl+Enter, or Cmd+Enter, which then does nothing else. Held down it counts once: every run may cost money. */
export function takeRunChord(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'repeat' | 'preventDefault'>,
): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  return !event.repeat;
}

/** Several requests are not sent by one chord from anywhere: the first one goes to the button that says how many, beside their price. */
export function pressOrGoTo(buttonId: string, requestCount = Infinity): void {
  const button = document.getElementById(buttonId);
  if (!(button instanceof HTMLButtonElement)) return;
  // Before the models have come it cannot be pressed: the chord leads to it all the same, and is not lost.
  const isReady = !button.disabled;
  button.disabled = false;
  if (isReady && (requestCount === 1 || document.activeElement === button)) button.click();
  else button.focus();
}
