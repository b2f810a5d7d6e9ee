// Undo and redo buttons and shortcuts.
import { useDraft } from '#draft/draft-store.ts';
import { isRunning } from '#run/run.ts';
import { useRun } from '#run/run-store.ts';
import { useCommands } from '#ui/commands.ts';
import { IconButton } from '#ui/Button.tsx';
import { chordWords } from '#ui/Kbd.tsx';
import { historyNavigator, useArchiveVersion } from './history-controller.ts';

export function StepButtons() {
  useArchiveVersion();
  useDraft((state) => state.draft);
  const running = isRunning(useRun());

  // What was typed is undone by the browser; a browser's undo of text that the page has replaced since tears it.
  useCommands([
    {
      title: 'Undo',
      keys: 'Mod+Z',
      takesFrom: isAsPlaced,
      repeats: true,
      isOff: running || !historyNavigator.canUndo,
      run: () => historyNavigator.undo(),
    },
    {
      title: 'Redo',
      keys: 'Mod+Shift+Z Control+Y',
      takesFrom: (field) => historyNavigator.canRedo && isAsPlaced(field),
      repeats: true,
      isOff: running || !historyNavigator.canRedo,
      run: () => historyNavigator.redo(),
    },
  ]);

  return (
    <>
      <IconButton
        icon="undo"
        label={`Undo (${chordWords('Mod+Z')})`}
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={running || !historyNavigator.canUndo}
        onClick={() => historyNavigator.undo()}
      />
      <IconButton
        icon="redo"
        label={`Redo (${chordWords('Mod+Shift+Z')})`}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={running || !historyNavigator.canRedo}
        onClick={() => historyNavigator.redo()}
      />
    </>
  );
}

/** A prompt as the page, not the user, put it there; `PromptEditor` notes it. */
function isAsPlaced(field: EventTarget | null): boolean {
  return field instanceof HTMLTextAreaElement && field.dataset['asPlaced'] === 'true';
}
