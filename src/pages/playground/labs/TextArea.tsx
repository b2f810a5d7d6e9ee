// Multi-line text field of a lab.
import { useFieldControl, useGrowing } from '#ui/Field.tsx';

interface TextAreaProps {
  value: string;
  onValue: (value: string) => void;
  placeholder?: string;
  /** Initial lines. */
  rows?: number;
}

/** Labelled by the surrounding Field. */
export function TextArea({ value, onValue, placeholder, rows = 3 }: TextAreaProps) {
  const field = useFieldControl();
  const growing = useGrowing();
  return (
    <textarea
      {...field}
      ref={growing}
      dir="auto"
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      placeholder={placeholder}
      spellCheck={false}
      rows={rows}
      className="field-sizing-content block max-h-80 w-full resize-none rounded-control border border-line bg-bg px-2 py-1 font-mono text-dense wrap-anywhere transition-colors hover:border-edge focus-visible:outline-offset-0 aria-invalid:border-bad"
      style={{ minHeight: `calc(${rows} * var(--text-dense--line-height) + 0.625rem)` }}
    />
  );
}
