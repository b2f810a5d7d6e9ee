// The way from the list of fine-tunes to log files of one's own: a button, and the whole page as a place to drop them.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DropZone } from './DropZone.tsx';
import { OpenLogFiles } from './OpenLogFiles.tsx';
import { takeLocalFiles } from './take-local-files.ts';

/** Opens files and shows their curves. */
export function OpenLocalFiles() {
  return <OpenLogFiles onFiles={useLocalFiles()} />;
}

/** Files dropped on what it holds are opened, too. */
export function LocalDrop({ children }: { children: ReactNode }) {
  return (
    <DropZone onFiles={useLocalFiles()} className="h-full">
      {children}
    </DropZone>
  );
}

function useLocalFiles(): (files: readonly File[]) => void {
  const navigate = useNavigate();
  return (files) => {
    if (files.length === 0) return;
    takeLocalFiles(files);
    void navigate({ to: '/fine-tunes/local' });
  };
}
