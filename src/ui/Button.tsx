// Buttons.
import { useState, type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';

const looks = {
  primary: 'bg-act-fill text-on-act border-act-fill font-strong hover:bg-act-fill-over',
  plain: 'bg-panel text-text border-line hover:border-edge',
  quiet:
    'bg-transparent text-muted border-transparent hover:text-text hover:bg-raised aria-expanded:bg-raised aria-expanded:text-text aria-pressed:text-act',
} as const;

export type ButtonLook = keyof typeof looks;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `primary`: a panel's one main action. */
  look?: ButtonLook;
  /** As `Mod+Enter`. */
  keys?: string;
  /** The keys were pressed once and act when pressed again. */
  asksAgain?: boolean;
  children: ReactNode;
}

/** As a ref: the control gets the focus when it appears. */
export function takeFocus(control: HTMLElement | null): void {
  control?.focus();
}

/** 28 px high (40 for touch). Does not submit forms by default. */
export function Button({ look = 'plain', keys, asksAgain = false, children, ...rest }: ButtonProps) {
  return (
    <BareButton
      onKeyDown={pressOnce}
      {...rest}
      aria-keyshortcuts={shortcut(keys)}
      className={`${shape} ${looks[look]}`}
    >
      {children}
      {asksAgain && ': press'}
      {keys && <Kbd keys={keys} plain={look === 'primary'} />}
      {asksAgain && <span>again</span>}
    </BareButton>
  );
}

/**
 * Disabled while focused, it keeps the focus: the browser would move it, and a screen reader's place, to the
 * start of the page.
 */
export function BareButton({
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ComponentProps<'button'>) {
  const [hasFocus, setFocus] = useState(false);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !hasFocus}
      aria-disabled={disabled || undefined}
      onClick={disabled ? refuse : onClick}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        onBlur?.(event);
      }}
    />
  );
}

/** Also keeps it from submitting a form or opening a popover. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** A held Enter would press at every repeat. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

const shape =
  'inline-flex h-control shrink-0 items-center justify-center gap-2 rounded-control border px-2.5 ' +
  'whitespace-nowrap transition-colors select-none ' +
  'aria-disabled:cursor-default aria-disabled:opacity-45 aria-disabled:hover:border-line';

function shortcut(keys: string | undefined): string | undefined {
  return keys?.startsWith('Mod+') === true
    ? `${keys.replace('Mod', 'Control')} ${keys.replace('Mod', 'Meta')}`
    : keys;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'title'> {
  icon: IconName;
  /** The accessible name. */
  label: string;
}

/** 28 px square (40 for touch). */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <BareButton
      {...rest}
      aria-label={label}
      title={label}
      className="inline-flex size-control shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-expanded:bg-raised aria-expanded:text-text aria-disabled:cursor-default aria-disabled:opacity-45"
    >
      <Icon name={icon} />
    </BareButton>
  );
}
