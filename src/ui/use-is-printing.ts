// Print detection, so that virtualized content is rendered in full.
import { useSyncExternalStore } from 'react';

/** True from before the print layout until printing is done. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || paper.matches);
}

const paper = matchMedia('print');
let isPrinting = false;

// Some browsers only fire the event, others (and print emulation in developer tools) only change the media
// query.
function subscribe(listener: () => void): () => void {
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
