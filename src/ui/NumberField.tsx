// Number field for URL parameters and settings, reported at every keystroke.
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';
import { useDraft, numberProblem, parseNumber, type NumberLimits } from './number-text.ts';

interface NumberFieldProps extends NumberLimits {
  label: string;
  unit?: string;
  hint?: string;
  /** Null if empty; a string is unreadable input, as typed. */
  value: number | string | null;
  emptyText: string;
  /** The number that an empty field means: typing it is reported as null. */
  emptyValue?: number;
  /** Where arrow keys start if the field is empty. */
  startValue?: number;
  disabled?: boolean;
  onValue: (value: number | string | null) => void;
}

/**
 * An error is shown under the field and reported as a string, so that dependent figures can be shown as
 * unknown.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, hint, value, emptyText, emptyValue, startValue } = props;
  const { disabled = false, onValue, min, max, step, isWhole } = props;
  const limits = { min, max, step, isWhole };
  const [text, setText] = useDraft(value, value === null ? '' : String(value));
  const problem = numberProblem(text, limits);
  return (
    <Field
      layout="row"
      label={label}
      {...(unit !== undefined && { unit })}
      {...(hint !== undefined && { hint })}
      error={problem === null ? undefined : `${label}: ${problem}`}
    >
      <NumberInput
        text={text}
        {...limits}
        emptyText={emptyText}
        emptyValue={emptyValue}
        startValue={startValue}
        disabled={disabled}
        onText={(next) => {
          const meant = meaningOf(next, limits, emptyValue);
          setText(next, meant);
          onValue(meant);
        }}
      />
    </Field>
  );
}

/** A number within the limits, null for empty or the default, the string if neither. */
function meaningOf(text: string, limits: NumberLimits, emptyValue?: number): number | string | null {
  if (numberProblem(text, limits) !== null) return text;
  const number = parseNumber(text) ?? null;
  return number === emptyValue ? null : number;
}
