// Number input, number field and range slider: invalid text is kept.
import type { KeyboardEvent, CSSProperties } from 'react';
import { useFieldControl, useFieldLabelId, controlLook, Field } from './Field.tsx';
import {
  isWithin,
  parseNumber,
  stepNumber,
  type NumberLimits,
  useDraft,
  numberProblem,
} from './number-text.ts';

interface NumberInputProps extends NumberLimits {
  /** The raw text; the parent parses it with `parseNumber` and keeps it unchanged. */
  text: string;
  onText: (text: string) => void;
  /** Called on Enter and blur. */
  onDone?: (() => void) | undefined;
  emptyText?: string;
  /** The number in effect while the field is empty, if known: used as its placeholder. */
  emptyValue?: number | undefined;
  /** Where arrow keys start in an empty field without `emptyValue`; the lower limit by default. */
  startValue?: number | undefined;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Arrow keys step (by ten with Shift). Invalid or out-of-range text is marked and never changed. */
export function NumberInput(props: NumberInputProps) {
  const { text, onText, onDone, emptyText = 'default', emptyValue, startValue, ...limitsAndRest } = props;
  const { min, max, step = 1, isWhole, ...rest } = limitsAndRest;
  const field = useFieldControl();
  const value = parseNumber(text);
  const emptyWords = emptyValue === undefined ? emptyText : `${emptyText} ${emptyValue}`;
  const isWrong = value === undefined || (value !== null && !isWithin(value, { min, max, isWhole }));

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone?.();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    // Text that is not a number cannot be stepped.
    if (direction === 0 || value === undefined) return;
    event.preventDefault();
    const steps = direction * (event.shiftKey ? 10 : 1);
    onText(String(stepNumber(value ?? emptyValue ?? startValue ?? null, steps, { min, max, step })));
  }

  return (
    <input
      {...field}
      {...rest}
      type="text"
      inputMode="decimal"
      role="spinbutton"
      autoComplete="off"
      aria-valuenow={value ?? undefined}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={value === null ? emptyWords : undefined}
      aria-invalid={isWrong || field['aria-invalid']}
      placeholder={emptyValue === undefined ? emptyText : String(emptyValue)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      data-keys="number"
      onKeyDown={handleKey}
      onBlur={onDone}
      className={`${controlLook} w-18 shrink-0 text-right placeholder:text-dense`}
    />
  );
}

interface SliderProps {
  /** null: default; the thumb is hollow, at `rest`. */
  value: number | null;
  onValue: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** Thumb position while empty; the middle if absent. */
  rest?: number;
  disabled?: boolean;
  /** Required outside a Field. */
  'aria-label'?: string;
}

/** Once moved it has a value; only emptying the number input returns to the default. */
export function Slider({ value, onValue, min, max, step, rest = (min + max) / 2, ...others }: SliderProps) {
  const labelId = useFieldLabelId();
  const shown = Math.min(max, Math.max(min, value ?? rest));
  return (
    <input
      {...others}
      aria-labelledby={others['aria-label'] ? undefined : labelId}
      aria-valuetext={value === null ? 'default' : undefined}
      type="range"
      className="slider"
      min={min}
      max={max}
      step={step}
      value={shown}
      data-unset={value === null ? '' : undefined}
      style={value === null ? undefined : fill((shown - min) / (max - min))}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
    />
  );
}

// Painted up to the centre of the 13 px thumb, which does not travel the whole width.
function fill(share: number): CSSProperties & { '--fill': string } {
  return { '--fill': `calc(${share * 100}% + ${(0.5 - share) * 13}px)` };
}

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
