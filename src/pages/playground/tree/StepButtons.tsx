// Undo and redo, as two buttons and by key.
import { useEffect } from 'react';
import { useDraft } from '#pages/playground/draft-store.ts';
import { isRunning } from '#pages/playground/run.ts';
import { useRun } from '#pages/playground/use-run.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { isApple } from '#ui/Kbd.tsx';
import { walker } from './keeper.ts';
import { stepOfKey, takesText } from './step-keys.ts';
import { useArchiveVersion } from './use-history.ts';

/** Nothing is lost by either. While a run receives, the page stays where it is. */
export function StepButtons() {
  useArchiveVersion();
  useDraft((state) => state.draft);
  const running = isRunning(useRun());

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const step = stepOfKey(event);
      if (step === null || step === 'again' || event.defaultPrevented) return;
      // In a field the browser takes back the typing itself.
      if (document.querySelector('dialog:modal') || takesText(event.target)) return;
      event.preventDefault();
      walker[step]();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);

  return (
    <>
      <IconButton
        icon="undo"
        label={isApple ? 'Undo (⌘Z)' : 'Undo (Ctrl+Z)'}
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={running || !walker.canUndo}
        onClick={() => walker.undo()}
      />
      <IconButton
        icon="redo"
        label={isApple ? 'Redo (⇧⌘Z)' : 'Redo (Ctrl+Shift+Z)'}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={running || !walker.canRedo}
        onClick={() => walker.redo()}
      />
    </>
  );
}
