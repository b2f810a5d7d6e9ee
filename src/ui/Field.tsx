// A label, its control and what there is to say about it: a hint, a unit, an error in place.
import {
  useContext,
  useId,
  type ReactNode,
  createContext,
  useState,
  type SyntheticEvent,
  useMemo,
} from 'react';
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
  const isInvalid = Boolean(error);
  const wiring = useMemo(
    () => ({ id, labelId, describedBy, isInvalid }),
    [id, labelId, describedBy, isInvalid],
  );
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

/** Attributes of the one control that a label points to. */
interface FieldWiring {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** What fields mean, by name; empty outside a FieldHelp, and until it is loaded. */
const HelpContext = createContext<Readonly<Record<string, string>>>({});

/** Set by Field, read by the controls; null where a control stands alone and brings its own label. */
const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes for a control that the label points to; empty outside a Field. */
export function useFieldControl(): ControlAttributes {
  const field = useContext(FieldContext);
  return {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid || undefined,
  };
}

interface ControlAttributes {
  readonly id: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** The id of the label's text, for a second control of the same field and for groups. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}

interface FieldHelpProps {
  /** Sentences by name of field. */
  texts: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Shows the help of the field that has the focus or lies under the pointer. Screen readers have it as the field's description. */
export function FieldHelp({ texts, children }: FieldHelpProps) {
  const [name, setName] = useState('');

  function handleAtHand({ target }: SyntheticEvent) {
    const field = target instanceof Element ? target.closest('[data-help]') : null;
    if (field !== null) setName(field.getAttribute('data-help') ?? '');
  }

  return (
    <HelpContext value={texts}>
      <div onFocus={handleAtHand} onPointerOver={handleAtHand} className="**:scroll-mb-20">
        {children}
        <p
          aria-hidden="true"
          className="sticky bottom-0 h-18 border-t border-line bg-panel px-4 py-2 text-dense text-muted"
        >
          {texts[name] ?? 'Hover or focus a parameter to see what it does.'}
        </p>
      </div>
    </HelpContext>
  );
}
