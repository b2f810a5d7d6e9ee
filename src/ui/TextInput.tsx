// One line of text.
import type { ComponentProps } from 'react';
import { controlLook } from './control-look.ts';
import { useFieldControl } from './field-context.ts';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  value: string;
  onValue: (value: string) => void;
  /** Ids, addresses and codes are set in mono. */
  isMono?: boolean;
}

/** As wide as its place. Inside a Field it takes the label from there; alone it needs `aria-label`. */
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
