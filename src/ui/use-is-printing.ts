// Whether the page is being put on paper: then what is drawn only where it is in view is drawn as a whole.
import { useSyncExternalStore } from 'react';

/** True from before the browser lays the pages out until it is done. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || paper.matches);
}

const paper = matchMedia('print');
let isPrinting = false;

// Some browsers tell by the event alone, some (and the preview of paper in developer tools) by the medium.
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
