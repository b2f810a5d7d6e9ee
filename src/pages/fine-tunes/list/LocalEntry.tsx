// Entry to local log files: button, way to those kept, and drop zone of the page.
import { Link, useLocation } from 'wouter';
import { useEffect, useState, type ReactNode } from 'react';
import { paths } from '#lib/address.ts';
import { formatCounted } from '#lib/format.ts';
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { storedFiles } from '#pages/fine-tunes/log-files/stored-files.ts';
import { snapshotPlace, takeSnapshots } from '#pages/fine-tunes/job/opened-snapshots.ts';
import { DropZone, OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { localPlace, useLogPlaces } from '#pages/fine-tunes/log-files/log-places.ts';

export function OpenLocalFiles() {
  return (
    <>
      <OpenLogFiles onFiles={useLocalFiles()} />
      <KeptFiles />
    </>
  );
}

/** Of an earlier visit, too. */
function KeptFiles() {
  const open = useLogPlaces((places) => places[localPlace]?.files.length ?? 0);
  const [stored, setStored] = useState(0);
  useEffect(() => void storedFiles.count([localPlace, snapshotPlace]).then(setStored), []);
  const count = Math.max(open, stored);
  if (count === 0) return null;
  return (
    <Link
      href={paths.localLogs}
      title="Log files and snapshots that this browser keeps until you close them."
      className="whitespace-nowrap text-act hover:underline"
    >
      {formatCounted(count, 'kept file')}
    </Link>
  );
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
