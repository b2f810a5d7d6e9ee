// Fine-tune snapshots opened from files.
import { useMemo, useState } from 'react';
import { checkpointName, fineTuneName } from '#api/fine-tune-status.ts';
import { useServiceKey } from '#connection/use-client.ts';
import { momentWords } from '#lib/dates.ts';
import { LabelsText } from '#pages/fine-tunes/LabelsLine.tsx';
import { Section } from '#pages/fine-tunes/Section.tsx';
import { AlertControls, AlertsPart } from '#pages/fine-tunes/alerts/AlertsPart.tsx';
import { lintConfig } from '#pages/fine-tunes/alerts/config-lint.ts';
import { findAlerts } from '#pages/fine-tunes/alerts/find-alerts.ts';
import { useThresholds } from '#pages/fine-tunes/alerts/thresholds-store.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { stepTimes, totalSteps, currentStep } from '#pages/fine-tunes/curves/step-times.ts';
import { changeLabels, isEmpty, labelsOf, useAllLabels } from '#pages/fine-tunes/labels.ts';
import { SavedCheckpoints } from '#pages/fine-tunes/job/CheckpointTable.tsx';
import { CostPart, readCosts } from '#pages/fine-tunes/job/CostPart.tsx';
import { Timeline } from '#pages/fine-tunes/job/EventsPart.tsx';
import { ForecastPart } from '#pages/fine-tunes/job/ForecastPart.tsx';
import { ParameterTable, RecordView } from '#pages/fine-tunes/job/ParameterTable.tsx';
import { findBest } from '#pages/fine-tunes/job/best-checkpoint.ts';
import type { Snapshot } from '#pages/fine-tunes/job/snapshot-file.ts';
import { statusTone } from '#pages/fine-tunes/status-tone.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { noFilter } from '#timeline/entry.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Failed, Status } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { closeSnapshot, type OpenedSnapshot } from '#pages/fine-tunes/job/opened-snapshots.ts';

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

function Head({ name, snapshot: { facts, savedAtMs, labels } }: { name: string; snapshot: Snapshot }) {
  const { record } = facts;
  const nowMs = useNow();
  const service = useServiceKey();
  const own = labelsOf(useAllLabels(), record.id);
  return (
    <>
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-heading font-strong wrap-anywhere">
        {fineTuneName(record)}
        <span className="text-base font-regular">
          <Status tone={statusTone(record.status)}>{record.status ?? 'no status'}</Status>
        </span>
      </h2>
      <p className="text-dense wrap-anywhere text-muted">
        As it was when {name} was saved, {momentWords(savedAtMs, nowMs)}. No service is contacted.
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-dense">
        <LabelsText labels={labels} />
        {!isEmpty(labels) && (
          <>
            <Button look="quiet" onClick={() => changeLabels(service, record.id, labels)}>
              Copy labels to this browser
            </Button>
            <span role="status" className="text-muted">
              {JSON.stringify(own) === JSON.stringify(labels) && 'Saved in this browser.'}
            </span>
          </>
        )}
      </div>
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
  const alerts = useMemo(() => findAlerts(facts, thresholds, savedAtMs), [facts, thresholds, savedAtMs]);
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-4">
          <Section title="Alerts" note={alerts.length} end={<AlertControls canNotify={false} />}>
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

/** Without requests the base model's price is unknown. */
function SnapshotTables({ facts, total }: { facts: FineTuneFacts; total: number | null }) {
  const { record, curves, checkpoints } = facts;
  const { unit: priceUnit } = usePriceUnit();
  const { unit: tokenUnit } = useTokenUnit();
  const best = useMemo(() => findBest(record.id, curves, checkpoints), [record, curves, checkpoints]);
  const costs = readCosts({
    record,
    priceUnit,
    pricing: undefined,
    tokenUnit,
    step: currentStep(facts),
    total,
    bestStep: best.bestStep,
  });
  return (
    <>
      <Section title="Checkpoints" note={checkpoints?.length}>
        {checkpoints === null || checkpoints.length === 0 ? (
          <p className="text-muted">
            {checkpoints === null ? 'Not loaded when the file was saved.' : 'None at that time.'}
          </p>
        ) : (
          <SavedCheckpoints
            id={record.id}
            items={checkpoints}
            curves={curves}
            best={best}
            nameOf={(checkpoint) => checkpointName(record.id, checkpoint)}
          />
        )}
      </Section>
      <div className="grid gap-x-10 gap-y-4 desk:grid-cols-2">
        <Section title="Cost">
          {costs.total.value === null ? (
            <p className="text-muted">The record in this file has no price.</p>
          ) : (
            <CostPart costs={costs} />
          )}
        </Section>
        <Section title="Parameters">
          <ParameterTable fineTune={record} all={[]} search={{}} />
        </Section>
      </div>
    </>
  );
}
