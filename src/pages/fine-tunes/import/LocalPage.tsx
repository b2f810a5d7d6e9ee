// Curves of log files on this computer, without any service.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { readChartView, writeChartView } from '#pages/fine-tunes/chart/chart-view.ts';
import { alertMarks } from '#pages/fine-tunes/insight/alerts/find-alerts.ts';
import { useSnapshots } from '#pages/fine-tunes/insight/snapshot/opened-snapshots.ts';
import { snapshotMarks, snapshotRuns } from '#pages/fine-tunes/insight/snapshot/snapshot-run.ts';
import { chartParamNames, type FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Empty, Loading } from '#ui/States.tsx';
import { chunk } from '#ui/chunk.ts';
import { DropZone } from './DropZone.tsx';
import { LogFileList } from './LogFileList.tsx';
import { OpenLogFiles } from './OpenLogFiles.tsx';
import { useLogFiles } from './log-files.ts';
import { localPlace } from './log-places.ts';
import { takeLocalFiles } from './take-local-files.ts';
import { useLogAlerts } from './use-log-alerts.ts';

const LossCharts = lazy(async () => ({
  default: (await chunk(() => import('#pages/fine-tunes/chart/LossCharts.tsx'))).LossCharts,
}));

const SnapshotList = lazy(async () => ({
  default: (await chunk(() => import('#pages/fine-tunes/insight/snapshot/SnapshotList.tsx'))).SnapshotList,
}));

const LogAlerts = lazy(async () => ({
  default: (await chunk(() => import('./LogAlerts.tsx'))).LogAlerts,
}));

interface LocalPageProps {
  search: FineTuneSearch;
  /** Changes the named parts of the address; undefined takes one away. */
  changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}

/** Empty until files are opened or dropped; then their curves, over each other. */
export function LocalPage({ search, changeSearch }: LocalPageProps) {
  const { files, runs: logRuns, isLoaded } = useLogFiles(localPlace);
  const { opened, isLoaded: hasSnapshots } = useSnapshots();
  const runs = useMemo(() => [...snapshotRuns(opened), ...logRuns], [opened, logRuns]);
  const watched = useLogAlerts(logRuns);
  // The charts have the marks of their first run.
  const own = watched.find(({ run }) => run === runs[0])?.alerts;
  const marks = useMemo(() => (own === undefined ? snapshotMarks(opened) : alertMarks(own)), [own, opened]);
  const view = useMemo(() => readChartView(search), [search]);
  const charts = useRef<HTMLDivElement>(null);
  const isEmpty = files.length + opened.length === 0;
  return (
    <DropZone onFiles={takeLocalFiles} className="min-h-full">
      <div className="flex min-h-bar flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-panel px-4">
        <Link to="/fine-tunes" className="text-muted hover:text-text">
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
      {isEmpty && !(isLoaded && hasSnapshots) ? (
        <Loading rows={4} label="Loading the log files" />
      ) : isEmpty ? (
        <div className="p-6">
          <Empty title="Curves of your own log files" act={<OpenLogFiles onFiles={takeLocalFiles} isMain />}>
            <p>Open log files, or drop them here. They are read in this browser and never uploaded.</p>
            <p>
              A fine-tune that was saved as a file on its page opens here, too, with its events and alerts.
            </p>
            <p>
              Recognised are a trainer's state and console, LLaMA-Factory's log, downloads of W&B and
              TensorBoard, results of hosted fine-tunes, metrics rows, consoles and tables of many trainers,
              and the CSV that this page exports. Of any other table or log you choose the columns.
            </p>
          </Empty>
        </div>
      ) : (
        <div className="grid gap-4 p-4">
          {files.length > 0 && <LogFileList place={localPlace} files={files} />}
          {runs.length > 0 && (
            <PanelBoundary name="The charts">
              <div ref={charts} />
              <Suspense fallback={<Loading rows={12} label="Loading the charts" />}>
                <LossCharts
                  runs={runs}
                  marks={marks}
                  view={view}
                  onView={(next, how) => changeSearch({ ...noChartParams, ...writeChartView(next) }, how)}
                />
              </Suspense>
            </PanelBoundary>
          )}
          {watched.length > 0 && (
            <PanelBoundary name="The alerts">
              <Suspense fallback={<Loading rows={3} label="Loading the alerts" />}>
                <LogAlerts
                  watched={watched}
                  onStep={(step) => {
                    const zoom = `${Math.max(0, step - stepsAround)}_${step + stepsAround}`;
                    changeSearch({ x: undefined, zoom }, 'push');
                    charts.current?.scrollIntoView({ block: 'nearest' });
                  }}
                />
              </Suspense>
            </PanelBoundary>
          )}
          {opened.length > 0 && (
            <PanelBoundary name="The snapshots">
              <Suspense fallback={<Loading rows={8} label="Loading the snapshots" />}>
                <SnapshotList opened={opened} />
              </Suspense>
            </PanelBoundary>
          )}
        </div>
      )}
    </DropZone>
  );
}

/** In sight at each side of a step that is shown. */
const stepsAround = 50;

const noChartParams = Object.fromEntries(chartParamNames.map((name) => [name, undefined]));
