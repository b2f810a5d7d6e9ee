// Where log files can be dropped: its edge shows while files are over the window, and nothing below it moves.
import type { ReactNode } from 'react';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
}

/** Files dropped beside it are taken, too: else the browser would leave the page for them. */
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
