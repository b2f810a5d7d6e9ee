// What the page concludes from a fine-tune: alerts, doubts, time, cost, and a check on texts of one's own.
import type { Readings } from '#pages/fine-tunes/detail/use-readings.ts';
import { Section } from '#pages/fine-tunes/Section.tsx';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { isOver } from '#api/fine-tune-status.ts';
import type { Alert } from './alerts/alert.ts';
import { AlertControls, AlertsPart } from './alerts/AlertsPart.tsx';
import { lintConfig } from './config-lint.ts';
import { CostPart } from './CostPart.tsx';
import { ForecastPart } from './ForecastPart.tsx';
import { HeldOutPart } from './held-out/HeldOutPart.tsx';
import { QueueLine } from './recorder/QueueLine.tsx';
import type { Recorded } from './recorder/recorder.ts';
import { SinceLastVisit } from './recorder/SinceLastVisit.tsx';

interface InsightPartsProps {
  open: OpenFineTune;
  readings: Readings;
  alerts: readonly Alert[];
  /** Null while the browser's storage is read. */
  recorded: Recorded | null;
  /** Shows a step on the charts. */
  onStep: (step: number) => void;
}

/** Everything is reckoned from what is on the page already; only the check of texts sends something, when it is pressed. */
export function InsightParts({ open, readings, alerts, recorded, onStep }: InsightPartsProps) {
  const { fineTune: record, checkpoints, freshness, clock } = open;
  const { times, total, costs, best } = readings;
  return (
    <>
      <Section
        title="Alerts"
        note={`${alerts.length}${isOver(record.status) ? ', replayed' : ''}`}
        end={<AlertControls />}
      >
        <SinceLastVisit record={record} recorded={recorded} answeredMs={freshness.updatedAtMs} />
        <QueueLine seen={recorded?.seen.get(record.id) ?? []} />
        <AlertsPart
          record={record}
          alerts={alerts}
          notes={lintConfig(record, total)}
          aheadMs={clock.aheadMs}
          onStep={onStep}
        />
      </Section>
      <div className="grid gap-x-6 gap-y-4 desk:grid-cols-2">
        <Section title="Time">
          <ForecastPart
            record={record}
            times={times}
            total={total}
            readMs={freshness.updatedAtMs ?? 0}
            clock={clock}
          />
        </Section>
        <Section title="Cost">
          <CostPart costs={costs} />
        </Section>
      </div>
      <Section title="Held-out check">
        <HeldOutPart
          record={record}
          checkpoints={checkpoints.items ?? []}
          bestStep={best.isKnown ? best.best.step : null}
        />
      </Section>
    </>
  );
}
