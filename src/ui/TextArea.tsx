// Multi-line text field that grows with its text.
import type { ComponentProps } from 'react';
import { useFieldControl, useGrowing } from './Field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className'> {
  value: string;
  onValue: (value: string) => void;
  /** Initial lines. */
  rows?: number;
  /** Not for prose, whose spelling is checked. */
  isMono?: boolean;
}

/** Alone it needs `aria-label`. */
export function TextArea({ value, onValue, rows = 3, isMono = true, ...rest }: TextAreaProps) {
  const field = useFieldControl();
  const growing = useGrowing(value);
  return (
    <textarea
      dir="auto"
      spellCheck={!isMono}
      {...field}
      {...rest}
      ref={growing}
      onChange={(event) => onValue(event.currentTarget.value)}
      rows={rows}
      className={`field-sizing-content block max-h-80 w-full shrink-0 resize-none rounded-control border border-line bg-bg px-2 py-1 wrap-anywhere transition-colors hover:border-edge focus-visible:outline-offset-0 aria-invalid:border-bad ${isMono ? 'font-mono text-dense' : ''}`}
      style={{ minHeight: `max(var(--control), ${rows}lh + 0.625rem)` }}
    />
  );
}
