// A labelled number that belongs to an address or a setting: typed key by key, handed on with every key.
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';
import { useDraft, numberProblem, parseNumber, type NumberLimits } from './number-text.ts';

interface NumberFieldProps extends NumberLimits {
  label: string;
  unit?: string;
  hint?: string;
  /** Null where the field is empty; a text is one that cannot be read, as it was typed. */
  value: number | string | null;
  /** What an empty field says. */
  emptyText: string;
  /** The number that an empty field means: typed, it is told as null. */
  emptyValue?: number;
  /** The number from which keys step where the field is empty. */
  startValue?: number;
  disabled?: boolean;
  onValue: (value: number | string | null) => void;
}

/** What is wrong is said under the field, and told as a text: what the number feeds can then say that it is unknown. */
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

/** A number within the limits, null for none or the usual one, the text where it is neither. */
function meaningOf(text: string, limits: NumberLimits, emptyValue?: number): number | string | null {
  if (numberProblem(text, limits) !== null) return text;
  const number = parseNumber(text) ?? null;
  return number === emptyValue ? null : number;
}
