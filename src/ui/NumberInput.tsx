// Number input, number field, range slider.
import { useRef, type KeyboardEvent, type CSSProperties } from 'react';
import { useFieldControl, useFieldLabelId, controlLook, Field } from './Field.tsx';
import { parseWithUnit, stepNumber, type NumberLimits, useDraft, numberProblem } from './number-text.ts';

interface NumberInputProps extends NumberLimits {
  /** Raw: the parent parses it and keeps it unchanged. */
  text: string;
  onText: (text: string) => void;
  /** On Enter and blur. */
  onDone?: (() => void) | undefined;
  emptyText?: string;
  /** In effect while empty; the placeholder. */
  emptyValue?: number | undefined;
  /** For arrow keys in an empty field without `emptyValue`; default: lower limit. */
  startValue?: number | undefined;
  disabled?: boolean;
  /** Of several inputs in a field; default: as the field. */
  isWrong?: boolean | undefined;
  'aria-label'?: string;
}

/**
 * Invalid text is marked and never changed, where Base UI's field reformats it. Arrow keys step, by ten with
 * Shift. Not a spin button: Chromium tells a screen reader that an empty one is 0.
 */
export function NumberInput(props: NumberInputProps) {
  const { text, onText, onDone, emptyText = 'default', emptyValue, startValue, ...limitsAndRest } = props;
  const { min, max, step = 1, isWhole, unit, isWrong, ...rest } = limitsAndRest;
  const limits = { min, max, step, isWhole, unit };
  const field = useFieldControl();
  const value = parseWithUnit(text, limits);

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone?.();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || value === undefined) return;
    event.preventDefault();
    const steps = direction * (event.shiftKey ? 10 : 1);
    onText(String(stepNumber(value ?? emptyValue ?? startValue ?? null, steps, limits)));
  }

  return (
    <input
      {...field}
      {...rest}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-invalid={numberProblem(text, limits) !== null || (isWrong ?? field['aria-invalid'])}
      placeholder={emptyValue === undefined ? emptyText : String(emptyValue)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      data-keys="number"
      onKeyDown={handleKey}
      onBlur={onDone}
      // A seed of ten digits is read whole.
      style={{ width: `clamp(5rem, ${text.length}ch + 1.25rem, 9rem)` }}
      className={`${controlLook} shrink-0 text-right placeholder:text-dense`}
    />
  );
}

interface SliderProps {
  /** Null: default; the thumb is hollow, at `rest`. */
  value: number | null;
  onValue: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** Thumb position while empty; default: middle. */
  rest?: number;
  /** Required outside a Field. */
  'aria-label'?: string;
}

/** Native: Base UI's needs script for the same. Only emptying the number input returns to the default. */
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

/**
 * Handlers for what holds a slider: a finger on it that goes on to scroll has already moved it.
 * @param value before the press
 */
export function useScrollGuard<Value>(value: Value, restore: (value: Value) => void) {
  const pressed = useRef(value);
  return {
    onPointerDown() {
      pressed.current = value;
    },
    onPointerCancel: () => restore(pressed.current),
  };
}

// The 13 px thumb does not travel the whole width.
function fill(share: number): CSSProperties & { '--fill': string } {
  return { '--fill': `calc(${share * 100}% + ${(0.5 - share) * 13}px)` };
}

interface NumberFieldProps extends NumberLimits {
  label: string;
  hint?: string;
  /** Null if empty; a string is unreadable. */
  value: number | string | null;
  /** Of a value from elsewhere. */
  written?: string;
  emptyText: string;
  /** Means empty: typing it is reported as null. */
  emptyValue?: number;
  /** For arrow keys in an empty field. */
  startValue?: number;
  onValue: (value: number | string | null) => void;
}

/** Reports invalid text as a string: dependent figures are then unknown. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, hint, value, emptyText, emptyValue, startValue } = props;
  const { onValue, min, max, step, isWhole, written = String(value ?? '') } = props;
  const limits = { min, max, step, isWhole, unit };
  const [text, setText] = useDraft(value, written);
  const problem = numberProblem(text, limits);
  return (
    <Field
      layout="row"
      label={label}
      unit={unit}
      {...(hint !== undefined && { hint })}
      error={problem === null ? undefined : `${label}: ${problem}`}
    >
      <NumberInput
        text={text}
        {...limits}
        emptyText={emptyText}
        emptyValue={emptyValue}
        startValue={startValue}
        onText={(next) => {
          const meant = meaningOf(next, limits, emptyValue);
          setText(next, meant);
          onValue(meant);
        }}
      />
    </Field>
  );
}

/** Null for empty or the default, a string if invalid. */
function meaningOf(text: string, limits: NumberLimits, emptyValue?: number): number | string | null {
  if (numberProblem(text, limits) !== null) return text;
  const number = parseWithUnit(text, limits) ?? null;
  return number === emptyValue ? null : number;
}
