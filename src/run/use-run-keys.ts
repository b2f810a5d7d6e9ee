// Ctrl+Enter (or Cmd) runs, Escape stops, wherever the focus is on the page.
import { isChord, useCommands } from '#ui/commands.ts';

/** What a view of the playground does by these keys. */
interface RunKeys {
  readonly onRun: () => void;
  readonly onStop: () => void;
  readonly canStop: boolean;
}

/** Both are in the command palette, too. */
export function useRunKeys({ onRun, onStop, canStop }: RunKeys): void {
  useCommands([
    { title: 'Run', keys: 'Mod+Enter', run: onRun },
    { title: 'Stop', keys: 'Escape', isOff: !canStop, run: onStop },
  ]);
}

/** Whether a key is Ctrl+Enter, or Cmd+Enter, which then does nothing else. Held down it counts once: every run may cost money. */
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
