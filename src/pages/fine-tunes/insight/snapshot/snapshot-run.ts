// A snapshot as the charts take it.
import type { ChartMark, ChartRun } from '#pages/fine-tunes/chart/chart-run.ts';
import { chartRunOf } from '#pages/fine-tunes/detail/chart-runs.ts';
import { marksOf } from '#pages/fine-tunes/detail/marks.ts';
import { findBest } from '#pages/fine-tunes/insight/best-checkpoint.ts';
import { totalSteps } from '#pages/fine-tunes/insight/step-times.ts';
import type { OpenedSnapshot } from './opened-snapshots.ts';

/** The same objects for the same snapshot; none for a file that could not be read. */
export function snapshotRuns(opened: readonly OpenedSnapshot[]): readonly ChartRun[] {
  return opened.flatMap(({ read }) =>
    read.ok ? [chartRunOf(read.snapshot.facts, totalSteps(read.snapshot.facts), null)] : [],
  );
}

/** Marks of the first snapshot: the charts draw those of their first run. */
export function snapshotMarks(opened: readonly OpenedSnapshot[]): readonly ChartMark[] {
  const first = opened.find(({ read }) => read.ok);
  if (first === undefined || !first.read.ok) return [];
  const { record, events, curves, checkpoints } = first.read.snapshot.facts;
  const best = findBest(record.id, curves, checkpoints);
  return marksOf(events, checkpoints ?? [], best.isKnown ? best.best.step : null, curves);
}
