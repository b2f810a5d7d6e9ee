// Whatever a person can press: one main act a panel in blue, plain ones with a hairline, quiet ones without.
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';

const looks = {
  primary: 'bg-act-fill text-on-act border-act-fill font-strong hover:bg-act-fill-over',
  plain: 'bg-panel text-text border-line hover:border-edge',
  quiet: 'bg-transparent text-muted border-transparent hover:text-text hover:bg-raised',
} as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `primary` is the one main act of a panel. */
  look?: keyof typeof looks;
  /** The chord that does the same, as `Mod+Enter`. */
  keys?: string;
  children: ReactNode;
}

/** A button of 28 px (40 for fingers). It never submits a form unless its `type` says so. */
export function Button({ look = 'plain', keys, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      onKeyDown={pressOnce}
      {...rest}
      type={type}
      aria-keyshortcuts={shortcut(keys)}
      className={`${shape} ${looks[look]}`}
    >
      {children}
      {keys && <Kbd keys={keys} plain={look === 'primary'} />}
    </button>
  );
}

/** A held Enter would press it with every repetition of the key. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

const shape =
  'inline-flex h-control shrink-0 items-center justify-center gap-2 rounded-control border px-2.5 ' +
  'whitespace-nowrap transition-colors select-none ' +
  'disabled:cursor-default disabled:opacity-45 disabled:hover:border-line';

function shortcut(keys: string | undefined): string | undefined {
  return keys?.startsWith('Mod+') === true
    ? `${keys.replace('Mod', 'Control')} ${keys.replace('Mod', 'Meta')}`
    : keys;
}
