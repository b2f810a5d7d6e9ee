// Entry to local log files: button, and drop zone of the page.
import { useLocation } from 'wouter';
import type { ReactNode } from 'react';
import { paths } from '#lib/address.ts';
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { takeSnapshots } from './opened-snapshots.ts';
import { DropZone, OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { localPlace } from '#pages/fine-tunes/log-files/log-places.ts';

export function OpenLocalFiles() {
  return <OpenLogFiles onFiles={useLocalFiles()} />;
}

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

/** All but snapshots are opened as logs. */
export function takeLocalFiles(files: readonly File[]): void {
  // Preloads; the charts' own place reports a failure.
  void import('#pages/fine-tunes/charts/LossCharts.tsx').catch(() => null);
  void takeSnapshots(files).then((others) => openLogFiles(localPlace, others));
}
