// What an axis cannot show, in words: runs and points that have no place on it.
import { formatCount } from '#lib/format.ts';
import type { XAxis } from './chart-view.ts';
import type { Track } from './track.ts';

const lacks: Readonly<Record<XAxis, string>> = {
  step: 'step',
  epoch: 'epoch',
  tokens: 'count of tokens',
  elapsed: 'time',
  wall: 'time',
  cost: 'cost',
};

/** As `12 points of baseline v1 have no epoch and are not drawn.`; null where everything is drawn. */
export function missingText(tracks: readonly Track[], axis: XAxis): string | null {
  const byRun = new Map<string, number>();
  for (const { run, missingCount, isHidden } of tracks) {
    if (isHidden || missingCount === 0) continue;
    byRun.set(run.label, (byRun.get(run.label) ?? 0) + missingCount);
  }
  if (byRun.size === 0) return null;
  const parts = [...byRun].map(([label, count]) => `${formatCount(count)} points of ${label}`);
  return `${parts.join(', ')} have no ${lacks[axis]} and are not drawn.`;
}
