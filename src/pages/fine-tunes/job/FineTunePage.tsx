// One fine-tune: header, charts, timeline, checkpoints, parameters, record.
import { memo, useDeferredValue } from 'react';
import { Link } from 'wouter';
import { paths } from '#lib/address.ts';
import { fineTuneName } from '#api/fine-tune-status.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { goToPart, Section } from '#pages/fine-tunes/Section.tsx';
import { SinceLastVisit, QueueLine } from '#pages/fine-tunes/SinceLastVisit.tsx';
import { AlertControls, AlertsPart } from '#pages/fine-tunes/alerts/AlertsPart.tsx';
import { lintConfig } from '#pages/fine-tunes/alerts/config-lint.ts';
import { useAlerts } from '#pages/fine-tunes/alerts/use-alerts.ts';
import { CheckpointTable } from './CheckpointTable.tsx';
import { Curves, OverlayPicker } from './Curves.tsx';
import { Header } from './Header.tsx';
import { hasLineage, Lineage } from './Lineage.tsx';
import { AgainstPicker, ParameterTable, RecordView } from './ParameterTable.tsx';
import { useReadings, type Readings } from './use-readings.ts';
import { HeldOutPart } from '#pages/fine-tunes/held-out/HeldOutPart.tsx';
import { openLogFiles } from '#pages/fine-tunes/log-files/log-files.ts';
import { CostPart } from './CostPart.tsx';
import { ForecastPart } from './ForecastPart.tsx';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { useOwnLogs } from '#pages/fine-tunes/log-files/use-own-logs.ts';
import { useRecorded, type Recorded } from '#pages/fine-tunes/recorder.ts';
import type { FineTuneSearch } from '#pages/fine-tunes/search.ts';
import { EventsPart } from './EventsPart.tsx';
import { type FineTunePartProps, useFineTune, type OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { linkLook } from '#ui/Field.tsx';
import { Failed, Loading, Rest } from '#ui/States.tsx';
import { useWindowTitle } from '#ui/window-title.ts';

export { readFineTuneSearch as readSearch } from '#pages/fine-tunes/search.ts';

interface FineTunePageProps {
  id: string;
  search: FineTuneSearch;
  changeSearch: FineTunePartProps['changeSearch'];
}

export function FineTunePage({ id, search, changeSearch }: FineTunePageProps) {
  const newest = useFineTune(id);
  // The answers, the first one too, are drawn in short tasks: queries would render the whole page in one.
  const drawn = useDeferredValue(newest);
  const { open, all, freshness } = drawn.open?.fineTune.id === id ? drawn : newest;
  useWindowTitle(open === null ? id : fineTuneName(open.fineTune));
  if (drawn.open !== null && open !== null && all !== undefined) {
    return <FineTuneParts open={open} all={all} search={search} changeSearch={changeSearch} />;
  }
  if (open !== null || (all === undefined && freshness.error === null)) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading the fine-tune" />
      </div>
    );
  }
  const every = (
    <Link href={paths.fineTunes} className={linkLook}>
      All fine-tunes
    </Link>
  );
  const ofJob = all?.find((each) => each.job_id === id);
  return (
    <div className="p-6">
      {all === undefined ? (
        <LoadFailure what="fine-tunes" error={freshness.error} onRetry={freshness.refresh} act={every} />
      ) : (
        <Failed title="Fine-tune not found" onRetry={freshness.refresh} act={every}>
          {freshness.error?.message ?? `The service lists no fine-tune with the id ${id}.`}{' '}
          {ofJob !== undefined && (
            <Link href={paths.fineTune(ofJob.id)} className="text-act hover:underline">
              This is a job: open its fine-tune
            </Link>
          )}
        </Failed>
      )}
    </div>
  );
}

