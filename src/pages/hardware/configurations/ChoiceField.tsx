// Number field of a choice in the address.
import { fieldText } from '#pricing/workload.ts';
import { NumberField } from '#ui/NumberInput.tsx';
import { defaults, numberFields, type ChangeNumber, type Choices } from './search.ts';

interface ChoiceFieldProps {
  name: keyof typeof numberFields;
  choices: Choices;
  onNumber: ChangeNumber;
  label?: string;
  unit?: string;
  hint?: string;
  /** Not for choices with a default. */
  emptyText?: string;
  step?: number;
}

export function ChoiceField({ name, choices, onNumber, ...rest }: ChoiceFieldProps) {
  const emptyValue = name === 'replicas' || name === 'used' ? defaults[name] : null;
  const value = choices.unread[name] ?? (choices[name] === emptyValue ? null : choices[name]);
  return (
    <NumberField
      {...(emptyValue !== null && { emptyValue })}
      emptyText={String(emptyValue ?? '')}
      {...numberFields[name]}
      {...rest}
      value={value}
      written={fieldText(value)}
      onValue={(entered) => onNumber(name, entered)}
    />
  );
}
