// Undo and redo, as two buttons and by key.
import { useEffect, useEffectEvent } from 'react';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#pages/playground/draft-store.ts';
import { isRunning } from '#pages/playground/run.ts';
import { runStore, useRun } from '#pages/playground/use-run.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { isApple } from '#ui/Kbd.tsx';
import { walker } from './keeper.ts';
import { runAgain } from './run-again.ts';
import { stepOfKey, takesText } from './step-keys.ts';
import { useArchiveVersion } from './use-history.ts';

/** Nothing is lost by either. While a run receives, the page stays where it is. */
export function StepButtons() {
  const client = useClient();
  useArchiveVersion();
  useDraft((state) => state.draft);
  const running = isRunning(useRun());

  const take = useEffectEvent((step: 'undo' | 'redo' | 'again') => {
    if (step === 'again') runAgain(runStore, client);
    else walker[step]();
  });

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const step = stepOfKey(event);
      if (step === null || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      // There the browser takes back the typing itself.
      if (step !== 'again' && takesText(event.target)) return;
      event.preventDefault();
      take(step);
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
        disabled={running || walker.before === undefined}
        onClick={() => walker.undo()}
      />
      <IconButton
        icon="redo"
        label={isApple ? 'Redo (⇧⌘Z)' : 'Redo (Ctrl+Shift+Z)'}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={running || walker.after === undefined}
        onClick={() => walker.redo()}
      />
    </>
  );
}
