// Fine-tunes that were opened from files: what was known of each when it was saved, read as on its own page.
import { useMemo, useState } from 'react';
import { momentWords } from '#pages/fine-tunes/insight/clock-range.ts';
import { AlertControls, AlertsPart } from '#pages/fine-tunes/insight/alerts/AlertsPart.tsx';
import { findAlerts } from '#pages/fine-tunes/insight/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/insight/alerts/thresholds-store.ts';
import { lintConfig } from '#pages/fine-tunes/insight/config-lint.ts';
import { ForecastPart } from '#pages/fine-tunes/insight/ForecastPart.tsx';
import { stepTimes, totalSteps } from '#pages/fine-tunes/insight/step-times.ts';
import { RecordView } from '#pages/fine-tunes/detail/RecordView.tsx';
import { Section } from '#pages/fine-tunes/Section.tsx';
import { statusTone } from '#pages/fine-tunes/status-tone.ts';
import { Timeline } from '#pages/fine-tunes/timeline/Timeline.tsx';
import { useNow } from '#ui/use-now.ts';
import { noFilter } from '#timeline/filter.ts';
import { IconButton } from '#ui/Button.tsx';
import { Failed } from '#ui/States.tsx';
import { Status } from '#ui/Status.tsx';
import { closeSnapshot, type OpenedSnapshot } from './opened-snapshots.ts';
import type { Snapshot } from './snapshot-file.ts';
import { SnapshotTables } from './SnapshotTables.tsx';

/** A file that could not be read says why, and can be closed. */
export function SnapshotList({ opened }: { opened: readonly OpenedSnapshot[] }) {
  return opened.map(({ id, name, read }) => (
    <section
      key={id}
      aria-label={`Snapshot ${name}`}
      className="grid min-w-0 gap-4 border-t border-line pt-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {read.ok ? (
            <Head name={name} snapshot={read.snapshot} />
          ) : (
            <Failed title={`${name} could not be opened.`}>{read.message}</Failed>
          )}
        </div>
        <IconButton icon="cross" label={`Close ${name}`} onClick={() => closeSnapshot(id)} />
      </div>
      {read.ok && <SnapshotParts snapshot={read.snapshot} />}
    </section>
  ));
}

function Head({ name, snapshot: { facts, savedAtMs } }: { name: string; snapshot: Snapshot }) {
  const { record } = facts;
  const nowMs = useNow();
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-heading font-strong wrap-anywhere">
        {record.model_output_name || record.id}
        <span className="text-base font-regular">
          <Status tone={statusTone(record.status)}>{record.status ?? 'no status'}</Status>
        </span>
      </h3>
      <p className="text-dense wrap-anywhere text-muted">
        As it was when {name} was saved, {momentWords(savedAtMs, nowMs)}. Nothing is asked of any service.
      </p>
    </>
  );
}

function SnapshotParts({ snapshot: { facts, savedAtMs } }: { snapshot: Snapshot }) {
  const { thresholds } = useThresholds();
  const [filter, setFilter] = useState(noFilter);
  const [selected, setSelected] = useState<string | null>(null);
  const { record, events } = facts;
  const total = totalSteps(facts);
  const times = useMemo(() => stepTimes(facts), [facts]);
  const alerts = useMemo(() => findAlerts(facts, thresholds, [], savedAtMs), [facts, thresholds, savedAtMs]);
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-4">
          <Section
            title="Alerts"
            note={`${alerts.length}, replayed`}
            end={<AlertControls canNotify={false} />}
          >
            <AlertsPart record={record} alerts={alerts} notes={lintConfig(record, total)} />
          </Section>
          <Section title="Time">
            <ForecastPart record={record} times={times} total={total} readMs={savedAtMs} />
          </Section>
        </div>
        <Section title="Events" note={events.length}>
          <Timeline
            events={events}
            status={record.status}
            nowMs={savedAtMs}
            filter={filter}
            onFilter={setFilter}
            selected={selected}
            onSelect={setSelected}
          />
        </Section>
      </div>
      <SnapshotTables facts={facts} total={total} />
      <Section title="Record">
        <RecordView raw={record} />
      </Section>
    </>
  );
}
