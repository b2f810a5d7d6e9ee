// Page of local log files: curves without a service.
import { Link } from 'wouter';
import { Suspense, useMemo, useRef, useState } from 'react';
import { paths } from '#lib/address.ts';
import { leftAddress } from '#lib/left-lists.ts';
import { alertMarks, findAlerts, alertsAt } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import type { Thresholds } from '#pages/fine-tunes/alerts/thresholds.ts';
import { ChartsLoading } from '#pages/fine-tunes/charts/ChartsLoading.tsx';
import type { ChartMark, ChartRun } from '#pages/fine-tunes/charts/chart-run.ts';
import { readChartView, writeChartView } from '#pages/fine-tunes/charts/chart-view.ts';
import { totalSteps } from '#pages/fine-tunes/curves/step-times.ts';
import { useLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { useSnapshots, type OpenedSnapshot } from '#pages/fine-tunes/job/opened-snapshots.ts';
import { findBest } from '#pages/fine-tunes/job/best-checkpoint.ts';
import { chartRunOf, marksOf } from '#pages/fine-tunes/job/chart-runs.ts';
import { DropZone, OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { LogFileList } from '#pages/fine-tunes/log-files/LogFileList.tsx';
import {
  localPlace,
  uniqueLabels,
  type ImportedRun,
  type OpenLogFile,
} from '#pages/fine-tunes/log-files/log-places.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { takeLocalFiles } from './take-local-files.ts';
import { pointCount } from '#pages/fine-tunes/curves/curve.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { useWatchedTrainings } from '#pages/fine-tunes/alerts/use-watched-trainings.ts';

export { readFineTuneSearch as readSearch } from '#pages/fine-tunes/search.ts';

const LossCharts = lazyPart(() => import('#pages/fine-tunes/charts/LossCharts.tsx'), 'LossCharts');

const SnapshotList = lazyPart(() => import('./SnapshotList.tsx'), 'SnapshotList');

const LogAlerts = lazyPart(() => import('./LogAlerts.tsx'), 'LogAlerts');

interface LocalPageProps {
  search: FineTuneSearch;
  /** Undefined removes a parameter. */
  changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}

export function LocalPage({ search, changeSearch }: LocalPageProps) {
  const { files, runs: logRuns, isLoaded } = useLogFiles(localPlace);
  const { opened, isLoaded: hasSnapshots } = useSnapshots();
  const runs = useMemo(() => [...snapshotRuns(opened, logRuns), ...logRuns], [opened, logRuns]);
  const watched = useLogAlerts(logRuns);
  // Charts show the marks of their first run.
  const own = watched.find(({ run }) => run === runs[0])?.alerts;
  const { thresholds } = useThresholds();
  const marks = useMemo(
    () => (own === undefined ? snapshotMarks(opened, thresholds) : alertMarks(own)),
    [own, opened, thresholds],
  );
  const view = useMemo(() => readChartView(search), [search]);
  const charts = useRef<HTMLDivElement>(null);
  const isEmpty = files.length + opened.length === 0;
  const isRestored = useOnce(isLoaded && hasSnapshots && !isShortReading(files));
  return (
    <DropZone onFiles={takeLocalFiles} className="min-h-full">
      <div className="flex min-h-bar flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-4">
        <Link href={leftAddress(paths.fineTunes)} className="text-muted hover:text-text">
          Fine-tunes
        </Link>
        <span aria-hidden="true" className="text-faint">
          /
        </span>
        <h2 className="font-strong">Log files</h2>
        {!isEmpty && (
          <div className="ml-auto">
            <OpenLogFiles onFiles={takeLocalFiles} />
          </div>
        )}
      </div>
      <div className="px-4 pt-4 empty:hidden">
        {isRestored && <LogFileList place={localPlace} files={files} />}
      </div>
      {!isRestored ? (
        <Loading rows={4} label="Loading the log files" />
      ) : isEmpty ? (
        <div className="p-6">
          <Empty title="Curves of your own log files" act={<OpenLogFiles onFiles={takeLocalFiles} isMain />}>
            <p>Open log files, or drop them here. They are read in this browser and never uploaded.</p>
            <p>A fine-tune saved as a file also opens here, with its events and alerts.</p>
            <p>
              Recognized: trainer state and console logs, LLaMA-Factory logs, W&B and TensorBoard downloads,
              results of hosted fine-tunes, metrics rows, logs and tables of many trainers, and this page’s
              CSV export. For any other table or log you choose the columns.
            </p>
          </Empty>
        </div>
      ) : (
        <div className="grid gap-4 p-4">
          {runs.length > 0 && (
            <PanelBoundary name="The charts">
              <div ref={charts} />
              {runs.length > 1 && marks.length > 0 && (
                <p className="mb-2 text-dense text-faint">The marks are those of {runs[0]?.label}.</p>
              )}
              <Suspense fallback={<ChartsLoading />}>
                <LossCharts
                  runs={runs}
                  marks={marks}
                  view={view}
                  onView={(next, how) => changeSearch(writeChartView(next), how)}
                />
              </Suspense>
            </PanelBoundary>
          )}
          {watched.length > 0 && (
            <PanelBoundary name="The alerts" whileLoading={<Loading rows={3} label="Loading the alerts" />}>
              <LogAlerts
                watched={watched}
                areNamed={runs.length > 1}
                onStep={(step) => {
                  const zoom = `${Math.max(0, step - stepsAround)}_${step + stepsAround}`;
                  changeSearch({ x: undefined, zoom }, 'push');
                  charts.current?.scrollIntoView({ block: 'nearest' });
                }}
              />
            </PanelBoundary>
          )}
          {opened.length > 0 && (
            <PanelBoundary
              name="The snapshots"
              whileLoading={<Loading rows={8} label="Loading the snapshots" />}
            >
              <SnapshotList opened={opened} />
            </PanelBoundary>
          )}
        </div>
      )}
    </DropZone>
  );
}

/** True from the first time on. */
function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}

const shortBytes = 8_000_000;

/** Kept files that are read at once are drawn together, so that nothing moves. */
function isShortReading(files: readonly OpenLogFile[]): boolean {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes <= shortBytes && files.some(({ state: { kind } }) => kind === 'waiting' || kind === 'reading');
}

/** On each side of a shown step. */
const stepsAround = 50;

/** With the name of their file where another run has the same. Exported for its test. */
export function snapshotRuns(
  opened: readonly OpenedSnapshot[],
  others: readonly ImportedRun[],
): readonly ChartRun[] {
  const snapshots = opened.flatMap(({ name, read }) =>
    read.ok ? [{ name, run: chartRunOf(read.snapshot.facts, totalSteps(read.snapshot.facts), null) }] : [],
  );
  const labels = uniqueLabels([
    ...snapshots.map(({ name, run }) => ({ label: run.label, isNamed: true, fileName: name })),
    ...others.map(({ label }) => ({ label, isNamed: true, fileName: '' })),
  ]);
  return snapshots.map(({ name, run }, index) => {
    // One fine-tune may have been saved several times; curves are told apart by the id.
    const isFirst = snapshots.findIndex((each) => each.run.id === run.id) === index;
    if (isFirst && labels[index] === run.label) return run;
    return Object.assign({}, run, { label: labels[index], id: isFirst ? run.id : `${run.id} ${name}` });
  });
}

/** Charts show the first run's marks. */
function snapshotMarks(opened: readonly OpenedSnapshot[], thresholds: Thresholds): readonly ChartMark[] {
  const first = opened.find(({ read }) => read.ok);
  if (first === undefined || !first.read.ok) return [];
  const { facts, savedAtMs } = first.read.snapshot;
  const { record, events, curves, checkpoints } = facts;
  const best = findBest(record.id, curves, checkpoints);
  return [
    ...marksOf(events, checkpoints ?? [], best.isKnown ? best.step : null, curves),
    ...alertMarks(findAlerts(facts, thresholds, savedAtMs)),
  ];
}

/** Further or longer runs are only charts. */
const [maxRuns, maxPoints] = [8, 1_000_000];

/** Newest alerts first. */
export interface WatchedRun {
  readonly run: ImportedRun;
  readonly alerts: readonly Alert[];
}

/** A grown run keeps its alerts until watched again. */
function useLogAlerts(runs: readonly ImportedRun[]): readonly WatchedRun[] {
  const { thresholds } = useThresholds();
  const trainings = useMemo(() => {
    const short = runs
      .slice(0, maxRuns)
      .filter(({ curves }) => pointCount([...curves.curves.values()].flat()) <= maxPoints);
    return short.map(({ id, curves }) => {
      const record = { id, status: 'completed' };
      return { record, events: [], curves, checkpoints: null };
    });
  }, [runs]);
  const known = useWatchedTrainings(trainings);
  return useMemo(
    () =>
      runs.flatMap((run) => {
        const watched = known.get(run.id);
        return watched === undefined ? [] : [{ run, alerts: alertsAt(watched, thresholds, [], null) }];
      }),
    [runs, known, thresholds],
  );
}
