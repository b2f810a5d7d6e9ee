// Escape closes what is open, unless something on top of it or the field in hand wants the key first.
import { useEffect, useEffectEvent } from 'react';

/** Listens while `isOn`. */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const handle = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOn) return undefined;
    function handleKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog:modal, :popover-open')) return;
      handle();
    }
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [isOn]);
}
