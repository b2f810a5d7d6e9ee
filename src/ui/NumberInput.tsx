// A number that may also be absent: an empty field says "not sent" and stays out of the request.
import { useState, type KeyboardEvent } from 'react';
import { controlLook } from './control-look.ts';
import { useFieldControl } from './field-context.ts';
import { isWithin, parseNumber, stepNumber, type NumberLimits } from './number-text.ts';

interface NumberInputProps extends NumberLimits {
  /** null: nothing is sent. */
  value: number | null;
  onValue: (value: number | null) => void;
  /** What an empty field says. */
  emptyText?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Arrow keys step (with Shift by ten). A number outside the limits is kept and marked, never changed silently. */
export function NumberInput({
  value,
  onValue,
  min,
  max,
  step = 1,
  emptyText = 'not sent',
  ...rest
}: NumberInputProps) {
  const field = useFieldControl();
  const [draft, setDraft] = useState<string | null>(null);
  const isDrafted = draft !== null && parseNumber(draft) === value;
  const text = draft !== null && (isDrafted || parseNumber(draft) === undefined) ? draft : show(value);
  const isWrong = value !== null && !isWithin(value, { min, max });

  function handleText(next: string) {
    setDraft(next);
    const parsed = parseNumber(next);
    if (parsed !== undefined) onValue(parsed);
  }

  function handleKey(event: KeyboardEvent) {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    setDraft(null);
    onValue(stepNumber(value, direction * (event.shiftKey ? 10 : 1), { min, max, step }));
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
      aria-valuetext={value === null ? emptyText : undefined}
      aria-invalid={isWrong || field['aria-invalid']}
      placeholder={emptyText}
      value={text}
      onChange={(event) => handleText(event.currentTarget.value)}
      onKeyDown={handleKey}
      onBlur={() => setDraft(null)}
      className={`${controlLook} w-18 shrink-0 text-right placeholder:text-label`}
    />
  );
}

function show(value: number | null): string {
  return value === null ? '' : String(value);
}
