// A number as it is typed: an empty field says "not sent", and wrong text stays until it is mended.
import type { KeyboardEvent } from 'react';
import { controlLook } from './TextInput.tsx';
import { useFieldControl } from './Field.tsx';
import { isWithin, parseNumber, stepNumber, type NumberLimits } from './number-text.ts';

interface NumberInputProps extends NumberLimits {
  /** What stands in the field; the parent reads it with `parseNumber` and keeps it as it is. */
  text: string;
  onText: (text: string) => void;
  /** Enter, or leaving the field: what stands there is meant. */
  onDone?: (() => void) | undefined;
  /** What an empty field says. */
  emptyText?: string;
  /** The number that holds while the field is empty, where that is known: it stands in the field. */
  emptyValue?: number | undefined;
  /** Where the arrow keys begin in an empty field of which that is not known; the lower limit by default. */
  startValue?: number | undefined;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Arrow keys step (with Shift by ten). Text that is no number, or outside the limits, is marked and never changed. */
export function NumberInput(props: NumberInputProps) {
  const { text, onText, onDone, emptyText = 'not sent', emptyValue, startValue, ...limitsAndRest } = props;
  const { min, max, step = 1, isWhole, ...rest } = limitsAndRest;
  const field = useFieldControl();
  const value = parseNumber(text);
  const emptyWords = emptyValue === undefined ? emptyText : `${emptyText}, which means ${emptyValue}`;
  const isWrong = value === undefined || (value !== null && !isWithin(value, { min, max, isWhole }));

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone?.();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    // Text that is no number has no next one: it stays.
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
