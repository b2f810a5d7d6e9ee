// Entry to local log files: button, and drop zone of the page.
import { useLocation } from 'wouter';
import type { ReactNode } from 'react';
import { paths } from '#lib/address.ts';
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { takeSnapshots } from './opened-snapshots.ts';
import { DropZone, OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { localPlace } from '#pages/fine-tunes/log-files/log-places.ts';

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
  const [, navigate] = useLocation();
  return (files) => {
    if (files.length === 0) return;
    takeLocalFiles(files);
    navigate(paths.localLogs);
  };
}

/** Opens them on the page of log files; whatever is no snapshot is read as a log. */
export function takeLocalFiles(files: readonly File[]): void {
  // What draws them comes while they are read; where it does not come, the place of the charts says so.
  void import('#pages/fine-tunes/charts/LossCharts.tsx').catch(() => null);
  void takeSnapshots(files).then((others) => openLogFiles(localPlace, others));
}
