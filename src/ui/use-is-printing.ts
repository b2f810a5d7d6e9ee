// Print detection.
import { useSyncExternalStore } from 'react';

/** From before the print layout until the end. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

let isPrinting = false;

// Some browsers only fire the event, others only change the media query.
function subscribe(listener: () => void): () => void {
  const paper = matchMedia('print');
  const begin = () => {
    isPrinting = true;
    listener();
  };
  const end = () => {
    isPrinting = false;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}
