// Timeout settings: when to warn about a silent stream, when to abort.
import { useState } from 'react';
import { Field } from '#ui/Field.tsx';
import { numberProblem, parseWithUnit } from '#ui/number-text.ts';
import { NumberInput } from '#ui/NumberInput.tsx';
import {
  changeTimeouts,
  maxTimeoutSeconds,
  defaultTimeouts,
  useTimeouts,
  type Timeouts,
} from './timeouts.ts';

const fields = [
  { name: 'header', label: 'Time out without response headers after' },
  { name: 'first', label: 'Warn without a first token after' },
  { name: 'between', label: 'Warn without a further token after' },
  { name: 'giveUp', label: 'Time out a silent stream after' },
] as const;

const limits = { min: 1, max: maxTimeoutSeconds, unit: 's' };

/** A valid number applies at once; an invalid one changes nothing. */
export function TimeoutsForm() {
  return (
    <details
      className="-mx-4 -mb-4 border-t border-line px-4 py-3"
      // Below the end of a phone's panel it would open unseen.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className="cursor-pointer">Timeouts</summary>
      <div className="mt-3 grid gap-2">
        {fields.map(({ name, label }) => (
          <LimitField key={name} name={name} label={label} />
        ))}
        <p className="text-dense text-muted">
          A service may take long before its first token. A timed-out stream keeps what arrived and may still
          be charged. If the last field is empty, a stream never times out.
        </p>
      </div>
    </details>
  );
}

function LimitField({ name, label }: { name: keyof Timeouts; label: string }) {
  const limit = useTimeouts((timeouts) => timeouts[name]);
  const [text, setText] = useState<string | null>(null);
  const problem = numberProblem(text ?? '', limits);

  function handleText(next: string) {
    setText(next);
    if (numberProblem(next, limits) !== null) return;
    const seconds = parseWithUnit(next, limits) ?? (name === 'giveUp' ? null : defaultTimeouts[name]);
    changeTimeouts({ [name]: seconds });
  }

  return (
    <Field
      label={label}
      unit={limits.unit}
      layout="row"
      error={problem === null ? null : `${label}: ${problem}`}
    >
      <NumberInput
        text={text ?? (limit === null ? '' : String(limit))}
        onText={handleText}
        emptyText={name === 'giveUp' ? 'never' : `${defaultTimeouts[name]}`}
        min={1}
        max={maxTimeoutSeconds}
      />
    </Field>
  );
}
