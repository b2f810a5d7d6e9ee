// Ctrl+K, or the command key and K: the key of the command palette, from everywhere.
import { useEffect, useEffectEvent } from 'react';

/** Calls `onKey` instead of what the browser would do with it. */
export function usePaletteKey(onKey: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    onKey();
  });

  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}
