// A label, its control and what there is to say about it: a hint, a unit, an error in place.
import { useContext, useId, type ReactNode } from 'react';
import { FieldContext, HelpContext } from './field-context.ts';
import { Icon } from './Icon.tsx';

interface FieldProps {
  label: ReactNode;
  /** `row`: name left, control right, as in the parameters; `stack`: name above. */
  layout?: 'row' | 'stack';
  /** One sentence under the control. */
  hint?: ReactNode;
  /** By which `FieldHelp` around it knows what the field means; that is then the control's description. */
  name?: string;
  /** What is wrong with the value; said aloud when it appears. */
  error?: ReactNode;
  /** Shown after the name, as `tokens` or `ms`. */
  unit?: string;
  /** The value is not sent: the name steps back. */
  isUnset?: boolean;
  /** A second control of the same value under both, as a slider. */
  below?: ReactNode;
  children: ReactNode;
}

/** The control inside takes its id and description from here (`useFieldControl`); no attribute is written twice. */
export function Field({
  label,
  layout = 'stack',
  hint,
  name,
  error,
  unit,
  isUnset,
  below,
  children,
}: FieldProps) {
  const id = useId();
  const help = useContext(HelpContext)[name ?? ''];
  const labelId = `${id}-label`;
  const describedBy =
    [help && `${id}-help`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') ||
    undefined;
  const wiring = { id, labelId, describedBy, isInvalid: Boolean(error) };
  return (
    <FieldContext value={wiring}>
      <div data-help={name} className="min-w-0">
        <div className={layout === 'row' ? 'flex min-h-control items-center justify-between gap-3' : ''}>
          <label
            id={labelId}
            htmlFor={id}
            className={`${layout === 'stack' ? 'mb-1 block' : 'min-w-0'} ${isUnset ? 'text-faint' : 'text-text'}`}
          >
            {label}
            {unit && <span className="text-label text-faint"> {unit}</span>}
          </label>
          {children}
        </div>
        {below}
        {help && (
          <p id={`${id}-help`} hidden>
            {help}
          </p>
        )}
        {hint && (
          <p id={`${id}-hint`} className="mt-1 text-dense text-muted">
            {hint}
          </p>
        )}
        <p
          id={`${id}-error`}
          role="alert"
          className={error ? 'mt-1 flex gap-1 text-dense text-bad' : 'hidden'}
        >
          {error && <Icon name="warning" className="mt-px" />}
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      </div>
    </FieldContext>
  );
}
