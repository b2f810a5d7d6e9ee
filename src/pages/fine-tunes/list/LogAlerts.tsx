// Alerts of the open log files, by run.
import { AlertControls, AlertsPart } from '#pages/fine-tunes/alerts/AlertsPart.tsx';
import { Section } from '#pages/fine-tunes/Section.tsx';
import type { WatchedRun } from './LocalPage.tsx';

interface LogAlertsProps {
  watched: readonly WatchedRun[];
  /** Other runs are open, too. */
  areNamed: boolean;
  onStep: (step: number) => void;
}

export function LogAlerts({ watched, areNamed, onStep }: LogAlertsProps) {
  const count = watched.reduce((sum, { alerts }) => sum + alerts.length, 0);
  return (
    <Section title="Alerts" note={count} end={<AlertControls canNotify={false} />}>
      <div className="grid gap-4">
        {watched.map(({ run, alerts }) => (
          <div key={run.id}>
            {areNamed && <h3 className="wrap-anywhere text-muted">{run.label}</h3>}
            <AlertsPart
              record={{ id: run.id, status: 'completed' }}
              alerts={alerts}
              notes={[]}
              onStep={onStep}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}
