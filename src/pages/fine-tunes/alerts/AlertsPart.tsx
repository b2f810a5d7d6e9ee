// Alerts section: alerts and parameter warnings with evidence, thresholds.
import { useId, useState } from 'react';
import { isOver } from '#api/fine-tune-status.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { formatCount } from '#lib/format.ts';
import { agoWords, momentWords } from '#lib/dates.ts';
import type { Alert } from './alert.ts';
import type { LintNote } from './config-lint.ts';
import { useNotices, wantNotices } from '#pages/fine-tunes/notifications.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { notificationProblems } from '#ui/notifications.ts';
import { Popover } from '#ui/Popover.tsx';
import { Status, type Tone } from '#ui/States.tsx';
import { useNow } from '#ui/use-now.ts';
import { Field } from '#ui/Field.tsx';
import { NotStored } from '#ui/NotStored.tsx';
import { numberError, readTyped } from '#ui/number-text.ts';
import { NumberInput } from '#ui/NumberInput.tsx';
import { changeThresholds, useThresholds } from './thresholds-store.ts';
import { defaultThresholds, thresholdFields, type ThresholdField } from './thresholds.ts';

interface AlertsPartProps {
  record: FineTune;
  alerts: readonly Alert[];
  notes: readonly LintNote[];
  /** The alerts' clock minus this one. */
  aheadMs?: number;
  /** Absent without charts. */
  onStep?: (step: number) => void;
}

export function AlertsPart({ record, alerts, notes, aheadMs = 0, onStep }: AlertsPartProps) {
  const nowMs = useNow() + aheadMs;
  const isReplay = isOver(record.status);
  const [isWhole, setWhole] = useState(false);
  return (
    <div className="grid gap-3">
      {alerts.length === 0 ? (
        <p className="text-muted">No alerts with the current thresholds.</p>
      ) : (
        <ul aria-label="Alerts">
          {(isWhole ? alerts : alerts.slice(0, firstCount)).map((alert) => (
            <li
              key={alert.id}
              className="grid gap-x-3 border-b border-line py-1.5 tablet:grid-cols-[9rem_minmax(0,1fr)_auto]"
            >
              <Status tone={tones[alert.tone]}>{alert.kind}</Status>
              <span className="wrap-anywhere">{alert.saw}</span>
              <When alert={alert} isReplay={isReplay} nowMs={nowMs} onStep={onStep} />
            </li>
          ))}
        </ul>
      )}
      {alerts.length > firstCount && (
        <div>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the newest ${firstCount}` : `Show all ${alerts.length}`}
          </Button>
        </div>
      )}
      {notes.length > 0 && (
        <ul aria-label="Parameter warnings">
          {notes.map(({ field, tone, words }) => (
            <li key={`${field} ${words}`} className="flex items-baseline gap-2 py-1">
              <Icon
                name="warning"
                className={`self-center ${tone === 'warn' ? 'text-warn' : 'text-faint'}`}
              />
              <code className="shrink-0 text-dense text-faint">{field}</code>
              <span className="wrap-anywhere text-muted">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function AlertControls({ canNotify = true }: { canNotify?: boolean }) {
  const id = useId();
  return (
    <>
      {canNotify && <NotifyButton />}
      <Button look="quiet" popoverTarget={id}>
        Thresholds
      </Button>
      <Popover id={id} label="Thresholds of the alerts">
        {() => (
          <div className="max-h-[70vh] overflow-y-auto">
            <ThresholdsForm />
          </div>
        )}
      </Popover>
    </>
  );
}

const tones: Readonly<Record<Alert['tone'], Tone>> = { bad: 'bad', warn: 'warn', note: 'none' };

const firstCount = 6;

interface WhenProps {
  alert: Alert;
  isReplay: boolean;
  nowMs: number;
  onStep: ((step: number) => void) | undefined;
}

function When({ alert: { step, timeMs }, isReplay, nowMs, onStep }: WhenProps) {
  const time = timeMs === null ? '' : isReplay ? momentWords(timeMs, nowMs) : agoWords(timeMs, nowMs);
  return (
    <span className="text-dense text-muted tabular-nums">
      {step !== null && (
        <button
          type="button"
          data-printed=""
          disabled={onStep === undefined}
          aria-label={`Show step ${formatCount(step)} on the charts`}
          className="enabled:text-act enabled:hover:underline"
          onClick={() => onStep?.(step)}
        >
          step {formatCount(step)}
        </button>
      )}
      {step !== null && time !== '' && ' · '}
      {time}
    </span>
  );
}

function NotifyButton() {
  const { isOn, right } = useNotices();
  if (right === 'unsupported') return null;
  if (right === 'denied') return <p className="text-dense text-muted">{notificationProblems.denied}</p>;
  return (
    <Button look="quiet" aria-pressed={isOn} onClick={() => void wantNotices(!isOn)}>
      Notify me about new alerts and the end
    </Button>
  );
}

/** An invalid text stays in its field and changes nothing; an empty field is the default. */
function ThresholdsForm() {
  // Remounts the fields when all thresholds change from outside.
  const [round, setRound] = useState(0);
  const { isStored } = useThresholds();
  return (
    <div className="grid gap-3 p-4 font-sans text-base">
      <p className="text-dense text-muted">
        These apply to all fine-tunes in this browser. Alerts of finished jobs are recomputed.
      </p>
      {!isStored && <NotStored what="thresholds" />}
      <div key={round} className="grid gap-1">
        {thresholdFields.map((field) => (
          <ThresholdInput key={field.id} field={field} />
        ))}
      </div>
      <div>
        <Button
          onClick={() => {
            changeThresholds(defaultThresholds);
            setRound(round + 1);
          }}
        >
          Reset to defaults
        </Button>
      </div>
    </div>
  );
}

function ThresholdInput({ field }: { field: ThresholdField }) {
  const { thresholds } = useThresholds();
  const { id, label, ...limits } = field;
  const [text, setText] = useState(String(thresholds[id]));
  return (
    <Field layout="row" label={label} unit={field.unit} error={numberError(text, field) ?? undefined}>
      <NumberInput
        text={text}
        onText={(next) => {
          setText(next);
          const value = readTyped(next, field) ?? defaultThresholds[id];
          if (typeof value === 'number') changeThresholds({ [id]: value });
        }}
        {...limits}
        emptyValue={defaultThresholds[id]}
      />
    </Field>
  );
}
