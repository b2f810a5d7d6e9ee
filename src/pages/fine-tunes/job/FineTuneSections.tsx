// Sections of the fine-tune page below its header: charts, events, alerts, checkpoints, cost, parameters.
import { Suspense } from 'react';
import { goToPart, Section } from '#pages/fine-tunes/Section.tsx';
import { SinceLastVisit, QueueLine } from '#pages/fine-tunes/SinceLastVisit.tsx';
import { AlertControls, AlertsPart } from '#pages/fine-tunes/alerts/AlertsPart.tsx';
import { isOver } from '#api/fine-tune-status.ts';
import { useEmbedded } from '#connection/use-client.ts';
import type { Alert } from '#pages/fine-tunes/alerts/alert.ts';
import { lintConfig } from '#pages/fine-tunes/alerts/config-lint.ts';
import { areStepsCounted } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { OpenLogFiles } from '#pages/fine-tunes/log-files/DropZone.tsx';
import { useOpenFiles } from './opened-snapshots.ts';
import type { Recorded } from '#pages/fine-tunes/recorder.ts';
import type { FineTunePartProps } from '#pages/fine-tunes/use-fine-tune.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Loading } from '#ui/States.tsx';
import { useCommands } from '#ui/commands.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { CheckpointTable } from './CheckpointTable.tsx';
import { CostPart } from './CostPart.tsx';
import { Curves, OverlayPicker } from './Curves.tsx';
import { EventsPart } from './EventsPart.tsx';
import { ForecastPart } from './ForecastPart.tsx';
import { hasLineage, Lineage } from './Lineage.tsx';
import { AgainstPicker, ParameterTable, RecordView } from './ParameterTable.tsx';
import type { Readings } from './use-readings.ts';

/** Runs need the code of the playground, 28 kB, for which curves and events do not wait. */
const HeldOutPart = lazyPart(() => import('#pages/fine-tunes/held-out/HeldOutPart.tsx'), 'HeldOutPart');

interface FineTuneSectionsProps extends FineTunePartProps {
  readings: Readings;
  alerts: readonly Alert[];
  /** Null while loading. */
  recorded: Recorded | null;
}

export function FineTuneSections(props: FineTuneSectionsProps) {
  const { open, all, search, changeSearch, readings, alerts, recorded } = props;
  const { fineTune, events, checkpoints, raw, freshness, clock } = open;
  const own = { open, all, search, changeSearch };
  const openFiles = useOpenFiles(fineTune.id);
  function showStep(step: number) {
    changeSearch({ x: undefined, chain: undefined, zoom: zoomAround(step, readings.total) }, 'push');
    goToPart('Curves');
  }
  return (
    <>
      {/* Events are beside the charts, or below them. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <Section
          title="Curves"
          end={
            <>
              <OverlayPicker {...own} />
              <OpenLogFiles onFiles={openFiles} />
            </>
          }
        >
          <Curves {...own} readings={readings} alerts={alerts} />
        </Section>
        <Section title="Events" note={events.length || undefined}>
          <EventsPart
            open={open}
            search={search}
            changeSearch={changeSearch}
            // The step of an event is not one that the curves count.
            onStep={areStepsCounted(open.curves) ? undefined : showStep}
          />
        </Section>
      </div>
      <Section title="Alerts" note={alerts.length} end={<AlertControls />}>
        <SinceLastVisit
          record={fineTune}
          recorded={recorded}
          alerts={alerts}
          answeredMs={freshness.updatedAtMs}
          aheadMs={clock.aheadMs}
        />
        <QueueLine seen={recorded?.seen.get(fineTune.id) ?? []} />
        <AlertsPart
          record={fineTune}
          alerts={alerts}
          notes={lintConfig(fineTune, readings.total)}
          aheadMs={clock.aheadMs}
          onStep={showStep}
        />
      </Section>
      <Section title="Checkpoints" note={checkpoints.items?.length}>
        <CheckpointTable open={open} readings={readings} />
      </Section>
      <Section title="Held-out check" isSecondary>
        <Suspense fallback={<Loading rows={2} label="Loading the held-out check" />}>
          <HeldOutPart
            record={fineTune}
            checkpoints={checkpoints.items ?? []}
            isComing={checkpoints.isLoading && checkpoints.announced > 0}
            bestStep={readings.best.isKnown ? readings.best.step : null}
          />
        </Suspense>
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 desk:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid min-w-0 content-start gap-y-6">
          <Section title="Time" isSecondary>
            <ForecastPart
              record={fineTune}
              times={readings.times}
              total={readings.total}
              readMs={open.knownMs ?? 0}
              isGone={open.goneSinceMs !== null}
              clock={clock}
            />
            {!isOver(fineTune.status) && open.goneSinceMs === null && <CancelCommand id={fineTune.id} />}
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
          isSecondary={search.against === undefined}
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
    </>
  );
}

/** The interface has no operation for it. */
function CancelCommand({ id }: { id: string }) {
  const isEmbedded = useEmbedded();
  useCommands([{ title: 'Cancel this fine-tune …', isOff: !isEmbedded, run: () => goToPart('Time') }]);
  if (!isEmbedded) return null;
  const command = `npm run fine-tune -- --cancel ${id}`;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2">
      <span className="text-muted">A terminal in the folder of this server cancels it:</span>
      <code className="text-dense wrap-anywhere">{command}</code>
      <CopyButton text={() => command} label="Copy command" />
    </p>
  );
}

/** A tenth of the training around a step. */
function zoomAround(step: number, total: number | null): string {
  const reach = Math.max(10, Math.round((total ?? 0) / 20));
  return `${Math.max(0, step - reach)}_${step + reach}`;
}
