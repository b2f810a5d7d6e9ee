// Files that were chosen or dropped: snapshots are opened as such, all others as logs.
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { localPlace } from '#pages/fine-tunes/log-files/log-places.ts';
import { takeSnapshots } from '#pages/fine-tunes/job/opened-snapshots.ts';

export function takeLocalFiles(files: readonly File[]): void {
  // Preloads; the charts' own place reports a failure.
  void import('#pages/fine-tunes/charts/LossCharts.tsx').catch(() => null);
  void takeSnapshots(files).then((others) => openLogFiles(localPlace, others));
}
