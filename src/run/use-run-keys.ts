// Keyboard shortcuts: Ctrl/Cmd+Enter runs, Escape stops, anywhere on the page.
import { isChord, useCommands } from '#ui/commands.ts';

interface RunKeys {
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly canStop: boolean;
}

/** For what continues the only answer on the screen. */
export const continueKeys = 'Mod+Shift+Enter';

/** Also lists both in the command palette. */
export function useRunKeys({ onRun, onStop, canStop }: RunKeys): void {
  useCommands([
    { title: 'Run', keys: 'Mod+Enter', run: onRun },
    { title: 'Stop', keys: 'Escape', isOff: !canStop, run: onStop },
  ]);
}

/** Prevents the default. Key repeats do not count: every run may cost money. */
export function takeRunChord(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'preventDefault'
  >,
): boolean {
  if (!isChord('Mod+Enter', event)) return false;
  event.preventDefault();
  return !event.repeat;
}

/**
 * With several requests the first chord only focuses the button, which shows number and price; the second presses
 * it.
 */
export function pressOrGoTo(buttonId: string, requestCount = Infinity): void {
  const button = document.getElementById(buttonId);
  if (!(button instanceof HTMLButtonElement)) return;
  // A disabled button cannot take the focus: enable it for a moment.
  const isReady = !button.disabled;
  button.disabled = false;
  if (isReady && (requestCount === 1 || document.activeElement === button)) button.click();
  else button.focus();
}
