// Files that are dragged over the window and dropped on it.
import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from './growing-file.ts';

/** @returns whether files are over the window now; anything else that is dragged is left alone */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const control = new AbortController();
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', on: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) on(event);
        },
        { signal: control.signal },
      );
    const hover = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    listen('dragenter', hover);
    listen('dragover', hover);
    // Leaving an element for one inside it is no leaving of the window.
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer !== null) take(droppedFiles(event.dataTransfer));
    });
    return () => control.abort();
  }, []);

  return isOver;
}
