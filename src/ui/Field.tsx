// Form field with label, hint and error; text input; growing textarea.
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { Icon } from './Icon.tsx';

interface FieldProps {
  label: ReactNode;
  /** `row`: name left; `stack`: name above. */
  layout?: 'row' | 'stack';
  /** One sentence. */
  hint?: ReactNode;
  /** Key into a surrounding `FieldHelp`, whose text describes the control. */
  name?: string;
  /** Announced when it appears. */
  error?: ReactNode;
  /** Shown after the name, as `tokens` or `ms`. */
  unit?: string | undefined;
  isUnset?: boolean;
  /** For the same value, such as a slider. */
  below?: ReactNode;
  children: ReactNode;
}

/** The control is wired by `useFieldControl`. */
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
          <p id={`${id}-hint`} className="mt-1 text-dense wrap-anywhere text-muted">
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

interface FieldWiring {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

/** Empty outside a FieldHelp, and until loaded. */
const HelpContext = createContext<Readonly<Record<string, string>>>({});

/** Null for a control with its own label. */
const FieldContext = createContext<FieldWiring | null>(null);

/** Empty outside a Field. */
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

/** For a field's second control, and for groups. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}

interface FieldHelpProps {
  texts: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Shows the help of the focused or hovered field; screen readers get it as description. */
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
          {texts[name] ?? 'Select a parameter to see what it does.'}
        </p>
      </div>
    </HelpContext>
  );
}

interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  value: string;
  onValue: (value: string) => void;
  /** For ids and codes. */
  isMono?: boolean;
}

/** Alone it needs `aria-label`. */
export function TextInput({ value, onValue, isMono = false, type = 'text', ...rest }: TextInputProps) {
  const field = useFieldControl();
  return (
    <input
      spellCheck={false}
      {...field}
      {...rest}
      type={type}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      className={`${controlLook} w-full min-w-0 ${isMono ? 'font-mono text-dense' : ''}`}
    />
  );
}

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/**
 * For the class `field-sizing-content`; its min and max height apply.
 * Sets the value, too: with React's `value` each letter would be an undo step of its own.
 */
export function useGrowing(value: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);

  // Typing causes a render.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    if (element.value !== value) element.value = value;
    if (!growsByItself) fit(element);
  });

  useEffect(() => {
    const element = field.current;
    if (element === null || growsByItself) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return field;
}

function fit(element: HTMLTextAreaElement): void {
  element.style.height = 'auto';
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
}

/** A single-line control, without width. */
export const controlLook =
  'h-control rounded-control border border-line bg-bg px-2 text-text transition-colors hover:border-edge ' +
  'focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-50';

/** A page's primary action; the palette finds actions that are links by their first class. */
export const linkLook =
  'act-link inline-flex h-control items-center rounded-control border border-act-fill bg-act-fill px-2.5 font-strong ' +
  'text-on-act transition-colors hover:bg-act-fill-over';
