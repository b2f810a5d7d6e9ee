// Entry to local log files: button, way to those kept, and drop zone of the page.
import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#lib/address.ts';
import { DropZone, OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

export function OpenLocalFiles() {
  return (
    <>
      <OpenLogFiles onFiles={useLocalFiles()} />
      <Suspense>
        <KeptFiles />
      </Suspense>
    </>
  );
}

// What reads log files weighs eight kilobytes, which few visits need.
const KeptFiles = lazyPart(() => import('./KeptFiles.tsx'), 'KeptFiles');

export function LocalDrop({ children }: { children: ReactNode }) {
  return (
    <DropZone onFiles={useLocalFiles()} className="h-full">
      {children}
    </DropZone>
  );
}

function useLocalFiles(): (files: readonly File[]) => void {
  const [, navigate] = useLocation();
  return (files) => {
    if (files.length === 0) return;
    // The page that it leads to needs the same code, and reports a failure.
    void import('./take-local-files.ts')
      .then(({ takeLocalFiles }) => takeLocalFiles(files))
      .catch(() => null);
    navigate(paths.localLogs);
  };
}
