// Number input: empty means default, invalid text is kept.
import type { KeyboardEvent } from 'react';
import { controlLook } from './TextInput.tsx';
import { useFieldControl } from './Field.tsx';
import { isWithin, parseNumber, stepNumber, type NumberLimits } from './number-text.ts';

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
