// Files that belong to no fine-tune of the service: snapshots of fine-tunes, and logs.
import { takeSnapshots } from '#pages/fine-tunes/insight/snapshot/opened-snapshots.ts';
import { openLogFiles } from './log-files.ts';
import { localPlace } from './log-places.ts';

/** Opens them on the page of log files; whatever is no snapshot is read as a log. */
export function takeLocalFiles(files: readonly File[]): void {
  // What draws them comes while they are read; where it does not come, the place of the charts says so.
  void import('#pages/fine-tunes/chart/LossCharts.tsx').catch(() => null);
  void takeSnapshots(files).then((others) => openLogFiles(localPlace, others));
}
