// Range slider beside a number input.
import type { CSSProperties } from 'react';
import { useFieldLabelId } from './Field.tsx';

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
