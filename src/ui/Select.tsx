// Native select of typed options.
import type { ComponentProps } from 'react';
import { controlLook } from './Field.tsx';

interface SelectProps<Value extends string> extends Pick<
  ComponentProps<'select'>,
  'aria-label' | 'title' | 'className' | 'onKeyDown'
> {
  value: Value;
  onValue: (value: Value) => void;
  options: readonly SelectOption<Value>[];
}

interface SelectOption<Value extends string> {
  readonly value: Value;
  /** Default: the value. */
  readonly label?: string;
  readonly isDisabled?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValue, options, className = '', ...rest } = props;
  return (
    <select
      {...rest}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen !== undefined) onValue(chosen.value);
      }}
      className={`select ${controlLook} pr-6 text-ellipsis ${className}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled}>
          {option.label ?? option.value}
        </option>
      ))}
    </select>
  );
}