const FineTuneParts = memo(function Parts({ open: reported, all, search, changeSearch }: FineTunePartProps) {
  const open = useOwnLogs(reported);
  const { fineTune, events, checkpoints, raw, freshness, clock } = open;
  const readings = useReadings(open);
  const recorded = useRecorded(all, open.freshness.updatedAtMs);
  const alerts = useAlerts(open, recorded);
  const own = { open, all, search, changeSearch };
  function showStep(step: number) {
    changeSearch({ x: undefined, chain: undefined, zoom: zoomAround(step, readings.total) }, 'push');
    goToPart('Curves');
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
      <Header open={open} readings={readings} alerts={alerts} />
      <Rest>
        {/* Events are beside the charts, or below them. */}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 desk:grid-cols-[minmax(0,1fr)_24rem]">
          <Section
            title="Curves"
            end={
              <>
                <OverlayPicker {...own} />
                <OpenLogFiles onFiles={(files) => void openLogFiles(fineTune.id, files)} />
              </>
            }
          >
            <Curves {...own} readings={readings} alerts={alerts} />
          </Section>
          <Section title="Events" note={events.length || undefined}>
            <EventsPart open={open} search={search} changeSearch={changeSearch} onStep={showStep} />
          </Section>
        </div>
        <AlertsSection
          open={open}
          readings={readings}
          alerts={alerts}
          recorded={recorded}
          onStep={showStep}
        />
        <Section title="Checkpoints" note={checkpoints.items?.length}>
          <CheckpointTable open={open} readings={readings} />
        </Section>
        <Section title="Held-out check" isSecondary>
          <HeldOutPart
            record={fineTune}
            checkpoints={checkpoints.items ?? []}
            isComing={checkpoints.isLoading && checkpoints.announced > 0}
            bestStep={readings.best.isKnown ? readings.best.best.step : null}
          />
        </Section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 desk:grid-cols-[repeat(2,minmax(0,1fr))]">
          <div className="grid min-w-0 content-start gap-y-6">
            <Section title="Time" isSecondary>
              <ForecastPart
                record={fineTune}
                times={readings.times}
                total={readings.total}
                readMs={freshness.updatedAtMs ?? 0}
                clock={clock}
              />
            </Section>
            <Section title="Cost" isSecondary>
              <CostPart costs={readings.costs} />
            </Section>
            {hasLineage(fineTune, all) && (
              <Section title="Lineage" isSecondary>
                <Lineage fineTune={fineTune} all={all} />
              </Section>
            )}
          </div>
          <Section
            title="Parameters"
            isSecondary
            end={<AgainstPicker fineTune={fineTune} all={all} search={search} changeSearch={changeSearch} />}
          >
            <ParameterTable fineTune={fineTune} all={all} search={search} />
            <details className="mt-3">
              <summary className="text-muted">All fields of the record</summary>
              <div className="mt-2">
                <RecordView raw={raw} />
              </div>
            </details>
          </Section>
        </div>
      </Rest>
    </div>
  );
});

/** A tenth of the training around a step. */
function zoomAround(step: number, total: number | null): string {
  const reach = Math.max(10, Math.round((total ?? 0) / 20));
  return `${Math.max(0, step - reach)}_${step + reach}`;
}

interface AlertsSectionProps {
  open: OpenFineTune;
  readings: Readings;
  alerts: readonly Alert[];
  /** Null while loading. */
  recorded: Recorded | null;
  onStep: (step: number) => void;
}

function AlertsSection({ open, readings, alerts, recorded, onStep }: AlertsSectionProps) {
  const { fineTune: record, freshness, clock } = open;
  return (
    <Section title="Alerts" note={alerts.length} end={<AlertControls />}>
      <SinceLastVisit record={record} recorded={recorded} answeredMs={freshness.updatedAtMs} />
      <QueueLine seen={recorded?.seen.get(record.id) ?? []} />
      <AlertsPart
        record={record}
        alerts={alerts}
        notes={lintConfig(record, readings.total)}
        aheadMs={clock.aheadMs}
        onStep={onStep}
      />
    </Section>
  );
}
