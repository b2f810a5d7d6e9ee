// One number that a column may change: empty is "not changed", and the shared value stands beside its name.
import { fieldMark } from '#draft/draft-store.ts';
import { requestFields, type NumberField, type NumberLimit } from '#api/schema/request-fields.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';

interface ChangedNumberFieldProps {
  name: NumberField;
  /** undefined: not changed; empty: not sent, although all others send it. */
  text: string | undefined;
  /** What all columns send; null where they do not. */
  shared: string | null;
  error: string | null;
  onText: (text: string | undefined) => void;
}

/** The small button takes a shared number out of this column's request, or the change back. */
export function ChangedNumberField({ name, text, shared, error, onText }: ChangedNumberFieldProps) {
  const { step } = requestFields[name];
  const limit: NumberLimit = requestFields[name].limit;
  const isChanged = text !== undefined;
  return (
    <div {...fieldMark(name)}>
      <Field
        label={
          <>
            {name}
            {shared !== null && <span className="text-label text-faint"> {shared} in all</span>}
          </>
        }
        name={name}
        layout="row"
        error={error}
        isUnset={!isChanged}
      >
        <div className="flex items-center gap-1">
          <NumberInput
            text={text ?? ''}
            onText={(next) => onText(next.trim() === '' ? undefined : next)}
            emptyText={isChanged ? 'not sent' : 'no change'}
            min={limit.min}
            max={limit.max}
            step={step}
          />
          <span className="w-control shrink-0">
            {isChanged ? (
              <IconButton icon="cross" label={`Do not change ${name}`} onClick={() => onText(undefined)} />
            ) : (
              shared !== null && (
                <IconButton icon="minus" label={`Do not send ${name}`} onClick={() => onText('')} />
              )
            )}
          </span>
        </div>
      </Field>
    </div>
  );
}
