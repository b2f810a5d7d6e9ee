// Drop zone for log files.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from './growing-file.ts';
import { FileButton } from '#ui/FileButton.tsx';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
}

/** Takes drops anywhere in the window: else the browser would open the files. */
export function DropZone({ onFiles, className = '', children }: DropZoneProps) {
  const isOver = useFileDrop(onFiles);
  return (
    <div className={`relative ${className}`}>
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-10 flex items-start justify-center rounded-control border-2 border-dashed border-act bg-veil p-6">
          <p className="sticky top-6 rounded-control border border-act bg-panel px-3 py-2 text-center shadow-float">
            Drop log files to draw their curves.
            <br />
            <span className="text-muted">They are read in this browser and never uploaded.</span>
          </p>
        </div>
      )}
    </div>
  );
}

interface OpenLogFilesProps {
  onFiles: (files: readonly File[]) => void;
  isMain?: boolean;
}

export function OpenLogFiles({ onFiles, isMain = false }: OpenLogFilesProps) {
  return (
    <FileButton
      label="Log files"
      isMultiple
      look={isMain ? 'primary' : 'plain'}
      title="Logs of trainers as CSV, JSON, JSON lines or console text. They are read in this browser and never uploaded."
      onFiles={onFiles}
    >
      Open log files
    </FileButton>
  );
}

/** @returns whether files are over the window */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
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
    // dragleave fires between elements, too; it lacks a related target only when leaving the window.
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
