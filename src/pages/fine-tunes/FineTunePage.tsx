// One fine-tune: header, charts, timeline, checkpoints, parameters, record.
import { Link } from '@tanstack/react-router';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { Failed, Loading } from '#ui/States.tsx';
import { CheckpointTable } from './detail/CheckpointTable.tsx';
import { Curves, OverlayPicker } from './detail/Curves.tsx';
import { Header } from './detail/Header.tsx';
import { hasLineage, Lineage } from './detail/Lineage.tsx';
import { AgainstPicker, ParameterTable } from './detail/ParameterTable.tsx';
import { RecordView } from './detail/RecordView.tsx';
import { useReadings } from './detail/use-readings.ts';
import { useAlerts } from './insight/alerts/use-alerts.ts';
import { openLogFiles } from './import/log-files.ts';
import { useOwnLogs } from './import/use-own-logs.ts';
import { OpenLogFiles } from './import/OpenLogFiles.tsx';
import { InsightParts } from './insight/InsightParts.tsx';
import { useRecorded } from './insight/recorder/use-recorded.ts';
import { SaveSnapshot } from './insight/snapshot/SaveSnapshot.tsx';
import type { FineTunePartProps } from './part-props.ts';
import { goToPart, Section } from './Section.tsx';
import type { FineTuneSearch } from './search.ts';
import { EventsPart } from './timeline/EventsPart.tsx';
import { useFineTune } from './use-fine-tune.ts';

interface FineTunePageProps {
  id: string;
  search: FineTuneSearch;
  changeSearch: FineTunePartProps['changeSearch'];
}

/** Answers loading, failed, unknown and gone; the parts are handed what there is. */
export function FineTunePage({ id, search, changeSearch }: FineTunePageProps) {
  const { open, all, freshness } = useFineTune(id);
  if (open !== null && all !== undefined) {
    return <FineTuneParts open={open} all={all} search={search} changeSearch={changeSearch} />;
  }
  if (all === undefined && freshness.error === null) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading the fine-tune" />
      </div>
    );
  }
  const every = <Link to="/fine-tunes">All fine-tunes</Link>;
  return (
    <div className="p-6">
      {all === undefined ? (
        <LoadFailure what="fine-tunes" error={freshness.error} onRetry={freshness.refresh} act={every} />
      ) : (
        <Failed title="There is no such fine-tune here." onRetry={freshness.refresh} act={every}>
          {freshness.error?.message ?? `The service lists no fine-tune with the id ${id}.`}
        </Failed>
      )}
    </div>
  );
}

function FineTuneParts({ open: told, all, search, changeSearch }: FineTunePartProps) {
  const open = useOwnLogs(told);
  const { fineTune, events, checkpoints, raw } = open;
  const readings = useReadings(open);
  const recorded = useRecorded(all, open.freshness.updatedAtMs);
  const alerts = useAlerts(open, recorded);
  const own = { open, all, search, changeSearch };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4">
      <Header open={open} readings={readings} alerts={alerts} />
      {/* Charts at the left, events beside them; on a narrow screen one after the other. */}
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
          <EventsPart open={open} search={search} changeSearch={changeSearch} />
        </Section>
      </div>
      <InsightParts
        open={open}
        readings={readings}
        alerts={alerts}
        recorded={recorded}
        onStep={(step) => {
          changeSearch({ x: undefined, chain: undefined, zoom: zoomAround(step, readings.total) }, 'push');
          goToPart('Curves');
        }}
      />
      <Section title="Checkpoints" note={checkpoints.items?.length}>
        <CheckpointTable open={open} readings={readings} />
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 desk:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Section
          title="Parameters"
          end={<AgainstPicker fineTune={fineTune} all={all} search={search} changeSearch={changeSearch} />}
        >
          <ParameterTable fineTune={fineTune} all={all} search={search} />
        </Section>
        {hasLineage(fineTune, all) && (
          <Section title="Lineage">
            <Lineage fineTune={fineTune} all={all} />
          </Section>
        )}
      </div>
      <Section title="Record" end={<SaveSnapshot open={open} />}>
        <RecordView raw={raw} />
      </Section>
    </div>
  );
}

/** A tenth of the training around a step, as the address of the charts has it. */
function zoomAround(step: number, total: number | null): string {
  const reach = Math.max(10, Math.round((total ?? 0) / 20));
  return `${Math.max(0, step - reach)}_${step + reach}`;
}
