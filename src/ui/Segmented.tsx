// Segmented control: a radio group.
import { useId } from 'react';
import { useFieldControl, useFieldLabelId } from './Field.tsx';

interface SegmentedProps<Value extends string> {
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onValue: (value: Value) => void;
  /** Required outside a Field. */
  'aria-label'?: string;
  isWide?: boolean;
}

/** Native radio buttons bring keys and roles without script; Base UI would add its own to the first load. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { options, value, onValue, isWide = false } = props;
  const name = useId();
  const labelId = useFieldLabelId();
  const field = useFieldControl();
  return (
    <div
      role="radiogroup"
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] ? undefined : labelId}
      aria-describedby={field['aria-describedby']}
      className={`h-control rounded-control border border-line bg-panel ${isWide ? 'flex w-full' : 'inline-flex'}`}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={`relative inline-flex items-center justify-center border-l border-line px-2.5 whitespace-nowrap transition-colors select-none first:rounded-l-[4px] first:border-l-0 last:rounded-r-[4px] has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-act ${isWide ? 'flex-1' : ''} ${option.value === value ? 'text-text' : 'text-muted hover:text-text'}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
