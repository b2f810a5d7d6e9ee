// Sequences at which generation stops, as chips.
import { maxStopSequences } from '#api/schema/completion-request.ts';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';

import { fieldMark } from './field-focus.ts';

interface StopFieldProps {
  values: readonly string[];
  error: string | null;
  onValues: (values: readonly string[]) => void;
}

/** A line end is typed as `\n`, a tab as `\t`. */
export function StopField({ values, error, onValues }: StopFieldProps) {
  return (
    <div {...fieldMark('stop')}>
      <Field label="stop" name="stop" error={error} isUnset={values.length === 0}>
        <ChipsInput values={values} onValues={onValues} max={maxStopSequences} />
      </Field>
    </div>
  );
}
