// Single-line text input, and shared classes of controls and links.
import type { ComponentProps } from 'react';
import { useFieldControl } from './Field.tsx';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  value: string;
  onValue: (value: string) => void;
  /** For ids, addresses and codes. */
  isMono?: boolean;
}

/** Fills its container. Inside a Field it takes the label from there; alone it needs `aria-label`. */
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

/** Classes of a single-line control, without its width. */
export const controlLook =
  'h-control rounded-control border border-line bg-bg px-2 text-text transition-colors hover:border-edge ' +
  'focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-50';

/** Classes of a link that is a page's primary action. */
export const linkLook =
  'inline-flex h-control items-center rounded-control border border-act-fill bg-act-fill px-2.5 font-strong ' +
  'text-on-act transition-colors hover:bg-act-fill-over';
