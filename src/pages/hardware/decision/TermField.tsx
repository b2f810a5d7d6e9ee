// A number among the terms: in the address as soon as it can be read, kept as typed until then.
import { useState } from 'react';
import { Field } from '#ui/Field.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { isWithin, parseNumber } from '#ui/number-text.ts';

interface TermFieldProps {
  label: string;
  unit?: string;
  hint?: string;
  /** Null where nothing is said; the empty field then shows `emptyText`. */
  value: number | null;
  emptyText: string;
  limits: { readonly min: number; readonly max: number };
  step?: number;
  isWhole?: boolean;
  onValue: (value: number | null) => void;
}

/** What is wrong is said under the field, and the last good value goes on counting. */
export function TermField(props: TermFieldProps) {
  const { label, unit, hint, value, emptyText, limits, step = 1, isWhole = false, onValue } = props;
  const written = value === null ? '' : String(value);
  const [typed, setTyped] = useState({ text: written, value });
  // Another value came from elsewhere (the marker, a link, back): it replaces what was typed.
  const text = typed.value === value ? typed.text : written;
  const isGood = (read: number | null | undefined): read is number | null =>
    read === null || (read !== undefined && isWithin(read, limits) && (!isWhole || Number.isInteger(read)));
  return (
    <Field
      layout="row"
      label={label}
      {...(unit !== undefined && { unit })}
      {...(hint !== undefined && { hint })}
      error={
        isGood(parseNumber(text))
          ? undefined
          : `${label}: ${isWhole ? 'a whole number' : 'a number'} from ${limits.min} to ${words(limits.max)}.`
      }
    >
      <NumberInput
        text={text}
        {...limits}
        step={step}
        emptyText={emptyText}
        onText={(next) => {
          const read = parseNumber(next);
          setTyped({ text: next, value: isGood(read) ? read : value });
          if (isGood(read)) onValue(read);
        }}
      />
    </Field>
  );
}

function words(limit: number): string {
  return new Intl.NumberFormat('en-US').format(limit);
}
