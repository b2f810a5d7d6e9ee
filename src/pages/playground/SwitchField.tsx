// A yes-or-no of the request that may also be absent.
import { Field } from '#ui/Field.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { fieldMark } from './field-focus.ts';

interface SwitchFieldProps {
  name: string;
  /** undefined: not sent. */
  value: boolean | undefined;
  onValue: (value: boolean | undefined) => void;
  /** What is sent for no and yes, in the request's own words. */
  words: readonly [string, string];
  error: string | null;
}

const values = { 'not sent': undefined, no: false, yes: true } as const;

/** "Not sent" is the first of three, and looks like it. */
export function SwitchField({ name, value, onValue, words, error }: SwitchFieldProps) {
  return (
    <div {...fieldMark(name)}>
      <Field label={name} name={name} layout="row" error={error} isUnset={value === undefined}>
        <Segmented
          value={value === undefined ? 'not sent' : value ? 'yes' : 'no'}
          onValue={(next) => onValue(values[next])}
          options={[
            { value: 'not sent', label: 'not sent' },
            { value: 'no', label: words[0] },
            { value: 'yes', label: words[1] },
          ]}
        />
      </Field>
    </div>
  );
}
