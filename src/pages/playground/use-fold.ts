// Whether the panel beside the work is open: by the width of the window until a person decides.
import { useState, useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** The fold as a class knows it, whether that is open now, and its toggle. */
export function useFold(): {
  readonly fold: 'open' | 'folded' | 'by width';
  readonly isOpen: boolean;
  readonly toggle: () => void;
} {
  const [fold, setFold] = useState<'open' | 'folded' | 'by width'>('by width');
  const isWide = useSyncExternalStore(subscribe, () => wide.matches);
  const isOpen = fold === 'open' || (fold === 'by width' && isWide);
  return { fold, isOpen, toggle: () => setFold(isOpen ? 'folded' : 'open') };
}
