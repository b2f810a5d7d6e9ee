// One number of the request: typed, and where it helps felt on a slider; empty is "not sent".
import { useState } from 'react';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { parseNumber } from '#ui/number-text.ts';
import { Slider } from '#ui/Slider.tsx';
import { fieldMark, focusField } from './field-focus.ts';
import { changeNumber, useDraft } from './draft-store.ts';
import { requestFields, type NumberField, type NumberLimit } from '#api/schema/request-fields.ts';

/** Seeds that the dice throws: enough to differ, few enough digits to read. */
const seeds = 1e6;

interface NumberParameterFieldProps {
  /** Wire name, which is also the label: people compare it with the interface's documentation. */
  name: NumberField;
  error: string | null;
  /** What the service takes where nothing is sent; undefined where it does not say. */
  unsent: number | undefined;
}

/** A number, which is not sent while its field is empty. */
export function NumberParameterField({ name, error, unsent }: NumberParameterFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const text = useDraft((state) => state.draft.numbers[name] ?? '');
  const { step, slider } = requestFields[name];
  const limit: NumberLimit = requestFields[name].limit;
  const value = parseNumber(text) ?? null;
  return (
    <div {...fieldMark(name)} onChange={() => setEditing(true)} onBlur={() => setEditing(false)}>
      <Field
        label={name}
        name={name}
        layout="row"
        error={isEditing ? null : error}
        isUnset={text === ''}
        below={
          slider && (
            <Slider
              value={value}
              onValue={(next) => changeNumber(name, String(next))}
              min={slider.min}
              max={slider.max}
              rest={unsent ?? slider.rest}
              step={step}
            />
          )
        }
      >
        {/* The number comes first for keys and stands last for eyes: what appears beside it moves nothing. */}
        <div className="flex flex-row-reverse items-center gap-0.5">
          <NumberInput
            text={text}
            onText={(next) => changeNumber(name, next)}
            emptyValue={unsent}
            startValue={slider?.rest}
            min={limit.min}
            max={limit.max}
            step={step}
          />
          {name === 'seed' && (
            <IconButton
              icon="dice"
              label="Random seed"
              onClick={() => changeNumber(name, String(Math.floor(Math.random() * seeds)))}
            />
          )}
          {text !== '' && (
            <IconButton
              icon="cross"
              label={`Do not send ${name}`}
              onClick={() => {
                changeNumber(name, '');
                focusField(name);
              }}
            />
          )}
        </div>
      </Field>
    </div>
  );
}
