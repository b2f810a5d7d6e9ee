// Form of the alert thresholds; changes apply immediately.
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { NumberInput } from '#ui/NumberInput.tsx';
import { changeThresholds, useThresholds } from './thresholds-store.ts';
import { defaultThresholds, thresholdFields, type ThresholdField } from './thresholds.ts';

/** An invalid text stays in its field and changes nothing. */
export function ThresholdsForm() {
  // Remounts the fields when all thresholds change from outside.
  const [round, setRound] = useState(0);
  return (
    <div className="grid gap-3 p-4 font-sans text-base">
      <p className="text-dense text-muted">
        These apply to all fine-tunes in this browser. Alerts of finished jobs are recomputed.
      </p>
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
  const { id, label, unit, min, max, step } = field;
  const [text, setText] = useState(String(thresholds[id]));
  const isWrong = isOutside(text, field);
  return (
    <Field
      layout="row"
      label={label}
      unit={unit}
      error={isWrong ? `From ${min} to ${max}${field.isWhole ? ', a whole number' : ''}.` : undefined}
    >
      <NumberInput
        text={text}
        onText={(next) => {
          setText(next);
          const value = parseNumber(next);
          if (value !== undefined && value !== null) changeThresholds({ [id]: value });
        }}
        min={min}
        max={max}
        step={step}
        emptyText={String(defaultThresholds[id])}
      />
    </Field>
  );
}

function isOutside(text: string, { min, max, isWhole }: ThresholdField): boolean {
  const value = parseNumber(text);
  return (
    value === undefined ||
    value === null ||
    value < min ||
    value > max ||
    (isWhole && !Number.isInteger(value))
  );
}
